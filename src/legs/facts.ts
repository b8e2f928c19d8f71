import type { Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { Corroboration } from '../domain/strength.ts';
import type { Window } from '../domain/window.ts';
import { clearsFloor } from '../stages/floor.ts';
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
  /** Whether it clears the floor unless it is junk. */
  readonly isSolid: boolean;
  readonly points: number | null;
  readonly comments: number | null;
}

export function nominationFacts({ id, name, junk, families, seeds }: Nomination, window: Window): NominationFacts {
  const items = seeds.map((seed) => seed.item);
  const standing = standingOf(seeds, window);
  const { heat, corroboration, newestAt } = standing;
  const { publisherCount, itemCount } = corroboration;
  return {
    ...{ id, name, junk, families, publisherCount, itemCount, items, corroboration, newestAt, heat },
    sources: sourcesOf(items),
    isSolid: clearsFloor(standing, seeds, false),
    points: mostOf(items.map((item) => item.points)),
    comments: mostOf(items.map((item) => item.commentCount)),
  };
}

function mostOf(counts: readonly (number | null)[]): number | null {
  const shown = counts.filter((count) => count !== null);
  return shown.length === 0 ? null : Math.max(...shown);
}

/** Each once, by the alphabet. */
export function sourcesOf(items: readonly Pick<Item, 'source'>[]): SourceId[] {
  return [...new Set(items.map((item) => item.source))].sort();
}
