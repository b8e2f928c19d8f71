import { ageHoursOf, engagementOf, type Item } from '../domain/item.ts';

/** Upper age bounds in hours of items that may be compared with one another. */
const AGE_BOUNDS_HOURS = [3, 12, 48, 168, Number.POSITIVE_INFINITY];
/** A percentile among fewer peers says too little: such an age group joins its neighbour. */
const LEAST_PEERS = 10;

/**
 * Heat of each item by id: the mid-rank percentile (below + equal/2) / n of its engagement among its own source's items
 * of similar age, or of its listing rank where the source shows no numbers. Never raw points across sources.
 */
export function heatsOf(items: readonly Item[], atMs: number): ReadonlyMap<string, number> {
  const heats = new Map<string, number>();
  for (const group of peerGroups(items, atMs)) {
    const levels = group.map(levelOf).sort((left, right) => left - right);
    for (const item of group) heats.set(item.id, midRank(levels, levelOf(item)));
  }
  return heats;
}

/** What is compared: native numbers where the source shows them, else the listing rank (first is most). */
function levelOf(item: Item): number {
  return engagementOf(item) ?? -(item.rank ?? Number.MAX_SAFE_INTEGER);
}

function midRank(sorted: readonly number[], level: number): number {
  const below = countBelow(sorted, (value) => value < level);
  const notAbove = countBelow(sorted, (value) => value <= level);
  return (below + (notAbove - below) / 2) / sorted.length;
}

/** How many of a sorted list pass a test that holds for a prefix. */
function countBelow(sorted: readonly number[], passes: (value: number) => boolean): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(sorted[middle] ?? Number.POSITIVE_INFINITY)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* peerGroups(items: readonly Item[], atMs: number): Generator<Item[]> {
  for (const own of groupBySource(items).values()) yield* mergeSmall(ageGroups(own, atMs));
}

function groupBySource(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(item.source);
    if (group === undefined) groups.set(item.source, [item]);
    else group.push(item);
  }
  return groups;
}

function ageGroups(items: readonly Item[], atMs: number): Item[][] {
  const groups: Item[][] = AGE_BOUNDS_HOURS.map(() => []);
  for (const item of items) {
    const age = ageHoursOf(item, atMs) ?? Number.MAX_VALUE;
    groups[AGE_BOUNDS_HOURS.findIndex((bound) => age <= bound)]?.push(item);
  }
  return groups;
}

function mergeSmall(groups: readonly Item[][]): Item[][] {
  const merged: Item[][] = [];
  for (const group of groups) {
    const last = merged.at(-1);
    if (last !== undefined && (last.length < LEAST_PEERS || group.length < LEAST_PEERS)) last.push(...group);
    else merged.push([...group]);
  }
  return merged.filter((group) => group.length > 0);
}
