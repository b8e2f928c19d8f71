import { createRequire } from 'node:module';
import { FaultError } from '../domain/fault.ts';

export type SqliteDriver = 'node:sqlite' | 'better-sqlite3';
export type SqliteValue = string | number | bigint | null | Uint8Array;

/** What both drivers' statements have in common; a missing row is undefined. */
export interface RawStatement {
  run(...params: readonly SqliteValue[]): { readonly changes: number | bigint };
  get(...params: readonly SqliteValue[]): unknown;
  all(...params: readonly SqliteValue[]): unknown[];
}

export interface RawDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): RawStatement;
  close(): unknown;
}

/** A driver that has proven it can open a database in this process. */
export interface LoadedSqlite {
  readonly driver: SqliteDriver;
  open(path: string): RawDatabase;
}

/** Resolves a module name to its exports or throws, as `require` does; an argument so that tests can take drivers away. */
export type ModuleLoader = (name: SqliteDriver) => unknown;

const REMEDY = 'npm install better-sqlite3@12.11.1 (or use Node 22.13 or later, which brings SQLite along)';

function isRawDatabase(value: unknown): value is RawDatabase {
  if (typeof value !== 'object' || value === null) return false;
  return ['exec', 'prepare', 'close'].every((name) => typeof Reflect.get(value, name) === 'function');
}

/** Node announces its SQLite as experimental on every start; a user can do nothing about it. Every other warning passes. */
function withoutSqliteWarning<T>(load: () => T): T {
  const original = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).includes('SQLite is an experimental feature')) Reflect.apply(original, process, [warning, ...rest]);
  };
  try {
    return load();
  } finally {
    process.emitWarning = original;
  }
}

function loadDriver(driver: SqliteDriver, load: ModuleLoader): LoadedSqlite {
  const exported = withoutSqliteWarning(() => load(driver));
  const found: unknown =
    driver === 'node:sqlite' && typeof exported === 'object' && exported !== null ? Reflect.get(exported, 'DatabaseSync') : exported;
  if (typeof found !== 'function') throw new Error(`${driver} exports no database`);
  const open = (path: string): RawDatabase => {
    const database: unknown = Reflect.construct(found, [path]);
    if (!isRawDatabase(database)) throw new Error(`${driver} opened something that is no database`);
    return database;
  };
  // better-sqlite3 loads its binary only here, which is where a build for another Node version shows.
  open(':memory:').close();
  return { driver, open };
}

/**
 * Node's own SQLite where it exists, else better-sqlite3. Never both in one process: each library keeps its own table of POSIX locks and
 * would drop the other's. E_SQLITE_MISSING, with both reasons as its cause, when neither works; ask before the first request.
 */
export function requireSqlite(load: ModuleLoader = createRequire(import.meta.url)): LoadedSqlite {
  const reasons: unknown[] = [];
  for (const driver of ['node:sqlite', 'better-sqlite3'] as const) {
    try {
      return loadDriver(driver, load);
    } catch (error) {
      reasons.push(error);
    }
  }
  throw new FaultError('E_SQLITE_MISSING', 'no SQLite driver can be loaded', REMEDY, new AggregateError(reasons, 'both drivers failed'));
}
