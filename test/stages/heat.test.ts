import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Item } from '../../src/domain/item.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { heatsOf } from '../../src/stages/heat.ts';
import { AT_MS, buildItem, hoursAgo } from '../support/build-item.ts';

function buildMany(count: number, over: (index: number) => Parameters<typeof buildItem>[0]) {
  return Array.from({ length: count }, (_, index) => buildItem({ native: index, ...over(index) }));
}

function inOrder(items: readonly Item[]) {
  const heats = heatsOf(items, AT_MS);
  return items.map(({ id }) => heats.get(id));
}

describe('heat', () => {
  it('is the mid-rank percentile of points and comments within one source', () => {
    const items = [
      buildItem({ native: 1, points: 5, commentCount: 0 }),
      buildItem({ native: 2, points: 10, commentCount: 10 }),
      buildItem({ native: 3, points: 20, commentCount: 0 }),
      buildItem({ native: 4, points: 100, commentCount: null }),
    ];
    expect(inOrder(items)).toEqual([0.125, 0.5, 0.5, 0.875]);
  });

  it('never compares across sources: ten stars and a million points are both the top of their own', () => {
    const stars = buildMany(10, (index) => ({ source: 'github', points: index, commentCount: null }));
    const points = buildMany(10, (index) => ({ source: 'reddit', points: index * 1_000_000 }));
    const heats = heatsOf([...stars, ...points], AT_MS);
    expect(heats.get('github:9')).toBe(0.95);
    expect(heats.get('reddit:9')).toBe(0.95);
    expect(heats.get('github:0')).toBe(heats.get('reddit:0'));
  });

  it('reads the listing rank where a source shows no numbers, an item without one last', () => {
    const none = { source: 'reddit', points: null, commentCount: null } as const;
    const items = [1, 2, 3, null].map((rank, index) => buildItem({ ...none, native: index, rank }));
    expect(inOrder(items)).toEqual([0.875, 0.625, 0.375, 0.125]);
  });

  it('compares items of similar age once there are twenty of each', () => {
    const old = buildMany(20, (index) => ({ native: `old-${index}`, points: 1000 + index, publishedAt: hoursAgo(100) }));
    const young = buildMany(20, (index) => ({ native: `young-${index}`, points: index, publishedAt: hoursAgo(1) }));
    const heats = heatsOf([...old, ...young], AT_MS);
    expect(heats.get('hackernews:young-19')).toBe(0.975);
    expect(heats.get('hackernews:old-0')).toBe(0.025);
  });

  it.each([3, 12, 48, 168])('begins another age after %i hours', (bound) => {
    const younger = buildMany(20, (index) => ({ native: `young-${index}`, points: index, publishedAt: hoursAgo(bound) }));
    const older = buildMany(20, (index) => ({ native: `old-${index}`, points: 100 + index, publishedAt: hoursAgo(bound + 0.1) }));
    const heats = heatsOf([...younger, ...older], AT_MS);
    expect([heats.get('hackernews:young-19'), heats.get('hackernews:old-0')]).toEqual([0.975, 0.025]);
  });

  it('lets an age group that is too small join its neighbour', () => {
    const old = buildMany(20, (index) => ({ native: `old-${index}`, points: 1000 + index, publishedAt: hoursAgo(100) }));
    const few = buildMany(19, (index) => ({ native: `young-${index}`, points: index, publishedAt: hoursAgo(1) }));
    const heats = heatsOf([...few, ...old], AT_MS);
    expect(heats.get('hackernews:young-18')).toBe(18.5 / 39);
    expect(heats.get('hackernews:old-19')).toBe(38.5 / 39);
  });

  it('counts undated items among the oldest', () => {
    const young = buildMany(20, (index) => ({ native: `young-${index}`, points: index, publishedAt: hoursAgo(1) }));
    const undated = buildMany(20, (index) => ({ native: `undated-${index}`, points: 100 + index, publishedAt: null }));
    const heats = heatsOf([...young, ...undated], AT_MS);
    expect(heats.get('hackernews:young-19')).toBe(0.975);
    expect(heats.get('hackernews:undated-0')).toBe(0.025);
  });

  it('of nothing is nothing, and of one item the middle', () => {
    expect(heatsOf([], AT_MS).size).toBe(0);
    expect(heatsOf([buildItem()], AT_MS).get('hackernews:1')).toBe(0.5);
  });

  it('does not depend on the order of items and lies strictly between 0 and 1', () => {
    const item = fc.record({
      source: fc.constantFrom(...SOURCE_IDS),
      points: fc.option(fc.integer({ min: -5, max: 50 })),
      commentCount: fc.option(fc.nat(50)),
      rank: fc.option(fc.integer({ min: 1, max: 50 })),
      publishedAt: fc.option(fc.nat(300).map(hoursAgo)),
    });
    const pools = fc.array(item, { maxLength: 60 }).map((rows) => rows.map((row, native) => buildItem({ native, ...row })));
    const shuffled = pools.chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })));
    fc.assert(
      fc.property(shuffled, ([items, others]) => {
        const heats = heatsOf(items, AT_MS);
        expect(new Map([...heatsOf(others, AT_MS)].sort())).toEqual(new Map([...heats].sort()));
        for (const heat of heats.values()) expect(heat > 0 && heat < 1).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
