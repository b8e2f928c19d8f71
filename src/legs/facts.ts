import type { Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { Corroboration } from '../domain/strength.ts';
import type { Window } from '../domain/window.ts';
import { standingOf } from '../stages/strength.ts';

/** What leg 1 says of a nomination, to a reader of its digest as to a program: one measure for both. */
export interface NominationFacts extends Pick<Nomination, 'id' | 'name' | 'junk' | 'families'>, Omit<Corroboration, 'families'> {
  /** Strongest first. */
  readonly items: readonly Item[];
  readonly sources: readonly SourceId[];
  readonly corroboration: Corroboration;
  readonly newestAt: string | null;
  /** 0-1, of its hottest item. */
  readonly heat: number;
}

export function nominationFacts({ id, name, junk, families, seeds }: Nomination, window: Window): NominationFacts {
  const items = seeds.map((seed) => seed.item);
  const { heat, corroboration, newestAt } = standingOf(seeds, window);
  const { publisherCount, itemCount } = corroboration;
  return { id, name, junk, families, publisherCount, itemCount, items, sources: sourcesOf(items), corroboration, newestAt, heat };
}

/** Each once, by the alphabet. */
export function sourcesOf(items: readonly Pick<Item, 'source'>[]): SourceId[] {
  return [...new Set(items.map((item) => item.source))].sort();
}
