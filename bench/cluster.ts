import { tokenise } from '../src/stages/cluster/tokens.ts';
import { type ClusterInput, cluster } from '../src/stages/cluster.ts';

/**
 * What clustering costs, as ratios: to tokenising the same titles, and from 10k to 100k items. Titles are synthetic: a 40,000-word
 * vocabulary (Zipf 1.05), 30,000 names (Zipf .9), stories of 2 to 12 titles, 10 % of titles without a story.
 */
const SEED = 22;
const ROUNDS = [
  { size: 1_000, repeats: 40 },
  { size: 10_000, repeats: 25 },
  { size: 100_000, repeats: 12 },
];

type Item = ClusterInput & { readonly story: number };

/** Mulberry32: a small seeded generator, 0..1. */
function toRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Letters only: digits would make every word an identifier. */
function toWord(index: number, prefix: string): string {
  let rest = index;
  let word = prefix;
  do {
    word += 'bcdfghjklmnpqrtvwxz'.charAt(rest % 19) + 'aeiou'.charAt(Math.floor(rest / 19) % 5);
    rest = Math.floor(rest / 95);
  } while (rest > 0);
  return `${word}n`;
}

function toZipf(count: number, exponent: number, random: () => number): () => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank += 1) {
    total += (rank + 1) ** -exponent;
    sums[rank] = total;
  }
  return () => {
    const target = random() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function toItems(count: number): Item[] {
  const random = toRandom(SEED);
  const rankOfWord = toZipf(40_000, 1.05, random);
  const rankOfName = toZipf(30_000, 0.9, random);
  const words = (length: number) => Array.from({ length }, () => toWord(rankOfWord(), 'w'));
  const names = (length: number) => Array.from({ length }, () => toWord(rankOfName(), 'e'));
  const items: Item[] = [];
  const add = (parts: readonly string[], story: number) => {
    const id = `i${Math.floor(random() * 2 ** 32).toString(36)}-${items.length}`;
    items.push({ id, title: parts.toSorted(() => random() - 0.5).join(' '), urlKey: null, source: 'synthetic', story });
  };
  for (let story = 0; items.length < count; story += 1) {
    if (random() < 0.45) {
      add([...names(1), ...words(7)], story);
      continue;
    }
    const about = [...names(2), ...words(5)];
    const size = 2 + Math.floor(random() * 11);
    for (let title = 0; title < size && items.length < count; title += 1) {
      const kept = about.filter((_, part) => random() < (part < 2 ? 0.85 : 0.6));
      add([...kept, ...words(2 + Math.floor(random() * 3))], story);
    }
  }
  return items;
}

/**
 * Milliseconds of the fastest of many alternating runs of each: what is left when compiler and neighbours are quiet. Wall time, since
 * CPU time would add the helper threads of compiler and collector.
 */
function race(runs: readonly (() => void)[], repeats: number): number[] {
  const best = runs.map(() => Number.POSITIVE_INFINITY);
  // Once, not before every run: a forced collection shrinks the young generation, and the next run would pay for growing it again.
  globalThis.gc?.();
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    for (const [index, run] of runs.entries()) {
      const startedAt = performance.now();
      run();
      best[index] = Math.min(best[index] ?? 0, performance.now() - startedAt);
    }
  }
  return best;
}

function toPairF1(items: readonly Item[]): { readonly f1: number; readonly largest: number } {
  const pairs = (count: number) => (count * (count - 1)) / 2;
  const tally = (list: readonly Item[]) => {
    const counts = new Map<number, number>();
    for (const { story } of list) counts.set(story, (counts.get(story) ?? 0) + 1);
    return [...counts.values()].reduce((sum, count) => sum + pairs(count), 0);
  };
  const clusters = cluster(items);
  const right = clusters.reduce((sum, found) => sum + tally(found.items), 0);
  const found = clusters.reduce((sum, { items: list }) => sum + pairs(list.length), 0);
  return { f1: (2 * right) / (found + tally(items)), largest: Math.max(...clusters.map((one) => one.items.length)) };
}

const times: number[] = [];
console.log('titles    cluster ms   x tokenising   pair F1   largest   peak MB');
for (const { size, repeats } of ROUNDS) {
  const items = toItems(size);
  const tokeniseAll = () => {
    for (const { title } of items) tokenise(title);
  };
  const [tokeniseMs = 0, clusterMs = 0] = race([tokeniseAll, () => cluster(items)], repeats);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const { f1, largest } = toPairF1(items);
  times.push(clusterMs);
  const cells = [size.toString().padEnd(8), clusterMs.toFixed(0).padStart(11), (clusterMs / tokeniseMs).toFixed(2).padStart(14)];
  console.log([...cells, f1.toFixed(3).padStart(9), largest.toString().padStart(9), peakMb.toFixed(0).padStart(9)].join(' '));
}
const [, small = 1, large = 1] = times;
console.log(`growth exponent 10k -> 100k: ${Math.log10(large / small).toFixed(2)}`);
