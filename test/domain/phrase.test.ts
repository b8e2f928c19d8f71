import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agePhrase, counted, dayOf, elapsed, hundredths, listed, ordinal, thousands } from '../../src/domain/phrase.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('phrase', () => {
  it.each([
    [0, '0th'],
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [42, '42nd'],
    [103, '103rd'],
    [111, '111th'],
    [1012, '1,012th'],
    [1101, '1,101st'],
  ])('the place %i is %s', (place, expected) => {
    expect(ordinal(place)).toBe(expected);
  });

  it.each([
    [-5, 'under 1 min'],
    [MINUTE - 1, 'under 1 min'],
    [MINUTE, '1 min'],
    [HOUR - 1, '59 min'],
    [HOUR, '1 h'],
    [48 * HOUR - 1, '47 h'],
    [48 * HOUR, '2 d'],
    [72 * HOUR - 1, '2 d'],
    [24_000 * HOUR, '1,000 d'],
  ])('%i ms are %s', (ms, expected) => {
    expect(elapsed(ms)).toBe(expected);
  });

  it('never overstates an age', () => {
    fc.assert(
      fc.property(fc.integer({ min: MINUTE, max: 4000 * HOUR }), (ms) => {
        const [amount = '', unit = ''] = elapsed(ms).split(' ');
        const unitMs = { min: MINUTE, h: HOUR, d: 24 * HOUR }[unit] ?? Number.NaN;
        expect(Number(amount.replace(',', '')) * unitMs).toBeLessThanOrEqual(ms);
      }),
    );
  });

  it.each([
    [0, '0 items'],
    [1, '1 item'],
    [-1, '-1 item'],
    [-3, '-3 items'],
    [1234567, '1,234,567 items'],
  ])('counts %i as %s', (count, expected) => {
    expect(counted(count, 'item')).toBe(expected);
  });

  it('knows the plural of a noun in -y', () => {
    expect([counted(1, 'family'), counted(2, 'family'), counted(2, 'day')]).toEqual(['1 family', '2 families', '2 days']);
  });

  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('lists %j as "%s"', (words, expected) => {
    expect(listed(words)).toBe(expected);
  });

  it.each([
    [0.949, '0.94'],
    [0.95, '0.95'],
    [0.29, '0.29'],
    [0.9999, '0.99'],
    [1, '1.00'],
    [0, '0.00'],
  ])('shows the heat %d as %s', (heat, expected) => {
    expect(hundredths(heat)).toBe(expected);
  });

  it('writes numbers and days the same in every locale', () => {
    expect([thousands(9_876_543), dayOf('2031-05-10T23:59:59.999Z')]).toEqual(['9,876,543', '2031-05-10']);
  });
});

describe('age', () => {
  const toAt = '2031-05-10T18:00:00.000Z';

  it('names the newest and the oldest item', () => {
    const dates = { newestAt: '2031-05-10T15:30:00.000Z', oldestAt: '2031-05-01T18:00:00.000Z' };
    expect(agePhrase(dates, toAt)).toBe('newest 2 h, oldest 9 d before the sweep');
  });

  it('says one date once', () => {
    const dates = { newestAt: '2031-05-10T17:20:00.000Z', oldestAt: '2031-05-10T17:20:00.000Z' };
    expect(agePhrase(dates, toAt)).toBe('40 min before the sweep');
  });

  it('owns up to having no date', () => {
    expect(agePhrase({ newestAt: null, oldestAt: null }, toAt)).toBe('unknown: no item carries a date');
  });
});
