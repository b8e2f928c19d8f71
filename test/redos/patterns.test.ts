import { check } from 'recheck';
import { describe, expect, it } from 'vitest';
import { patternsOf } from './patterns.ts';
import { SETTINGS } from './settings.ts';

describe('the patterns of a file', () => {
  it('are its literals and the calls made of its constants', () => {
    const text = [
      "const WORD = '[a-z]+';",
      'const COUNT = 3;',
      `const PAIR = \`$\{WORD} $\{WORD}\`;`,
      'const a = /x\\/(?:y)[/]/giu;',
      `const b = new RegExp(\`^$\{PAIR}{$\{COUNT}}$\`, 'i');`,
      'const c = RegExp(WORD);',
    ].join('\n');
    expect(patternsOf('a.ts', text)).toEqual({
      patterns: [
        { source: 'x\\/(?:y)[/]', flags: 'giu', at: 'a.ts:4' },
        { source: '^[a-z]+ [a-z]+{3}$', flags: 'i', at: 'a.ts:5' },
        { source: '[a-z]+', flags: '', at: 'a.ts:6' },
      ],
      unread: [],
    });
  });

  it.each(['new RegExp(given)', `new RegExp(\`^$\{given}$\`)`, "new RegExp('a', given)", "new RegExp(['a'].join('|'))", 'RegExp()'])(
    'do not hide what is built at run time: %s',
    (call) => {
      expect(patternsOf('a.ts', `let given = 'x';\nuse(${call});`)).toEqual({ patterns: [], unread: [{ text: call, at: 'a.ts:2' }] });
    },
  );
});

it('the checker knows a slow pattern from a fast one', async () => {
  expect((await check('\\s+$', '', SETTINGS)).status).toBe('vulnerable');
  expect((await check('(?<!\\s)\\s+$', '', SETTINGS)).status).toBe('safe');
  expect((await check('^(a|a)*$', '', SETTINGS)).status).toBe('vulnerable');
});
