import { z } from 'zod';
import { FaultError } from '../domain/fault.ts';
import { hashSchema } from '../domain/id.ts';
import { type SolidReport, solidReportSchema } from '../domain/report.ts';
import { MAX_TOPICS, topicSchema } from '../domain/topic.ts';
import { removeFile } from '../platform/files.ts';
import { inside } from '../platform/root.ts';
import { fileFault } from './document.ts';
import { BUNDLE_FILE, PENDING_FILE, RESUME } from './engine-files.ts';
import { type Checkpoint, requireEnvelope, requireRunReference, type Stamp, writeEnvelope } from './envelope.ts';
import { prepareHostDirectory } from './host-directory.ts';
import { openRows, sealRows } from './rows.ts';
import type { Store } from './store.ts';

/** Strict at the top, the rows left to openRows. */
const payloadSchema = solidReportSchema.omit({ topics: true }).extend({
  topicCount: z.number().int().positive().max(MAX_TOPICS),
  topics: z.array(z.unknown()).max(MAX_TOPICS),
  judgmentsHash: hashSchema,
});
const judgedSchema = z.object({ judgmentsHash: hashSchema });

export interface PendingCheckpoint extends Checkpoint {
  readonly report: SolidReport;
  /** Of the judgments it was made of, as hashOfJudgments gives it. */
  readonly judgmentsHash: string;
}

export type PendingStamp = Stamp & Pick<PendingCheckpoint, 'judgmentsHash'>;

/** Writes checkpoint 2, stamped with a fresh clock; the bundle stays, so that corrected judgments can be applied. */
export function writePending(store: Store, report: SolidReport, stamp: PendingStamp): PendingCheckpoint {
  const { topics, ...rest } = report;
  const { judgmentsHash } = stamp;
  if (topics.length === 0) throw new Error('a pending report without topics is never written: nothing solid leaves no leg 3');
  const payload = { ...rest, topicCount: topics.length, topics: sealRows(topics, store.sha256), judgmentsHash };
  prepareHostDirectory(store.root);
  return { ...writeEnvelope(PENDING_FILE, store, { stamp, payload }), report, judgmentsHash };
}

/** A kill between a new bundle and the removal of the old report must not revive the last round. */
function requireRound(store: Store, { path, envelope }: Checkpoint): void {
  const current = requireRunReference(BUNDLE_FILE, store);
  if (current === envelope.bundleId) return;
  const message = `${path} belongs to bundle ${envelope.bundleId}, and a newer sweep has left bundle ${current}`;
  throw new FaultError('E_PENDING_SUPERSEDED', message, `judge bundle ${current}, then ${RESUME}`);
}

/**
 * Checkpoint 2, as leg 3 needs it; lost topic rows are added to the report's own count. Faults: E_PENDING_*,
 * E_PENDING_SUPERSEDED for a report of another round, E_BUNDLE_* when the round cannot be told.
 */
export function requirePending(store: Store): PendingCheckpoint {
  const { path, sealed } = requireEnvelope(PENDING_FILE, store);
  const { payload, ...envelope } = sealed;
  requireRound(store, { path, envelope });
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw fileFault(PENDING_FILE, 'CORRUPT', { path, says: 'has a payload that is not a report' });
  const { topicCount, topics, judgmentsHash, ...rest } = parsed.data;
  const opened = openRows(topics, { schema: topicSchema, sha256: store.sha256, writtenCount: topicCount });
  if (opened.rows.length === 0) throw fileFault(PENDING_FILE, 'CORRUPT', { path, says: 'has no valid row left' });
  const report = { ...rest, topics: [...opened.rows], lostRowCount: rest.lostRowCount + opened.lostCount };
  return { path, envelope, report, judgmentsHash };
}

/** Null for a report that is not there, or that leg 3 would not read. */
function readJudgmentsHash(store: Store): string | null {
  try {
    return judgedSchema.safeParse(requireEnvelope(PENDING_FILE, store).sealed.payload).data?.judgmentsHash ?? null;
  } catch (error) {
    if (error instanceof FaultError && error.fault.code.startsWith('E_PENDING_')) return null;
    throw error;
  }
}

/** Durably removes a report that was not made of these judgments: leg 3 would print it as theirs while their research is under way. */
export function removeOtherPending(store: Store, judgmentsHash: string): void {
  if (readJudgmentsHash(store) !== judgmentsHash) removePending(store);
}

/** Durably; leg 1 (a new round) and a leg 2 that ends nothing-solid leave no report behind. */
export function removePending(store: Store): void {
  removeFile(inside(store.root, PENDING_FILE.name));
}
