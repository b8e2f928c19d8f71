import type { EngineFile } from './document.ts';

const SWEEP = 'trivet discover --nominate-only';
const RESUME = 'trivet discover --judgments <file>';
/** Far above the largest honest pool (15 nominations), far below what would hurt to parse. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Checkpoint 1: what leg 1 found. */
export const BUNDLE_FILE: EngineFile = {
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
export const PENDING_FILE: EngineFile = {
  subject: 'PENDING',
  kind: 'trivet-pending',
  name: 'pending.json',
  maxBytes: MAX_BYTES,
  whenMissing: `check --store, or run leg 2 first: ${RESUME}`,
  whenBroken: `run leg 2 again: ${RESUME}`,
  whenOther: `sweep afresh: ${SWEEP}`,
  whenStale: `sweep again: ${SWEEP}`,
};
