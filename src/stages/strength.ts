import { ageHoursOf, canonicalIdOf, type Item } from '../domain/item.ts';
import type { Seed } from '../domain/seed.ts';
import type { Family } from '../domain/source-id.ts';
import type { Corroboration, Momentum } from '../domain/strength.ts';
import { HOUR_MS, type Window } from '../domain/window.ts';

const HALF_LIFE_HOURS = 18;
const LEAST_ALIAS_LENGTH = 2;
/** A story all of whose dated items are younger is new; one whose newest item is older is cooling. */
const NEW_WITHIN_HOURS = 24;
const COOLING_AFTER_HOURS = 24;

/** All that the floor, the order and a card need to know of a nomination's seeds, at the instant of the sweep. */
export interface Standing {
  /** Heat of the hottest seed. */
  readonly heat: number;
  readonly strength: number;
  readonly momentum: Momentum;
  readonly corroboration: Corroboration;
  readonly newestAt: string | null;
  readonly oldestAt: string | null;
}

/** The same seeds and window give the same standing in every leg: the clock is the window's, never the reader's. */
export function standingOf(seeds: readonly Seed[], window: Window): Standing {
  const items = seeds.map((seed) => seed.item);
  const dates = items.flatMap((item) => item.publishedAt ?? []).sort((left, right) => Date.parse(left) - Date.parse(right));
  return {
    heat: Math.max(...seeds.map((seed) => seed.heat)),
    strength: strengthOf(seeds, window),
    momentum: { direction: directionOf(items, Date.parse(window.toAt)), provisional: true },
    corroboration: corroborationOf(items),
    newestAt: dates.at(-1) ?? null,
    oldestAt: dates[0] ?? null,
  };
}

/**
 * Sum over families of (hottest item's heat x 2^(-age of the newest item / 18 h)). An undated item counts as old as the
 * window: it cannot claim to be fresh.
 */
function strengthOf(seeds: readonly Seed[], window: Window): number {
  const toMs = Date.parse(window.toAt);
  const windowHours = (toMs - Date.parse(window.fromAt)) / HOUR_MS;
  let sum = 0;
  for (const own of byFamily(seeds).values()) {
    const hottest = Math.max(...own.map((seed) => seed.heat));
    const newestHours = Math.min(...own.map((seed) => ageHoursOf(seed.item, toMs) ?? windowHours));
    sum += hottest * 2 ** (-newestHours / HALF_LIFE_HOURS);
  }
  return sum;
}

/** In one order of families, so that sums of floats do not depend on the order of seeds. */
function byFamily(seeds: readonly Seed[]): Map<Family, Seed[]> {
  const families = new Map<Family, Seed[]>();
  for (const seed of [...seeds].sort((left, right) => (left.item.source < right.item.source ? -1 : 1))) {
    families.set(seed.item.source, [...(families.get(seed.item.source) ?? []), seed]);
  }
  return families;
}

function directionOf(items: readonly Item[], atMs: number): Momentum['direction'] {
  const ages = items.flatMap((item) => ageHoursOf(item, atMs) ?? []);
  if (ages.length === 0) return 'building';
  if (Math.max(...ages) <= NEW_WITHIN_HOURS) return 'new';
  return Math.min(...ages) > COOLING_AFTER_HOURS ? 'cooling' : 'building';
}

function corroborationOf(items: readonly Item[]): Corroboration {
  return {
    families: [...new Set(items.map((item) => item.source))].sort(),
    publisherCount: publisherCountOf(items),
    itemCount: items.length,
  };
}

/**
 * Distinct publishers, where two names for one page of which one begins with the other are one: people who post their own page in
 * several places go by zverok here and zverok_kha there, and do not corroborate themselves.
 */
function publisherCountOf(items: readonly Item[]): number {
  const aliases = new Set<string>();
  for (const names of publishersByPage(items).values()) {
    let shortest: string | null = null;
    // In order of the alphabet whatever begins with a name comes right behind it.
    for (const name of [...names].sort()) {
      if (shortest !== null && name.startsWith(shortest)) aliases.add(name);
      else shortest = name.length >= LEAST_ALIAS_LENGTH ? name : null;
    }
  }
  return new Set(items.map((item) => item.publisher).filter((name) => !aliases.has(name))).size;
}

function publishersByPage(items: readonly Item[]): Map<string, Set<string>> {
  const pages = new Map<string, Set<string>>();
  for (const item of items) {
    const page = canonicalIdOf(item);
    const names = pages.get(page);
    if (names === undefined) pages.set(page, new Set([item.publisher]));
    else names.add(item.publisher);
  }
  return pages;
}
