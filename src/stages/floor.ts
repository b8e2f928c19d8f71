import { FLOOR } from '../domain/floor.ts';
import type { Item } from '../domain/item.ts';
import type { Seed } from '../domain/seed.ts';
import { isCorroborated } from '../domain/strength.ts';
import type { Standing } from './strength.ts';

/**
 * The confidence floor: families and publishers enough among the seeds, or one item that is hot and far-reaching by its native
 * numbers. Junk-shaped stories pass by corroboration alone.
 */
export function clearsFloor(standing: Standing, seeds: readonly Seed[], junk: boolean): boolean {
  if (isCorroborated(standing.corroboration)) return true;
  return !junk && seeds.some(({ item, heat }) => heat >= FLOOR.heat && reachOf(item) >= FLOOR.reachCount);
}

/** Points or comments, whichever are more: their sum would let two middling numbers pass for reach. */
function reachOf({ points, commentCount }: Item): number {
  return Math.max(points ?? 0, commentCount ?? 0);
}
