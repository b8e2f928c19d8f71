import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLine } from '../../../src/domain/text/contexts.ts';
import { toShellArgument } from '../../../src/domain/text/shell.ts';
import { runPrinted } from '../../support/run-cli.ts';
import { hostileText } from './strangers.ts';

describe('toShellArgument', () => {
  it.each([
    ['words', 'Log4j RCE', "'Log4j RCE'", '"Log4j RCE"'],
    ['quotes', `it's "so"`, `'it'\\''s "so"'`, `"it's so"`],
    ['substitutions', '$(id) `id` %PATH% !!', "'$(id) `id` %PATH% !!'", '"(id) id PATH"'],
    ['operators stay words in quotes', 'a; b && c | d > e', "'a; b && c | d > e'", '"a; b && c | d > e"'],
    ['an option', '--force', "'force'", '"force"'],
    ['an option by other dashes', '–Command — x', "'Command — x'", '"Command — x"'],
    ['an option that quotes hid', '"-x', `'"-x'`, '"x"'],
    ['curly quotes end a string of PowerShell', '“a” „b', "'“a” „b'", '"a b"'],
    ['a backslash before the end', 'C:\\a\\ ', "'C:\\a\\'", '"C:\\a"'],
    ['several lines', 'a\nrm -rf b\u001B[31m', "'a rm -rf b'", '"a rm -rf b"'],
    ['nothing', '\u200B', "''", '""'],
  ])('%s', (_name, text, posix, windows) => {
    expect(toShellArgument(text, 80, 'posix')).toBe(posix);
    expect(toShellArgument(text, 80, 'windows')).toBe(windows);
  });

  it('reaches a program of a real shell as one word, and as it was', async () => {
    const texts = fc.sample(hostileText, { seed: 5, numRuns: 400 }).filter((text) => /^[\p{L}\p{N}]/u.test(toLine(text, 80)));
    expect(texts.length).toBeGreaterThan(50);
    const words = texts.map((text) => toShellArgument(text, 80, 'posix'));
    const { stdout } = await runPrinted(`printf '%s\\n' ${words.join(' ')}`);
    expect(stdout.split('\n').slice(0, -1)).toEqual(texts.map((text) => toLine(text, 80)));
  });
});
