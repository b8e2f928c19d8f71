import { closeSync, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { openExclusive, requirePlainFile, syncDirectory } from './descriptor.ts';
import { errnoOf, guardWrite } from './errno.ts';
import {
  type ModuleLoader,
  type RawDatabase,
  type RawStatement,
  requireSqlite,
  type SqliteDriver,
  type SqliteValue,
} from './sqlite-driver.ts';
import { toSqliteError } from './sqlite-fault.ts';

/** `run` returns how many rows it changed. Parameters are positional. Rows are unknown until a schema has seen them; blobs are Uint8Array, a missing row is undefined. */
interface SqliteStatement {
  run(...params: readonly SqliteValue[]): number;
  get(...params: readonly SqliteValue[]): unknown;
  all(...params: readonly SqliteValue[]): unknown[];
}

/**
 * One connection. Every call may throw E_STORE_BUSY (after the busy timeout), E_STORE_WRITE or E_STORE_CORRUPT; wrong SQL and broken
 * constraints throw the driver's own error.
 */
export interface SqliteDatabase {
  readonly driver: SqliteDriver;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  /** Runs `act` between BEGIN IMMEDIATE and COMMIT; rolls back when it throws. Not nestable, and `act` must not be async. */
  transaction<T>(act: () => T): T;
  /** Idempotent; an open transaction is rolled back. */
  close(): void;
}

export interface SqliteOptions {
  /** How long a call waits, blocking, for another process's lock. */
  readonly busyTimeoutMs: number;
  /** `wal` for data that readers share, `delete` for a file that is only a lock. */
  readonly journal: 'wal' | 'delete';
  /** Spelt out because WAL's usual NORMAL may lose the last commits in a power loss. */
  readonly synchronous: 'full';
  /** Tests only: where drivers come from. */
  readonly load?: ModuleLoader;
}

/** SQLite would create the file under the umask; -wal, -shm and -journal then copy the mode given here. An existing file is not opened: see readBounded. */
function requireDatabaseFile(path: string): void {
  guardWrite(path, 'E_STORE_WRITE', () => {
    try {
      closeSync(openExclusive(path));
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      const stats = lstatSync(path, { throwIfNoEntry: false });
      if (stats !== undefined) requirePlainFile(path, stats);
      return;
    }
    syncDirectory(dirname(path));
  });
}

function readPragma(database: RawDatabase, name: string): unknown {
  const row = database.prepare(`PRAGMA ${name}`).get();
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}

/** A pragma that cannot be had answers with the old value instead of an error, so each is read back. */
function configure(database: RawDatabase, path: string, options: SqliteOptions): void {
  const busyTimeoutMs = Math.max(0, Math.trunc(options.busyTimeoutMs));
  database.exec(`PRAGMA busy_timeout = ${busyTimeoutMs}`);
  if (readPragma(database, 'journal_mode') !== options.journal) database.exec(`PRAGMA journal_mode = ${options.journal}`);
  database.exec('PRAGMA synchronous = FULL');
  if (readPragma(database, 'journal_mode') !== options.journal || readPragma(database, 'synchronous') !== 2) {
    const remedy = 'keep the store on a local disk: name one with --store';
    throw new FaultError('E_STORE_UNSAFE', `${path} lies on a file system without durable ${options.journal} transactions`, remedy);
  }
}

class Connection implements SqliteDatabase {
  readonly driver: SqliteDriver;
  readonly #database: RawDatabase;
  readonly #path: string;
  #open = true;

  constructor(driver: SqliteDriver, database: RawDatabase, path: string) {
    this.driver = driver;
    this.#database = database;
    this.#path = path;
  }

  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    const statement: RawStatement = this.#guard(() => this.#database.prepare(sql));
    return {
      run: (...params) => Number(this.#guard(() => statement.run(...params)).changes),
      get: (...params) => this.#guard(() => statement.get(...params)),
      all: (...params) => this.#guard(() => statement.all(...params)),
    };
  }

  transaction<T>(act: () => T): T {
    this.exec('BEGIN IMMEDIATE');
    try {
      const result = act();
      if (result instanceof Promise) throw new TypeError('a transaction must not be async');
      this.exec('COMMIT');
      return result;
    } catch (error) {
      this.#rollBack();
      throw error;
    }
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#guard(() => this.#database.close());
  }

  #guard<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw toSqliteError(error, this.#path);
    }
  }

  /** SQLite has already rolled back after some errors (full disk, I/O) and then refuses this; the first error is the one to report. */
  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
}

/**
 * Opens or creates the database at `path` (0600, FULL sync, the journal asked for and read back). Faults: E_SQLITE_MISSING,
 * E_STORE_UNSAFE, E_STORE_WRITE, E_STORE_BUSY, E_STORE_CORRUPT.
 */
export function openSqlite(path: string, options: SqliteOptions): SqliteDatabase {
  const { driver, open } = requireSqlite(options.load);
  requireDatabaseFile(path);
  let database: RawDatabase | null = null;
  try {
    database = open(path);
    configure(database, path, options);
    return new Connection(driver, database, path);
  } catch (error) {
    database?.close();
    throw toSqliteError(error, path);
  }
}
