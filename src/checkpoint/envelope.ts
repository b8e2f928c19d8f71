import { z } from 'zod';
import { type Origin, originSchema } from '../domain/brief.ts';
import { FaultError } from '../domain/fault.ts';
import { type BundleId, bundleIdSchema, instantSchema, storeIdSchema } from '../domain/id.ts';
import { MAX_URL_LENGTH } from '../domain/url.ts';
import { toIso } from '../platform/clock.ts';
import { replaceFile } from '../platform/files.ts';
import { inside } from '../platform/root.ts';
import { type CheckpointFile, checkpointFault, fileFault, type JsonObject, requireDocument, SCHEMA_VERSION } from './document.ts';
import type { Store } from './store.ts';

/**
 * How long a checkpoint waits for its host, from its own `generatedAt`; also how long accepted judgments may go on with their
 * research. A constant, not a setting: no cache setting may ever shorten the host's time to judge.
 */
export const CHECKPOINT_TTL_SECONDS = 3600;
/** Two clocks may differ by this much; a later instant is no clock's error and would never age out. */
const FUTURE_TOLERANCE_SECONDS = 300;
const TTL_MS = CHECKPOINT_TTL_SECONDS * 1000;

export const envelopeSchema = z.strictObject({
  kind: z.string(),
  schemaVersion: z.literal(SCHEMA_VERSION),
  /** The run reference. */
  bundleId: bundleIdSchema,
  storeId: storeIdSchema,
  generatedAt: instantSchema,
  origin: originSchema,
  /** Origin all requests went through; null for the open network. */
  gateway: z.string().max(MAX_URL_LENGTH).nullable(),
  /** Name and version of the engine that wrote the file. */
  engine: z.string().min(1).max(64),
  payload: z.unknown(),
});
export type SealedFile = z.infer<typeof envelopeSchema>;
export type Envelope = Omit<SealedFile, 'payload'>;

/** What a writer knows about a file that the store does not. */
export interface Stamp {
  readonly bundleId: BundleId;
  readonly gateway: string | null;
  readonly engine: string;
}

/** When these judgments were first accepted for a bundle (epoch ms); null when they never were. */
export type AcceptedAt = (bundleId: BundleId) => number | null;
const NEVER_ACCEPTED: AcceptedAt = () => null;

/** The last instant a file of `generatedAt` is read at. */
export function validUntil(generatedAt: string): string {
  return toIso(Date.parse(generatedAt) + TTL_MS);
}

/** Where a file stands and what to say about it. */
interface Found {
  readonly path: string;
  readonly file: CheckpointFile;
  readonly document: JsonObject;
}

function requireBundleId({ path, file, document }: Found): BundleId {
  const bundleId = bundleIdSchema.safeParse(document['bundleId']);
  if (!bundleId.success) throw fileFault(file, 'ID_MISSING', { path, says: 'has no bundleId' });
  return bundleId.data;
}

function requireThisStore({ path, file, document }: Found, store: Store): void {
  if (document['storeId'] === store.storeId) return;
  const remedy = `name the store it was written in with --store, or ${file.whenOther}`;
  throw checkpointFault(file, 'OTHER_STORE', { path, says: 'was written in another store', remedy });
}

function requireOrigin({ path, file, document }: Found, origin: Origin): void {
  if (document['origin'] === origin) return;
  const given = originSchema.safeParse(document['origin']);
  const says = given.success ? `is of a ${given.data} run, and this run is ${origin}` : 'does not say which kind of run it is of';
  const flag = given.success ? ORIGIN_FLAGS[given.data] : 'fix the flag';
  throw fileFault(file, 'ORIGIN', { path, says, remedy: `${flag}, or ${file.whenOther}` });
}

const ORIGIN_FLAGS: Readonly<Record<Origin, string>> = {
  live: 'fix the flag: leave --mock, --gateway and --now out, as the sweep did',
  mock: 'fix the flag: add --mock, as the sweep had it',
  replay: 'fix the flag: give --gateway and --now as the sweep had them',
};

function requireRest({ path, file, document }: Found): SealedFile {
  const sealed = envelopeSchema.safeParse(document);
  if (!sealed.success) throw fileFault(file, 'CORRUPT', { path, says: 'lacks a field, or has one it should not have' });
  return sealed.data;
}

/** An unreadable instant is corruption, for it could hide any age. */
function requireGeneratedMs({ path, file, document }: Found): number {
  const instant = instantSchema.safeParse(document['generatedAt']);
  if (!instant.success) throw fileFault(file, 'CORRUPT', { path, says: 'does not say when it was written' });
  return Date.parse(instant.data);
}

/** From when the TTL counts: an acceptance lies within the first TTL, whatever a damaged job says about it. */
function countedFromMs(generatedMs: number, acceptedAtMs: number | null): number {
  if (acceptedAtMs === null) return generatedMs;
  return Math.min(Math.max(acceptedAtMs, generatedMs), generatedMs + TTL_MS);
}

function requireFresh(found: Found, nowMs: number, acceptedAtMs: number | null): void {
  const { path, file } = found;
  const generatedMs = requireGeneratedMs(found);
  const ageMs = nowMs - generatedMs;
  if (ageMs < -FUTURE_TOLERANCE_SECONDS * 1000) {
    const remedy = `set this machine's clock right, or ${file.whenOther}`;
    throw checkpointFault(file, 'FUTURE', { path, says: `was written ${Math.ceil(-ageMs / 1000)} s in the future`, remedy });
  }
  if (nowMs - countedFromMs(generatedMs, acceptedAtMs) <= TTL_MS) return;
  const says = `is ${Math.ceil(ageMs / 1000)} s old, and a checkpoint is good for ${CHECKPOINT_TTL_SECONDS} s`;
  throw checkpointFault(file, 'STALE', { path, says, remedy: file.whenStale });
}

/** The TTL alone, for judgments accepted at `acceptedAtMs`, or with null for new ones. */
export function requireUnexpired(
  file: CheckpointFile,
  { path, envelope }: Checkpoint,
  times: { readonly nowMs: number; readonly acceptedAtMs: number | null },
): void {
  requireFresh({ path, file, document: { generatedAt: envelope.generatedAt } }, times.nowMs, times.acceptedAtMs);
}

/** The bundle id a checkpoint carries, whatever its age and origin. */
export function requireRunReference(file: CheckpointFile, store: Store): BundleId {
  const path = inside(store.root, file.name);
  return requireBundleId({ path, file, document: requireDocument(path, file) });
}

/**
 * Reads a checkpoint through the one checker: each check in its order, each with its own code and remedy. The TTL is
 * 3600 s since the file was written or, where `acceptedAt` knows judgments accepted in that time, since their acceptance.
 */
export function requireEnvelope(
  file: CheckpointFile,
  store: Store,
  acceptedAt = NEVER_ACCEPTED,
): { readonly path: string; readonly sealed: SealedFile } {
  const path = inside(store.root, file.name);
  const found: Found = { path, file, document: requireDocument(path, file) };
  const bundleId = requireBundleId(found);
  requireThisStore(found, store);
  requireOrigin(found, store.origin);
  requireFresh(found, store.clock.now(), acceptedAt(bundleId));
  return { path, sealed: requireRest(found) };
}

/** Seals and writes a checkpoint durably, stamped with the store's clock. E_STORE_WRITE when it is too large to be read back. */
export function writeEnvelope(
  file: CheckpointFile,
  store: Store,
  content: { readonly stamp: Stamp; readonly payload: unknown },
): Checkpoint {
  const path = inside(store.root, file.name);
  const envelope: Envelope = {
    kind: file.kind,
    schemaVersion: SCHEMA_VERSION,
    bundleId: content.stamp.bundleId,
    storeId: store.storeId,
    generatedAt: toIso(store.clock.now()),
    origin: store.origin,
    gateway: content.stamp.gateway,
    engine: content.stamp.engine,
  };
  const bytes = new TextEncoder().encode(`${JSON.stringify({ ...envelope, payload: content.payload })}\n`);
  if (bytes.length > file.maxBytes) {
    const message = `cannot write ${path}: ${bytes.length} bytes are more than the ${file.maxBytes} there may be`;
    throw new FaultError('E_STORE_WRITE', message, 'sweep fewer sources with --sources');
  }
  replaceFile(path, bytes);
  return { path, envelope };
}

/** Where a checkpoint lies and whose it is. */
export interface Checkpoint {
  readonly path: string;
  readonly envelope: Envelope;
}
