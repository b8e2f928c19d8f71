import { z } from 'zod';
import { type Bundle, bundleSettingsSchema } from '../domain/bundle.ts';
import { FaultError } from '../domain/fault.ts';
import { type Nomination, nominationSchema } from '../domain/nomination.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { fileFault } from './document.ts';
import { BUNDLE_FILE } from './engine-files.ts';
import { type AcceptedAt, type Checkpoint, requireEnvelope, requireUnexpired, type Stamp, writeEnvelope } from './envelope.ts';
import { prepareHostDirectory, removeOtherHostFiles } from './host-directory.ts';
import { removePending } from './pending.ts';
import { openRows, sealRows } from './rows.ts';
import type { Store } from './store.ts';

/** Strict at the top, the rows left to openRows. */
const payloadSchema = bundleSettingsSchema.extend({
  nominationCount: z.number().int().positive(),
  nominations: z.array(z.unknown()),
});

export interface BundleCheckpoint extends Checkpoint {
  readonly bundle: Bundle;
}

/**
 * Writes checkpoint 1, and only then clears what belonged to the round before: a kill in between leaves an old pending report,
 * which requirePending refuses by its round, never a store with no checkpoint at all. An empty pool is the caller's bug.
 */
export function writeBundle(store: Store, bundle: Bundle, stamp: Stamp): BundleCheckpoint {
  const { nominations, lostRowCount: _, ...settings } = bundle;
  if (nominations.length === 0) throw new Error('an empty bundle is never written: on disk it could pass for an answer');
  const payload = { ...settings, nominationCount: nominations.length, nominations: sealRows(nominations, store.sha256) };
  prepareHostDirectory(store.root);
  const checkpoint = writeEnvelope(BUNDLE_FILE, store, { stamp, payload });
  removePending(store);
  removeOtherHostFiles(store.root, stamp.bundleId);
  return { ...checkpoint, bundle };
}

/**
 * Checkpoint 1, as leg 2 needs it. `acceptedAt` tells when the judgments under way were first accepted. Faults: E_BUNDLE_*;
 * E_BUNDLE_CORRUPT when no row is left, since an empty pool must never read as a quiet window.
 */
export function requireBundle(store: Store, acceptedAt?: AcceptedAt): BundleCheckpoint {
  const { path, sealed } = requireEnvelope(BUNDLE_FILE, store, acceptedAt);
  const { payload, ...envelope } = sealed;
  const parsed = payloadSchema.safeParse(payload);
  if (!parsed.success) throw fileFault(BUNDLE_FILE, 'CORRUPT', { path, says: 'has a payload that is not a bundle' });
  const { nominationCount, nominations, ...settings } = parsed.data;
  const opened = openRows(nominations, { schema: nominationSchema, sha256: store.sha256, writtenCount: nominationCount });
  if (opened.rows.length === 0) throw fileFault(BUNDLE_FILE, 'CORRUPT', { path, says: 'has no valid row left' });
  return { path, envelope, bundle: { ...settings, nominations: [...opened.rows], lostRowCount: opened.lostCount } };
}

/**
 * Refuses judgments that are new after the bundle's own time, though others are being researched, and those accepted at `acceptedAtMs`
 * once the time of their research is over. E_BUNDLE_STALE, E_BUNDLE_FUTURE.
 */
export function requireOpenForJudgment(store: Store, checkpoint: BundleCheckpoint, acceptedAtMs: number | null = null): void {
  requireUnexpired(BUNDLE_FILE, checkpoint, { nowMs: store.clock.now(), acceptedAtMs });
}

/** One nomination by the id a person typed; E_UNKNOWN_NOMINATION names those there are. */
export function requireNomination({ bundle, path }: BundleCheckpoint, id: string): Nomination {
  const nomination = bundle.nominations.find((candidate) => candidate.id === id);
  if (nomination !== undefined) return nomination;
  const ids = bundle.nominations.map((candidate) => candidate.id).join(', ');
  throw new FaultError('E_UNKNOWN_NOMINATION', `${path} has no nomination ${toTerminalText(id, CAPS.echo)}`, `name one of: ${ids}`);
}
