import { describe, expect, it } from 'vitest';
import type { JudgedNomination } from '../../src/domain/judgment.ts';
import { assignSlots, closestOf, type RankedNomination, rank } from '../../src/stages/rank.ts';
import { hoursAgo, WINDOW } from '../support/build-item.ts';
import { buildJudged, buildNomination, buildSeed, corroboratedSeeds } from '../support/build-nomination.ts';

function strong(place: number, over: Partial<JudgedNomination> = {}): JudgedNomination {
  return buildJudged(buildNomination({ rank: place, seeds: corroboratedSeeds(`k${place}`) }), over);
}

function weak(place: number, over: Partial<JudgedNomination> = {}): JudgedNomination {
  return buildJudged(
    buildNomination({ rank: place, seeds: [buildSeed({ native: `w${place}`, heat: 0.99, points: 30, publishedAt: hoursAgo(0) })] }),
    over,
  );
}

function ranksOf(rows: readonly RankedNomination[]): number[] {
  return rows.map((row) => row.nomination.rank);
}

describe('rank', () => {
  it('orders by strength x (0.5 + worth/100)', () => {
    const quiet = buildJudged(buildNomination({ rank: 2, seeds: [buildSeed({ heat: 0.4, publishedAt: hoursAgo(0) })] }), { worth: 100 });
    const viral = buildJudged(buildNomination({ rank: 1, seeds: [buildSeed({ heat: 0.8, publishedAt: hoursAgo(0) })] }), { worth: 20 });
    const rows = rank([viral, quiet], WINDOW);
    expect(rows.map((row) => [row.nomination.rank, row.score])).toEqual([
      [2, expect.closeTo(0.6, 12)],
      [1, expect.closeTo(0.56, 12)],
    ]);
    expect(rows[0]?.standing.strength).toBe(0.4);
  });

  it('keeps the order of the pool between equals', () => {
    expect(ranksOf(rank([strong(11), strong(2), strong(3)], WINDOW))).toEqual([2, 3, 11]);
  });
});

describe('slots', () => {
  const twelve = Array.from({ length: 12 }, (_, index) => strong(index + 1));

  it('are 8 deep and 6 shallow; who is left out is named', () => {
    const deep = assignSlots(rank(twelve, WINDOW), 'deep');
    expect([ranksOf(deep.researched), ranksOf(deep.unresearched), ranksOf(deep.below)]).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8],
      [9, 10, 11, 12],
      [],
    ]);
    const shallow = assignSlots(rank(twelve, WINDOW), 'shallow');
    expect([ranksOf(shallow.researched).length, ranksOf(shallow.unresearched).length]).toEqual([6, 6]);
  });

  it('are freed by what the host calls junk', () => {
    const rows = twelve.map((row, index) => (index === 2 ? { ...row, junk: true } : row));
    const slots = assignSlots(rank(rows, WINDOW), 'deep');
    expect(ranksOf(slots.researched)).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
    expect(ranksOf(slots.below)).toEqual([3]);
  });

  it('stay open to corroborated junk of the heuristics', () => {
    const suspected = strong(1, { junk: true, judgedBy: 'heuristics', junkBy: 'heuristics' });
    expect(ranksOf(assignSlots(rank([suspected], WINDOW), 'deep').researched)).toEqual([1]);
  });

  it('prefer quiet but worthy over viral at the cut', () => {
    const rows = twelve.map((row, index) => ({ ...row, worth: index === 11 ? 100 : 20 }));
    expect(ranksOf(assignSlots(rank(rows, WINDOW), 'deep').researched)).toEqual([12, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('never go to what cannot clear the floor, hot and worthy as it may be', () => {
    const slots = assignSlots(rank([weak(1, { worth: 100 }), strong(2, { worth: 0 })], WINDOW), 'deep');
    expect([ranksOf(slots.researched), ranksOf(slots.unresearched), ranksOf(slots.below)]).toEqual([[2], [], [1]]);
  });
});

describe('the closest weak signal', () => {
  it('is the strongest that is no junk', () => {
    const rows = rank([weak(1, { junk: true, worth: 100 }), weak(2, { worth: 60 }), weak(3, { worth: 50 })], WINDOW);
    expect(closestOf(rows)?.nomination.rank).toBe(2);
  });

  it('is junk when there is nothing else, and nothing when there is nothing', () => {
    expect(closestOf(rank([weak(1, { junk: true })], WINDOW))?.nomination.rank).toBe(1);
    expect(closestOf([])).toBeNull();
  });
});
