import { z } from 'zod';
import type { Origin } from '../domain/brief.ts';
import { FaultError } from '../domain/fault.ts';
import { type BundleId, bundleIdSchema, instantSchema, type Sha256, type StoreId, storeIdSchema } from '../domain/id.ts';
import { dayOf } from '../domain/phrase.ts';
import { toSlug } from '../domain/text/contexts.ts';
import { readBounded } from '../platform/bounded-read.ts';
import { type Clock, toIso } from '../platform/clock.ts';
import { makeDirectory, replaceFile, sweepTemporaries } from '../platform/files.ts';
import { inside, NO_STORE_REMEDY, resolveRoot } from '../platform/root.ts';
import { type EngineFile, fileFault, requireDocument, SCHEMA_VERSION } from './document.ts';
import { BUNDLE_FILE, PENDING_FILE } from './engine-files.ts';
import { HOST_DIRECTORY, readEntries } from './host-directory.ts';

const STORE_FILE: EngineFile = {
  subject: 'STORE',
  kind: 'trivet-store',
  name: 'store.json',
  maxBytes: 65_536,
  whenMissing: NO_STORE_REMEDY,
  whenBroken: 'name another --store, or move this directory away',
  whenOther: 'fix the flag, or name another --store',
};

const BRIEF_DIRECTORY = 'briefs';
/** What a leg writes at last. */
const FIXED_NAMES = [BUNDLE_FILE.name, PENDING_FILE.name, HOST_DIRECTORY, BRIEF_DIRECTORY];
const SLUG_CAP = 40;

/** What a store is for; mock runs may use either kind. */
const familySchema = z.enum(['live', 'replay']);
export type StoreFamily = z.infer<typeof familySchema>;

const storeSchema = z.strictObject({
  kind: z.literal(STORE_FILE.kind),
  schemaVersion: z.literal(SCHEMA_VERSION),
  storeId: storeIdSchema,
  origin: familySchema,
  createdAt: instantSchema,
});

/** One opened store, with this run's origin and the tools every reader and writer of it needs. */
export interface Store {
  /** Real path, resolved once; every other path is built below it. */
  readonly root: string;
  readonly storeId: StoreId;
  readonly family: StoreFamily;
  /** Of this run; no checkpoint of another origin is read. */
  readonly origin: Origin;
  readonly clock: Clock;
  readonly sha256: Sha256;
}

export interface StoreOptions {
  readonly origin: Origin;
  /** Leg 1 may begin a store; it then holds the lock of the resolved root. Everyone else finds one or faults. */
  readonly create: boolean;
  readonly clock: Clock;
  readonly newStoreId: () => string;
  readonly sha256: Sha256;
}

function createStoreFile(path: string, options: StoreOptions): void {
  const store = storeSchema.parse({
    kind: STORE_FILE.kind,
    schemaVersion: SCHEMA_VERSION,
    storeId: options.newStoreId(),
    origin: options.origin === 'replay' ? 'replay' : 'live',
    createdAt: toIso(options.clock.now()),
  });
  replaceFile(path, `${JSON.stringify(store)}\n`);
}

function requireStoreFile(path: string): z.infer<typeof storeSchema> {
  const document = requireDocument(path, STORE_FILE);
  if (!storeIdSchema.safeParse(document['storeId']).success) throw fileFault(STORE_FILE, 'ID_MISSING', { path, says: 'has no storeId' });
  const parsed = storeSchema.safeParse(document);
  if (!parsed.success) throw fileFault(STORE_FILE, 'CORRUPT', { path, says: 'lacks a field, or has one it should not have' });
  return parsed.data;
}

function requireFamily(path: string, family: StoreFamily, origin: Origin): void {
  if (origin === 'mock' || origin === family) return;
  const says = `was created for ${family} runs, and this run is ${origin}`;
  throw fileFault(STORE_FILE, 'ORIGIN', { path, says, remedy: STORE_FILE.whenOther });
}

/**
 * Opens the one directory a run lives in. Links above and at `directory` are followed once, here; below they are refused.
 * Faults: E_STORE_* of its file, E_STORE_ORIGIN for a live run in a replay store and the reverse, E_STORE_UNSAFE.
 */
export function openStore(directory: string, options: StoreOptions): Store {
  const root = resolveRoot(directory, { create: options.create });
  const path = inside(root, STORE_FILE.name);
  // Before the minutes of a sweep, not after them.
  for (const name of FIXED_NAMES) inside(root, name);
  if (options.create && readBounded(path, STORE_FILE.maxBytes).kind === 'absent') createStoreFile(path, options);
  const { storeId, origin: family } = requireStoreFile(path);
  requireFamily(path, family, options.origin);
  return { root, storeId, family, origin: options.origin, clock: options.clock, sha256: options.sha256 };
}

/** What a leg may find in a directory that is not a store yet: the lock it holds itself, and what a killed first leg left. */
const BEFORE_STORE = /^(lock\.db(-journal)?|lock-holder\.json|\..+\.tmp)$/;

/** Refuses to make a store of a directory that holds anything else: a mistyped --store must not litter it. E_STORE_UNSAFE. */
export function requireOwnDirectory(root: string): void {
  const names = readEntries(root).map((entry) => entry.name);
  const stranger = names.find((name) => !BEFORE_STORE.test(name));
  if (stranger === undefined || names.includes(STORE_FILE.name)) return;
  throw new FaultError('E_STORE_UNSAFE', `${root} holds other files and is no store`, 'name a new or an empty directory with --store');
}

/** Removes what killed writers left; only while holding the store's lock. Returns how many files went. */
export function sweepStore(store: Store): number {
  const directories = [store.root, inside(store.root, HOST_DIRECTORY), inside(store.root, BRIEF_DIRECTORY)];
  return directories.reduce((count, directory) => count + sweepTemporaries(directory), 0);
}

/** Where a run's brief lies: the same name when the same run is finalised again. `generatedAt` is the bundle's. */
export function briefPath(store: Store, run: BriefRun, extension: BriefExtension): string {
  const slug = run.domain === '' ? 'global' : toSlug(run.domain, SLUG_CAP);
  const date = dayOf(instantSchema.parse(run.generatedAt));
  return inside(store.root, BRIEF_DIRECTORY, `${date}-${slug}-${bundleIdSchema.parse(run.bundleId)}.${extension}`);
}

export interface BriefRun {
  readonly bundleId: BundleId;
  readonly generatedAt: string;
  readonly domain: string;
}
export type BriefExtension = 'md' | 'json' | 'txt';

/** Puts a run's brief in its place and returns where that is; E_STORE_WRITE on what the disk refuses. */
export function writeBrief(store: Store, run: BriefRun, file: { readonly extension: BriefExtension; readonly text: string }): string {
  makeDirectory(inside(store.root, BRIEF_DIRECTORY));
  const path = briefPath(store, run, file.extension);
  replaceFile(path, file.text);
  return path;
}
