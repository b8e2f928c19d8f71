import { join } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { readBounded } from './bounded-read.ts';
import { toIso } from './clock.ts';
import { removeFile, replaceFile } from './files.ts';
import { openSqlite, type SqliteDatabase } from './sqlite.ts';
import type { ModuleLoader } from './sqlite-driver.ts';

/** The store's lock, held from acquireLock to `release` or the death of the process, whichever comes first. */
export interface StoreLock {
  /** Idempotent. */
  release(): void;
}

export interface LockRequest {
  /** What the holder is doing, for whoever has to wait: lower case letters, digits, blanks and dashes survive. */
  readonly command: string;
  /** Epoch ms at which the leg began. */
  readonly sinceAt: number;
  /** How long to wait, blocking, for the present holder; 0 answers at once. */
  readonly waitMs: number;
  /** The fault for whoever comes second, where the lock is not the store's; `holder` is "command, pid n, since instant" if known. */
  readonly toBusyFault?: (holder: string | null, cause: unknown) => FaultError;
  /** Tests only: where SQLite drivers come from. */
  readonly load?: ModuleLoader;
}

const LOCK_NAME = 'lock.db';
const HOLDER_NAME = 'lock-holder.json';
const HOLDER_MAX_BYTES = 1024;
const COMMAND_LENGTH = 64;
const UNKNOWN = 'another leg holds the store';

/** Drivers close a connection that nothing refers to; the lock must outlive a caller who keeps no reference to it. */
const held = new Set<SqliteDatabase>();

function toPlainCommand(command: string): string {
  return command
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .slice(0, COMMAND_LENGTH)
    .trim();
}

function parseHolder(bytes: Uint8Array): string | null {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (typeof value !== 'object' || value === null || !('pid' in value) || !('command' in value) || !('since' in value)) return null;
  const { pid, command, since } = value;
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid < 1 || typeof command !== 'string' || typeof since !== 'string')
    return null;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(since)) return null;
  return `${toPlainCommand(command)}, pid ${pid}, since ${since}`;
}

/** Only informs: the file may be missing, damaged or a dead holder's, and then the answer is less telling but as true. */
function busyFault(directory: string, cause: unknown, toBusyFault: LockRequest['toBusyFault']): FaultError {
  const read = readBounded(join(directory, HOLDER_NAME), HOLDER_MAX_BYTES);
  const holder = read.kind === 'bytes' ? parseHolder(read.bytes) : null;
  if (toBusyFault !== undefined) return toBusyFault(holder, cause);
  const message = holder === null ? UNKNOWN : `${UNKNOWN} (${holder})`;
  return new FaultError('E_STORE_BUSY', message, 'wait for it to end, then run the same command again', cause);
}

function removeHolder(directory: string): void {
  try {
    removeFile(join(directory, HOLDER_NAME));
  } catch (error) {
    // The next holder overwrites it; a leg's finished work must not turn into a fault here.
    if (!(error instanceof FaultError)) throw error;
  }
}

function seize(directory: string, request: LockRequest): SqliteDatabase {
  const { waitMs, load, toBusyFault } = request;
  let database: SqliteDatabase | null = null;
  try {
    database = openSqlite(join(directory, LOCK_NAME), {
      busyTimeoutMs: waitMs,
      journal: 'delete',
      synchronous: 'full',
      ...(load === undefined ? {} : { load }),
    });
    database.exec('BEGIN IMMEDIATE');
    return database;
  } catch (error) {
    database?.close();
    throw error instanceof FaultError && error.fault.code === 'E_STORE_BUSY' ? busyFault(directory, error, toBusyFault) : error;
  }
}

/**
 * Takes the one lock of the store at `directory` (a resolved root): a write transaction on lock.db, which the kernel frees when the
 * process dies, so there is no stale lock to break. Not for network file systems. E_STORE_BUSY names the holder; no other process may open
 * lock.db except through this function.
 */
export function acquireLock(directory: string, request: LockRequest): StoreLock {
  const database = seize(directory, request);
  try {
    const holder = { pid: process.pid, command: toPlainCommand(request.command), since: toIso(request.sinceAt) };
    replaceFile(join(directory, HOLDER_NAME), `${JSON.stringify(holder)}\n`);
  } catch (error) {
    database.close();
    throw error;
  }
  held.add(database);
  return {
    release: () => {
      if (!held.delete(database)) return;
      removeHolder(directory);
      database.close();
    },
  };
}
