import { describe, expect, it } from 'vitest';
import { type Leg, legOf, parseRawOptions } from '../../src/cli/options.ts';
import { parseChoice, parseInstant, parseSources, parseSubreddits, parseWholeNumber } from '../../src/cli/values.ts';

const RANGE = { least: 1, most: 365 };

describe('a value of a flag', () => {
  it.each([
    ['1', 1],
    ['030', 30],
    ['365', 365],
  ])('whole number %s', (text, value) => {
    expect(parseWholeNumber('--n', text, RANGE)).toBe(value);
  });

  it.each(['', ' 1', '0', '366', '-1', '+1', '1.0', '1e1', '0x10', '١', 'NaN', '9'.repeat(400)])(
    'is no whole number in range: "%s"',
    (text) => {
      expect(() => parseWholeNumber('--n', text, RANGE)).toThrow('--n takes a whole number from 1 to 365');
    },
  );

  it.each([
    ['2021-12-10T06:00:00Z', Date.UTC(2021, 11, 10, 6)],
    ['2021-12-10T06:00:00.250Z', Date.UTC(2021, 11, 10, 6, 0, 0, 250)],
    ['2021-12-10T07:00:00+01:00', Date.UTC(2021, 11, 10, 6)],
  ])('instant %s', (text, ms) => {
    expect(parseInstant('--now', text)).toBe(ms);
  });

  it.each([
    '',
    '2021-12-10',
    '2021-12-10T06:00:00',
    '10 Dec 2021',
    '2021-13-01T00:00:00Z',
    '2021-02-30T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    '0',
  ])('is no instant: "%s"', (text) => {
    expect(() => parseInstant('--now', text)).toThrow('--now takes an ISO instant');
  });

  it('lists are split at commas, blanks and repeats left out', () => {
    expect(parseSources(' reddit , hackernews,reddit,')).toEqual(['reddit', 'hackernews']);
    expect(parseSubreddits('r/science, /r/space,science')).toEqual(['science', 'space']);
  });

  it.each(['a', 'x'.repeat(22), 'a-b', 'a+b', '../x', Array.from({ length: 101 }, (_, index) => `sub${index}`).join(',')])(
    'are no subreddits: %s',
    (text) => {
      expect(() => parseSubreddits(text)).toThrow('--subreddits');
    },
  );

  it('a choice is one of those there are, letter for letter', () => {
    expect(parseChoice('--tier', 'deep', ['deep', 'shallow'])).toBe('deep');
    for (const text of ['Deep', 'deep ', ''])
      expect(() => parseChoice('--tier', text, ['deep', 'shallow'])).toThrow('--tier takes deep, shallow');
  });
});

describe('the leg that flags ask for', () => {
  it.each([
    [{}, undefined, 'oneshot'],
    [{}, 'databases', 'oneshot'],
    [{ nominateOnly: true, tier: 'deep', sources: 'reddit', lookbackDays: '7', subreddits: 'science' }, 'databases', 'nominate'],
    [{ judgments: '-' }, undefined, 'resume'],
    [{ finalize: true }, undefined, 'finalize'],
    [{ finalize: true, angles: 'a.json', strict: true, emit: 'md' }, undefined, 'finalize'],
  ] satisfies [object, string | undefined, Leg][])('%j is %s %s', (raw, domain, leg) => {
    expect(legOf(parseRawOptions(raw), domain)).toBe(leg);
  });
});
