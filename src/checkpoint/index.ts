/**
 * `trivet/checkpoint`: the files a run leaves for its host between two legs, and the files the host answers with. Everything is
 * checked on the way in and fenced on the way out; clock, ids, nonces and the digest function are arguments.
 */

export { type AngleDigestInput, angleDigest, type TopicView } from './angle-digest.ts';
export { type ReadAngles, requireAngles } from './angles.ts';
export { type BundleCheckpoint, requireBundle, requireNomination, requireOpenForJudgment, writeBundle } from './bundle.ts';
export { type NominationDigestInput, type NominationView, nominationDigest } from './digest.ts';
export { SCHEMA_VERSION } from './document.ts';
export { type AcceptedAt, CHECKPOINT_TTL_SECONDS, type Checkpoint, type Envelope, type Stamp, validUntil } from './envelope.ts';
export type { EvidenceLines } from './evidence.ts';
export { hostFilePath } from './host-directory.ts';
export { type HostFile, MAX_HOST_FILE_BYTES } from './host-text.ts';
export { hashOfJudgments, type ReadJudgments, requireJudgments } from './judgments.ts';
export { type PendingCheckpoint, type PendingStamp, removeOtherPending, removePending, requirePending, writePending } from './pending.ts';
export type { RunFacts } from './phrases.ts';
export { jsonSchemaOf, SCHEMA_NAMES } from './schemas.ts';
export { PAGE_SIZE, type PageInput, showPage } from './show-page.ts';
export {
  type BriefExtension,
  type BriefRun,
  briefPath,
  openStore,
  requireOwnDirectory,
  type Store,
  type StoreFamily,
  type StoreOptions,
  sweepStore,
  writeBrief,
} from './store.ts';
