import type { Cluster } from '../domain/cluster.ts';
import type { Sha256 } from '../domain/id.ts';
import type { Item } from '../domain/item.ts';
import { contentHashOf, type Nomination, nominationIdOf, POOL_SIZE } from '../domain/nomination.ts';
import type { Seed } from '../domain/seed.ts';
import type { Family } from '../domain/source-id.ts';
import type { Window } from '../domain/window.ts';
import { clearsFloor } from './floor.ts';
import { isJunkShaped } from './junk.ts';
import { heuristicName } from './name.ts';
import { standingOf } from './strength.ts';
import { uniqueName } from './unique-name.ts';

/** Longer, and it is a story about something deleted. */
const DELETED_LENGTH = 43;
const DELETED = /^[[(]?\s*((deleted|removed)( by \w+( \w+)*)?|title withheld)\s*[\])]?$/i;

/** Items that say nothing cannot start a story. */
export function isNameable(item: Pick<Item, 'title'>): boolean {
  const title = item.title.trim();
  const isDeleted = title.length <= DELETED_LENGTH && DELETED.test(title);
  return !isDeleted && heuristicName(item.title) !== null;
}

interface Candidate {
  readonly name: string;
  readonly junk: boolean;
  readonly seeds: readonly Seed[];
  readonly merges: Cluster['merges'];
  readonly families: Family[];
  readonly strength: number;
  readonly isSolid: boolean;
  readonly hash: string;
}

export interface NominateInputs {
  readonly heats: ReadonlyMap<string, number>;
  readonly window: Window;
  readonly sha256: Sha256;
}

/**
 * The judge pool: at most 15 stories, each under a name of its own, never padded. What clears the floor by the engine's own verdict
 * comes first, so that the cut seldom costs a topic that could have reached the brief; strongest first in both parts.
 */
export function nominate(clusters: readonly Cluster[], inputs: NominateInputs): Nomination[] {
  const candidates = clusters
    .map((cluster) => toCandidate(cluster, inputs))
    .filter((candidate) => candidate !== null)
    .filter((candidate) => candidate.strength > 0)
    .sort(byStanding);
  const pool: Nomination[] = [];
  const taken = new Map<string, readonly string[]>();
  for (const candidate of candidates) {
    if (pool.length === POOL_SIZE) break;
    const titles = candidate.seeds.map((seed) => seed.item.title);
    const name = uniqueName(candidate.name, titles, taken);
    if (name === null) continue;
    taken.set(name.toLowerCase(), titles);
    pool.push(toNomination(candidate, name, pool.length + 1));
  }
  return pool;
}

function toCandidate(cluster: Cluster, { heats, window, sha256 }: NominateInputs): Candidate | null {
  const seeds = cluster.items.map((item) => ({ item, heat: heats.get(item.id) ?? 0 })).sort(byHeat);
  const leader = seeds.find((seed) => isNameable(seed.item));
  const name = leader === undefined ? null : heuristicName(leader.item.title);
  if (leader === undefined || name === null) return null;
  const junk = isJunkShaped(leader.item.title, leader.item.snippet);
  const standing = standingOf(seeds, window);
  return {
    name,
    junk,
    seeds,
    merges: cluster.merges,
    families: standing.corroboration.families,
    strength: standing.strength,
    isSolid: clearsFloor(standing, seeds, junk),
    hash: contentHashOf(seeds, sha256),
  };
}

function byStanding(left: Candidate, right: Candidate): number {
  return Number(right.isSolid) - Number(left.isSolid) || right.strength - left.strength || (left.hash < right.hash ? -1 : 1);
}

function byHeat(left: Seed, right: Seed): number {
  return right.heat - left.heat || (left.item.id < right.item.id ? -1 : 1);
}

function toNomination(candidate: Candidate, name: string, rank: number): Nomination {
  return {
    id: nominationIdOf(rank, candidate.hash),
    rank,
    name,
    junk: candidate.junk,
    families: candidate.families,
    seeds: [...candidate.seeds],
    merges: [...candidate.merges],
  };
}
