import type { Store } from '../checkpoint/index.ts';
import { FaultError } from '../domain/fault.ts';
import { type JobTools, pruneJobs } from '../journal/index.ts';
import { inside } from '../platform/root.ts';
import type { Engine } from './engine.ts';

/** Below the store. */
export const JOBS_DIRECTORY = 'jobs';
export const RESEARCH_PREFIX = 'research-';
export const SWEEP_PREFIX = 'sweep-';
/** Jobs of former rounds that stay, of each kind: for whoever wants to know what a run had seen. */
const KEPT_JOBS = 5;

export function jobTools({ clock, identity }: Engine): JobTools {
  return { clock, newNonce: identity.newNonce };
}

/**
 * Removes the jobs of superseded rounds but for the newest five of each kind; `current` are those of this round. What the disk refuses
 * is a warning: the round's own work is done and on the disk.
 */
export function pruneStoreJobs(store: Store, current: readonly string[]): string[] {
  try {
    const directory = inside(store.root, JOBS_DIRECTORY);
    for (const prefix of [RESEARCH_PREFIX, SWEEP_PREFIX]) pruneJobs(directory, { prefix, sparedNames: current, keepCount: KEPT_JOBS });
    return [];
  } catch (error) {
    if (error instanceof FaultError) return [`old jobs could not be removed: ${error.message}`];
    throw error;
  }
}
