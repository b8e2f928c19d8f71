import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doubleAt, floatAt, GrowingIntegers, GrowingNumbers, intAt, shortAt } from '../../src/stages/cluster/arrays.ts';
import { AverageLink } from '../../src/stages/cluster/average-link.ts';
import { DisjointSets } from '../../src/stages/cluster/disjoint-sets.ts';
import { Heap } from '../../src/stages/cluster/heap.ts';
import { PairTable } from '../../src/stages/cluster/pair-table.ts';

type Edge = readonly [left: number, right: number, similarity: number];

/** Runs the linkage and returns its clusters as sorted lists of nodes. */
function link(count: number, edges: readonly Edge[], options = { mergeAt: 0.28, largest: 100 }): number[][] {
  const linkage = new AverageLink(count);
  for (const [index, [left, right, similarity]] of edges.entries()) linkage.connect(left, right, similarity, index);
  const sets = new DisjointSets(count);
  for (const edge of linkage.run(options)) sets.unite(edges[edge]?.[0] ?? 0, edges[edge]?.[1] ?? 0);
  return toLists(Array.from({ length: count }, (_, node) => sets.find(node)));
}

function toLists(names: readonly number[]): number[][] {
  const lists = new Map<number, number[]>();
  for (const [node, name] of names.entries()) lists.set(name, [...(lists.get(name) ?? []), node]);
  return [...lists.values()];
}

type Candidate = { readonly average: number; readonly left: readonly number[]; readonly right: readonly number[] };

/** The textbook algorithm: all averages anew before every merge. */
function linkNaively(count: number, edges: readonly Edge[], mergeAt: number): number[][] {
  let clusters = Array.from({ length: count }, (_, node) => [node]);
  for (;;) {
    const pairs = clusters.flatMap((left, index) =>
      clusters.slice(index + 1).map((right): Candidate => ({ average: toAverage(edges, left, right), left, right })),
    );
    const [best] = pairs.filter(({ average }) => average >= mergeAt).toSorted((a, b) => b.average - a.average);
    if (best === undefined) return clusters.map((nodes) => nodes.toSorted((x, y) => x - y)).toSorted(([x = 0], [y = 0]) => x - y);
    clusters = [...clusters.filter((nodes) => nodes !== best.left && nodes !== best.right), [...best.left, ...best.right]];
  }
}

function toAverage(edges: readonly Edge[], left: readonly number[], right: readonly number[]): number {
  const between = edges.filter(([x, y]) => (left.includes(x) && right.includes(y)) || (left.includes(y) && right.includes(x)));
  return between.reduce((total, [, , similarity]) => total + similarity, 0) / (left.length * right.length);
}

const clique = (nodes: readonly number[], similarity: number): Edge[] =>
  nodes.flatMap((left, index) => nodes.slice(index + 1).map((right): Edge => [left, right, similarity]));
const cross = (lefts: readonly number[], rights: readonly number[], similarity: number): Edge[] =>
  lefts.flatMap((left) => rights.map((right): Edge => [left, right, similarity]));

describe('AverageLink', () => {
  it('merges nothing without edges', () => {
    expect(link(3, [])).toEqual([[0], [1], [2]]);
  });

  it('counts a missing pair as unlike', () => {
    expect(
      link(3, [
        [0, 1, 0.9],
        [1, 2, 0.5],
      ]),
    ).toEqual([[0, 1], [2]]);
    expect(
      link(3, [
        [0, 1, 0.9],
        [1, 2, 0.6],
      ]),
    ).toEqual([[0, 1, 2]]);
  });

  it('takes the strongest of several similarities of one pair', () => {
    const linkage = new AverageLink(2);
    linkage.connect(0, 1, 0.1, 7);
    linkage.connect(1, 0, 0.5, 8);
    linkage.connect(0, 1, 0.3, 9);
    expect(linkage.run({ mergeAt: 0.28, largest: 10 })).toEqual([8]);
  });

  it('names the strongest edge of a merge, through merges', () => {
    const linkage = new AverageLink(4);
    const edges: Edge[] = [
      [0, 1, 0.9],
      [2, 3, 0.8],
      [0, 2, 0.3],
      [1, 2, 0.4],
      [1, 3, 0.7],
      [0, 3, 0.5],
    ];
    for (const [index, [left, right, similarity]] of edges.entries()) linkage.connect(left, right, similarity, index);
    expect(linkage.run({ mergeAt: 0.28, largest: 10 })).toEqual([0, 1, 4]);
  });

  it('lets one veto outweigh an agreement', () => {
    expect(
      link(3, [
        [0, 1, -1],
        [0, 2, 0.9],
        [1, 2, 0.8],
      ]),
    ).toEqual([[0, 2], [1]]);
  });

  it('stops at the largest size', () => {
    expect(link(4, clique([0, 1, 2, 3], 0.5), { mergeAt: 0.28, largest: 2 })).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('is content with half the average over eight times the pairs', () => {
    const [left, right] = [
      [0, 1, 2],
      [3, 4, 5],
    ];
    const stories = [...clique(left, 0.9), ...clique(right, 0.9)];
    expect(link(6, [...stories, ...cross(left, right, 0.15)])).toEqual([[0, 1, 2, 3, 4, 5]]);
    expect(link(6, [...stories, ...cross(left, right, 0.13)])).toEqual([left, right]);
    expect(link(6, [...stories, ...cross([0, 1], right, 0.15)])).toEqual([left, right]);
  });

  it('agrees with the textbook algorithm', () => {
    const edge = fc.tuple(fc.nat(4), fc.nat(4), fc.double({ min: -1, max: 1, noNaN: true })).filter(([left, right]) => left < right);
    // Five nodes have at most six pairs between two clusters: only the first round applies.
    const graph = fc.uniqueArray(edge, { selector: ([left, right]) => left * 5 + right, maxLength: 10 });
    fc.assert(
      fc.property(graph, (edges) => {
        fc.pre(new Set(edges.map(([, , similarity]) => similarity)).size === edges.length);
        expect(link(5, edges)).toEqual(linkNaively(5, edges, 0.28));
      }),
      { numRuns: 500 },
    );
  });
});

describe('Heap', () => {
  it('gives values in falling order and equal values by id', () => {
    const entries = fc.array(fc.tuple(fc.constantFrom(0.1, 0.2, 0.3, 0.4), fc.nat(1000)), { maxLength: 60 });
    fc.assert(
      fc.property(entries, (pushed) => {
        const heap = new Heap();
        for (const [value, id] of pushed) heap.push(value, id);
        const popped: [number, number][] = [];
        while (heap.size > 0) {
          popped.push([heap.topValue, heap.topId]);
          heap.pop();
        }
        expect(popped).toEqual(pushed.toSorted(([a, x], [b, y]) => b - a || x - y));
      }),
    );
  });

  it('can be filled again', () => {
    const heap = new Heap();
    for (const value of [0.1, 0.3, 0.2]) heap.push(value, 1);
    expect(heap.topValue).toBe(0.3);
    heap.pop();
    heap.push(0.25, 2);
    expect([heap.topValue, heap.topId, heap.size]).toEqual([0.25, 2, 3]);
    for (let left = heap.size; left > 0; left -= 1) heap.pop();
    expect([heap.topValue, heap.size]).toEqual([0, 0]);
  });
});

describe('PairTable', () => {
  it('numbers pairs in order of first use, and keeps the numbers as it grows', () => {
    const table = new PairTable(10);
    for (let round = 0; round < 2; round += 1) {
      for (let pair = 0; pair < 5000; pair += 1) expect(table.add(pair % 71, pair)).toBe(pair);
    }
    expect([table.size, table.first(142), table.second(142)]).toEqual([5000, 0, 142]);
    expect([table.find(1, 72), table.find(72, 1), table.find(5, 5000)]).toEqual([72, -1, -1]);
  });

  it('finds a renamed pair under its new name only, however often names change', () => {
    const table = new PairTable(0);
    for (let pair = 0; pair < 300; pair += 1) table.add(0, pair);
    for (let round = 1; round <= 20; round += 1) {
      for (let pair = 0; pair < 300; pair += 1) table.rename(pair, round, pair);
    }
    expect(Array.from({ length: 300 }, (_, pair) => table.find(20, pair))).toEqual(Array.from({ length: 300 }, (_, pair) => pair));
    expect([table.find(0, 7), table.find(19, 7), table.size, table.add(19, 7)]).toEqual([-1, -1, 300, 300]);
  });
});

describe('DisjointSets', () => {
  it('names a set by the set that took the other in', () => {
    const sets = new DisjointSets(4);
    expect([sets.unite(2, 0), sets.unite(3, 2), sets.unite(0, 3)]).toEqual([true, true, false]);
    expect([0, 1, 2, 3].map((member) => sets.find(member))).toEqual([3, 1, 3, 3]);
  });
});

describe('reading past the end', () => {
  it('gives 0', () => {
    expect([intAt(new Uint32Array([7]), 0), intAt(new Uint32Array(1), 1), floatAt(new Float32Array(1), 1)]).toEqual([7, 0, 0]);
    expect([shortAt(new Uint16Array([7]), 0), shortAt(new Uint16Array(1), 1)]).toEqual([7, 0]);
    expect([doubleAt(new Float64Array([0.5]), 0), doubleAt(new Float64Array(1), -1)]).toEqual([0.5, 0]);
  });
});

describe.each([
  ['GrowingNumbers', new GrowingNumbers(), 0.5],
  ['GrowingIntegers', new GrowingIntegers(), 3],
])('%s', (_, list, factor) => {
  it('grows, can be changed, and reads 0 past the end', () => {
    for (let value = 0; value < 1000; value += 1) list.push(value * factor);
    list.set(3, 10 * factor);
    expect([list.length, list.get(3), list.get(999), list.get(100_000)]).toEqual([1000, 10 * factor, 999 * factor, 0]);
  });
});
