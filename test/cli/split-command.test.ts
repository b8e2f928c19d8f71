import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toCommandLine } from '../../src/cli/command-line.ts';
import { parseItemCommand, splitCommand } from '../../src/cli/split-command.ts';

describe('splitCommand', () => {
  it.each([
    ['a b  c', ['a', 'b', 'c']],
    [`a 'b c' "d e" f\\ g`, ['a', 'b c', 'd e', 'f g']],
    [`a '' ""`, ['a', '', '']],
    [`--x='y z'"\\"w\\n"`, ['--x=y z"w\\n']],
    ['$HOME `id` | > ; & *', ['$HOME', '`id`', '|', '>', ';', '&', '*']],
    ['', []],
  ])('splits %j as a POSIX shell would, and expands nothing', (text, words) => {
    expect(splitCommand(text)).toEqual(words);
  });

  it.each(["a 'b", 'a "b', 'a b\\', `a"b 'c'`])('refuses %j', (text) => {
    expect(() => splitCommand(text)).toThrow('quote');
  });

  it('gives back what was quoted', () => {
    const property = fc.property(fc.array(fc.string({ unit: 'binary', minLength: 1 })), (words) => {
      const line = toCommandLine({ execPath: 'node', loader: [], script: 'look.js', platform: 'linux' }, words);
      expect(splitCommand(line)).toEqual(['node', 'look.js', ...words]);
    });
    fc.assert(property);
  });
});

describe('parseItemCommand', () => {
  it('keeps a key one argument, whatever it holds', () => {
    const { program, toArgs } = parseItemCommand(`curl -s '--url={}' -- {}`);
    expect([program, toArgs("a b'; rm $& {}")]).toEqual(['curl', ['-s', "--url=a b'; rm $& {}", '--', "a b'; rm $& {}"]]);
  });
});
