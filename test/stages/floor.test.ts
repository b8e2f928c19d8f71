import { describe, expect, it } from 'vitest';
import type { Seed } from '../../src/domain/seed.ts';
import { clearsFloor } from '../../src/stages/floor.ts';
import { standingOf } from '../../src/stages/strength.ts';
import { WINDOW } from '../support/build-item.ts';
import { buildSeed } from '../support/build-nomination.ts';

function clears(seeds: readonly Seed[], junk = false): boolean {
  return clearsFloor(standingOf(seeds, WINDOW), seeds, junk);
}

const small = { points: 13, commentCount: 0, heat: 0.4 };
const twoFamilies = [
  buildSeed({ ...small, source: 'hackernews', publisher: 'a.example' }),
  buildSeed({ ...small, source: 'reddit', publisher: 'reddit.com/u/bo' }),
];
const onePublisher = twoFamilies.map(({ item, heat }) => buildSeed({ ...item, native: 2, heat, publisher: 'a.example' }));
const oneFamily = twoFamilies.map(({ item, heat }, native) => ({
  item: { ...item, id: buildSeed({ native }).item.id, source: 'hackernews' as const },
  heat,
}));

describe('the confidence floor', () => {
  it('passes two 13-point posts of two families and two publishers, by design', () => {
    expect(clears(twoFamilies)).toBe(true);
  });

  it('passes a 1,084-point thread of one source that is hot there', () => {
    expect(clears([buildSeed({ points: 1084, commentCount: 300, heat: 0.95 })])).toBe(true);
  });

  it('does not pass 30 upvotes, hot as they may be', () => {
    expect(clears([buildSeed({ points: 30, commentCount: 12, heat: 0.99 })])).toBe(false);
  });

  it.each([
    ['two families, one publisher', onePublisher, false],
    ['one family, two publishers', oneFamily, false],
    ['200 points at heat .95', [buildSeed({ points: 200, commentCount: 0, heat: 0.95 })], true],
    ['199 points at heat .95', [buildSeed({ points: 199, commentCount: 199, heat: 0.95 })], false],
    ['200 comments at heat .95', [buildSeed({ points: null, commentCount: 200, heat: 0.95 })], true],
    ['200 points and no comments shown', [buildSeed({ points: 200, commentCount: null, heat: 0.95 })], true],
    ['5,000 points at heat .949', [buildSeed({ points: 5000, commentCount: 900, heat: 0.949 })], false],
    ['no numbers at heat 1', [buildSeed({ points: null, commentCount: null, heat: 1 })], false],
    [
      'heat and reach on two different items',
      [buildSeed({ native: 1, points: 10, heat: 0.99 }), buildSeed({ native: 2, points: 5000, heat: 0.5 })],
      false,
    ],
  ])('%s: %#', (_, seeds, passes) => {
    expect(clears(seeds)).toBe(passes);
  });

  it('passes junk with seeds of two families and two publishers', () => {
    expect(clears(twoFamilies, true)).toBe(true);
  });

  it('gives junk no bypass for reach', () => {
    expect(clears([buildSeed({ points: 5000, commentCount: 900, heat: 0.99 })], true)).toBe(false);
  });
});
