import { ageHoursOf, engagementOf, type Item } from '../domain/item.ts';

/** Upper age bounds in hours of items that may be compared with one another. */
const AGE_BOUNDS_HOURS = [3, 12, 48, 168, Number.POSITIVE_INFINITY];
/**
 * An age group of fewer joins its neighbour: mid-ranks among 20 are .975, .925, ..., so that just the first of so few is above the floor's
 * heat, while among fewer peers the place of one item would decide it.
 */
const LEAST_PEERS = 20;

/**
 * Heat of each item by id: the mid-rank percentile (below + equal/2) / n of its engagement among its own source's items
 * of similar age, or of its listing rank where the source shows no numbers. Never raw points across sources.
 */
export function heatsOf(items: readonly Item[], atMs: number): ReadonlyMap<string, number> {
  const heats = new Map<string, number>();
  for (const group of peerGroups(items, atMs)) {
    let belowCount = 0;
    for (const equals of byLevel(group)) {
      for (const item of equals) heats.set(item.id, (belowCount + equals.length / 2) / group.length);
      belowCount += equals.length;
    }
  }
  return heats;
}

/** What is compared: native numbers where the source shows them, else the listing rank (first is most). */
function levelOf(item: Item): number {
  return engagementOf(item) ?? -(item.rank ?? Number.MAX_SAFE_INTEGER);
}

/** Items of one level together, the lowest level first. */
function byLevel(items: readonly Item[]): Item[][] {
  const levels = groupBy(items, levelOf);
  return [...levels].sort(([left], [right]) => left - right).map(([, equals]) => equals);
}

function groupBy<K>(items: readonly Item[], keyOf: (item: Item) => K): Map<K, Item[]> {
  const groups = new Map<K, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
}

function* peerGroups(items: readonly Item[], atMs: number): Generator<Item[]> {
  for (const own of groupBy(items, (item) => item.source).values()) yield* mergeSmall(ageGroups(own, atMs));
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
