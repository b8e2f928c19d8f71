import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { type ModuleLoader, requireSqlite } from '../../src/platform/sqlite-driver.ts';
import { toSqliteError } from '../../src/platform/sqlite-fault.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

/** Stands for a driver; the pragmas answer with `answers`. */
class FakeDatabase {
  static readonly opened: string[] = [];
  readonly answers: Readonly<Record<string, unknown>> = { journal_mode: 'memory', synchronous: 2 };

  constructor(path: string) {
    FakeDatabase.opened.push(path);
  }

  exec(): void {}

  prepare(sql: string) {
    const answer = this.answers[sql.replace('PRAGMA ', '')];
    return { run: () => ({ changes: 0 }), get: () => ({ answer }), all: () => [] };
  }

  close(): void {}
}

class Unbuilt {
  constructor() {
    throw new Error('compiled against a different Node.js version');
  }
}

/** A loader that serves the given modules and has no others. */
function serving(modules: Readonly<Record<string, unknown>>): ModuleLoader & { asked: string[] } {
  const asked: string[] = [];
  const load = (name: string) => {
    asked.push(name);
    if (!(name in modules)) throw new Error(`Cannot find module '${name}'`);
    return modules[name];
  };
  return Object.assign(load, { asked });
}

describe('requireSqlite', () => {
  it("prefers Node's own and does not touch the other", () => {
    const load = serving({ 'node:sqlite': { DatabaseSync: FakeDatabase }, 'better-sqlite3': FakeDatabase });
    expect(requireSqlite(load).driver).toBe('node:sqlite');
    expect(load.asked).toEqual(['node:sqlite']);
  });

  it('takes better-sqlite3 where Node has none', () => {
    const load = serving({ 'better-sqlite3': FakeDatabase });
    expect(requireSqlite(load).driver).toBe('better-sqlite3');
    expect(load.asked).toEqual(['node:sqlite', 'better-sqlite3']);
  });

  it.each([
    ['neither is installed', {}],
    ['the binary was built for another Node', { 'better-sqlite3': Unbuilt }],
    ['the modules are something else', { 'node:sqlite': {}, 'better-sqlite3': 'text' }],
    ['the classes are something else', { 'node:sqlite': { DatabaseSync: Date }, 'better-sqlite3': Map }],
  ])('says how to get one when %s', (_, modules) => {
    expect(faultOf(() => requireSqlite(serving(modules)))).toEqual({
      code: 'E_SQLITE_MISSING',
      message: 'no SQLite driver can be loaded',
      remedy: 'npm install better-sqlite3@12.11.1 (or use Node 22.13 or later, which brings SQLite along)',
      exit: 2,
      retryable: false,
    });
  });

  it('keeps both reasons as the cause', () => {
    const act = () => requireSqlite(serving({ 'better-sqlite3': Unbuilt }));
    const errors = [new Error("Cannot find module 'node:sqlite'"), new Error('compiled against a different Node.js version')];
    expect(act).toThrow(expect.objectContaining({ cause: expect.objectContaining({ errors }) }));
  });

  it('silences the notice that SQLite is experimental, nothing else, and only while it loads', () => {
    const heard: unknown[] = [];
    const original = process.emitWarning;
    process.emitWarning = (warning: string | Error) => {
      heard.push(warning);
    };
    const listener = process.emitWarning;
    try {
      const notice = 'SQLite is an experimental feature and might change at any time';
      requireSqlite(() => {
        process.emitWarning(notice, 'ExperimentalWarning');
        process.emitWarning('something else', 'DeprecationWarning');
        return { DatabaseSync: FakeDatabase };
      });
      expect([heard, process.emitWarning === listener]).toEqual([['something else'], true]);
    } finally {
      process.emitWarning = original;
    }
  });
});

describe('openSqlite', () => {
  it('refuses a file system that cannot keep the journal it was asked for', () => {
    const path = join(freshDirectory(), 'trivet.db');
    const load = serving({ 'better-sqlite3': FakeDatabase });
    expect(faultOf(() => openSqlite(path, { busyTimeoutMs: 0, journal: 'wal', synchronous: 'full', load }))).toMatchObject({
      code: 'E_STORE_UNSAFE',
      message: `${path} lies on a file system without durable wal transactions`,
    });
    expect(FakeDatabase.opened.at(-1)).toBe(path);
  });
});

describe('toSqliteError', () => {
  const named = (code: string) => Object.assign(new Error('x'), { code });
  const numbered = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });

  it.each([
    ['E_STORE_BUSY', named('SQLITE_BUSY_SNAPSHOT'), numbered(517)],
    ['E_STORE_BUSY', named('SQLITE_LOCKED'), numbered(6)],
    ['E_STORE_WRITE', named('SQLITE_READONLY_DBMOVED'), numbered(1032)],
    ['E_STORE_WRITE', named('SQLITE_IOERR_FSYNC'), numbered(1034)],
    ['E_STORE_WRITE', named('SQLITE_FULL'), numbered(13)],
    ['E_STORE_WRITE', named('SQLITE_CANTOPEN'), numbered(14)],
    ['E_STORE_CORRUPT', named('SQLITE_CORRUPT_INDEX'), numbered(779)],
    ['E_STORE_CORRUPT', named('SQLITE_NOTADB'), numbered(26)],
  ])('makes %s of both spellings', (code, first, second) => {
    for (const error of [first, second]) {
      expect(toSqliteError(error, '/s/trivet.db')).toMatchObject({ fault: { code, message: expect.stringContaining('/s/trivet.db') } });
    }
  });

  it('leaves everything else alone', () => {
    for (const error of [named('SQLITE_CONSTRAINT_UNIQUE'), numbered(1), new Error('x'), 'x', null]) {
      expect(toSqliteError(error, '/s/trivet.db')).toBe(error);
    }
  });
});
