import type { Seed } from '../domain/seed.ts';
import { isCorroborated } from '../domain/strength.ts';
import type { Standing } from './strength.ts';

const HOT = 0.95;
const REACH = 200;

/**
 * The confidence floor: at least two families and two publishers among the seeds, or one item of heat >= .95 with at
 * least 200 native points or comments. Junk-shaped stories pass by corroboration alone.
 */
export function clearsFloor(standing: Standing, seeds: readonly Seed[], junk: boolean): boolean {
  if (isCorroborated(standing.corroboration)) return true;
  return !junk && seeds.some(({ item, heat }) => heat >= HOT && ((item.points ?? 0) >= REACH || (item.commentCount ?? 0) >= REACH));
}
