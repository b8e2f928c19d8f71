import type { CheckpointFile } from './document.ts';

/** Words rather than a command line: a file cannot know the directory, the origin and the clock that a complete one would name. */
const SWEEP = 'run leg 1 (discover --nominate-only) with the same --store and flags';
export const RESUME = 'run leg 2 (discover --judgments) with the same --store and flags';
/** Far above the largest honest pool (15 nominations), far below what would hurt to parse. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Checkpoint 1: what leg 1 found. */
export const BUNDLE_FILE: CheckpointFile = {
  subject: 'BUNDLE',
  kind: 'trivet-bundle',
  name: 'nominations.json',
  maxBytes: MAX_BYTES,
  whenMissing: `check --store, or sweep first: ${SWEEP}`,
  whenBroken: `sweep afresh: ${SWEEP}`,
  whenOther: `sweep afresh: ${SWEEP}`,
  whenStale: `sweep again: ${SWEEP}`,
};

/** Checkpoint 2: what leg 2 concluded. A broken one costs no new sweep: the bundle and the judgments are still there. */
export const PENDING_FILE: CheckpointFile = {
  subject: 'PENDING',
  kind: 'trivet-pending',
  name: 'pending.json',
  maxBytes: MAX_BYTES,
  whenMissing: `check --store, or conclude first: ${RESUME}`,
  whenBroken: `conclude again: ${RESUME}`,
  whenOther: `sweep afresh: ${SWEEP}`,
  whenStale: `sweep again: ${SWEEP}`,
};
