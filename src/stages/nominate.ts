import type { Cluster } from '../domain/cluster.ts';
import type { Sha256 } from '../domain/id.ts';
import type { Item } from '../domain/item.ts';
import { contentHashOf, type Nomination, nominationIdOf, POOL_SIZE } from '../domain/nomination.ts';
import type { Seed } from '../domain/seed.ts';
import type { Window } from '../domain/window.ts';
import { isJunkShaped } from './junk.ts';
import { heuristicName } from './name.ts';
import { standingOf } from './strength.ts';
import { uniqueName } from './unique-name.ts';

const DELETED = /^\s*[[(]?\s*(deleted|removed|title withheld)\s*[\])]?\s*$/i;

/** Items that say nothing cannot start a story. */
export function isNameable(item: Pick<Item, 'title'>): boolean {
  return !DELETED.test(item.title) && heuristicName(item.title) !== null;
}

interface Candidate {
  readonly name: string;
  readonly junk: boolean;
  readonly seeds: readonly Seed[];
  readonly merges: Cluster['merges'];
  readonly strength: number;
  readonly hash: string;
}

export interface NominateInputs {
  readonly heats: ReadonlyMap<string, number>;
  readonly window: Window;
  readonly sha256: Sha256;
}

/** The judge pool: at most 15 stories, strongest first, each under a name of its own. Never padded. */
export function nominate(clusters: readonly Cluster[], inputs: NominateInputs): Nomination[] {
  const candidates = clusters
    .map((cluster) => toCandidate(cluster, inputs))
    .filter((candidate) => candidate !== null && candidate.strength > 0)
    .filter((candidate): candidate is Candidate => candidate !== null)
    .sort((left, right) => right.strength - left.strength || (left.hash < right.hash ? -1 : 1));
  const pool: Nomination[] = [];
  const taken = new Set<string>();
  for (const candidate of candidates) {
    if (pool.length === POOL_SIZE) break;
    const name = uniqueName(candidate.name, titlesOf(candidate.seeds), taken);
    if (name === null) continue;
    taken.add(name.toLowerCase());
    pool.push(toNomination(candidate, name, pool.length + 1));
  }
  return pool;
}

function toCandidate(cluster: Cluster, { heats, window, sha256 }: NominateInputs): Candidate | null {
  const seeds = cluster.items.map((item) => ({ item, heat: heats.get(item.id) ?? 0 })).sort(byHeat);
  const [leader] = seeds;
  const name = leader === undefined ? null : heuristicName(leader.item.title);
  if (leader === undefined || name === null) return null;
  return {
    name,
    junk: isJunkShaped(leader.item.title, leader.item.snippet),
    seeds,
    merges: cluster.merges,
    strength: standingOf(seeds, window).strength,
    hash: contentHashOf(seeds, sha256),
  };
}

function byHeat(left: Seed, right: Seed): number {
  return right.heat - left.heat || (left.item.id < right.item.id ? -1 : 1);
}

function titlesOf(seeds: readonly Seed[]): string[] {
  return seeds.map((seed) => seed.item.title);
}

function toNomination(candidate: Candidate, name: string, rank: number): Nomination {
  return {
    id: nominationIdOf(rank, candidate.hash),
    rank,
    name,
    junk: candidate.junk,
    families: [...new Set(candidate.seeds.map((seed) => seed.item.source))].sort(),
    seeds: [...candidate.seeds],
    merges: [...candidate.merges],
  };
}
