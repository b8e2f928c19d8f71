import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cut, cutAngle, cutName, cutToUnits } from '../../../src/domain/text/cut.ts';
import { hostileText } from './strangers.ts';

describe('cut', () => {
  it.each([
    ['what fits stays', 'one two', 7, 'one two'],
    ['before a space', 'one two three', 7, 'one two'],
    ['back to a word in the last third', 'one two three', 9, 'one two'],
    ['in the word when the space is too far back', 'a bcdefghijklmnop', 9, 'a bcdefgh'],
    ['not back to an early line break', 'one\ntwo', 5, 'one\nt'],
    ['at a late line break', 'one two\nthree', 9, 'one two'],
    ['without spaces', '如何评价这个漏洞', 4, '如何评价'],
    ['counting code points', '😀😀😀😀', 2, '😀😀'],
    ['before a base with its mark', 'abce\u0301f', 4, 'abc'],
    ['not through a flag', '🇩🇪🇫🇷', 3, '🇩🇪'],
    ['not through a family', 'a👩‍👩‍👧b', 3, 'a'],
    ['to nothing', 'abc', 0, ''],
  ])('%s', (_name, text, cap, expected) => {
    expect(cut(text, cap)).toBe(expected);
  });

  it.each([
    ['one two three', 8, 'one two…'],
    ['one two', 7, 'one two'],
    ['abcdef', 1, '…'],
    ['abcdef', 0, ''],
  ])('ends %j within %i where asked', (text, cap, expected) => {
    expect(cut(text, cap, '…')).toBe(expected);
  });

  it('is a beginning of the text, within the cap, and stable', () => {
    fc.assert(
      fc.property(hostileText, fc.nat({ max: 50 }), (text, cap) => {
        const head = cut(text, cap);
        expect(text.startsWith(head)).toBe(true);
        expect([...head].length).toBeLessThanOrEqual(cap);
        expect(cut(head, cap)).toBe(head);
        expect([...cut(text, cap, '…')].length).toBeLessThanOrEqual(cap);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cutToUnits', () => {
  it.each([
    ['what fits stays', 'Kelpdb data loss', 96, 'Kelpdb data loss'],
    ['at a word', 'Kelpdb data loss', 13, 'Kelpdb data'],
    ['as many whole characters as fit', '𝕳'.repeat(90), 96, '𝕳'.repeat(48)],
    ['the odd unit left over', `a${'𝕳'.repeat(90)}`, 96, `a${'𝕳'.repeat(47)}`],
    ['one wide character costs no more than itself', `a𝕳${'b'.repeat(99)}`, 96, `a𝕳${'b'.repeat(93)}`],
  ])('%s', (_name, text, units, expected) => {
    expect(cutToUnits(text, units)).toBe(expected);
  });

  it('is a beginning of the text and within the units', () => {
    fc.assert(
      fc.property(hostileText, fc.nat({ max: 50 }), (text, units) => {
        const head = cutToUnits(text, units);
        expect(text.startsWith(head)).toBe(true);
        expect(head.length).toBeLessThanOrEqual(units);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('cutName and cutAngle', () => {
  const long = `${'word '.repeat(18)}again, and then some more`;

  it.each([
    ['a name as it is', ' Log4j  RCE! ', 'Log4j RCE!'],
    ['cut at a word, loose ends gone', long, `${'word '.repeat(18)}again`],
    ['loose ends of every kind', `${'a'.repeat(86)} \`'".,;:!?- bcdefghij`, 'a'.repeat(86)],
    ['hidden characters gone', 'Log\u200B4j \u001B[31mRCE', 'Log4j RCE'],
    ['digits suffice', '2048', '2048'],
    ['any script', '漏洞', '漏洞'],
    ['blank', ' \n\u200B', null],
    ['no letter or digit', '🚀 !!! …', null],
    ['none left after the cut', `${'! '.repeat(60)}abc`, null],
  ])('%s', (_name, text, expected) => {
    expect(cutName(text)).toBe(expected);
  });

  it('caps names at 96 and angles at 200', () => {
    expect(cutName('a'.repeat(99))).toBe('a'.repeat(96));
    expect(cutName(`a${'😀'.repeat(95)}`)).toBe(`a${'😀'.repeat(47)}`);
    expect(cutAngle('a'.repeat(201))).toBe('a'.repeat(200));
  });

  it('gives what it would keep as it is', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const name = cutName(text);
        if (name !== null) expect(cutName(name)).toBe(name);
        expect((name ?? '').length).toBeLessThanOrEqual(96);
      }),
      { numRuns: 1000 },
    );
  });
});
