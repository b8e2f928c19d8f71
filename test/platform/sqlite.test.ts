import { linkSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqlite, type SqliteDatabase, type SqliteOptions } from '../../src/platform/sqlite.ts';
import { type ModuleLoader, requireSqlite, type SqliteDriver } from '../../src/platform/sqlite-driver.ts';
import { startChild } from './child-process.ts';
import { faultOf, freshDirectory, underUmask } from './fixture-directory.ts';

const CHILD = new URL('./sqlite-child.ts', import.meta.url);

const native: ModuleLoader = createRequire(import.meta.url);

/** A loader that knows one driver only. */
const only =
  (driver: SqliteDriver): ModuleLoader =>
  (name) => {
    if (name !== driver) throw new Error(`${name} taken away`);
    return native(name);
  };

function isLoadable(driver: SqliteDriver): boolean {
  try {
    requireSqlite(only(driver));
    return true;
  } catch {
    console.warn(`SKIPPED: the contract of ${driver}, which this Node (${process.version}) cannot load`);
    return false;
  }
}

const DRIVERS = (['node:sqlite', 'better-sqlite3'] as const).filter(isLoadable);

it('has at least one driver to test', () => {
  expect(DRIVERS.length).toBeGreaterThan(0);
});

describe.each(DRIVERS)('openSqlite with %s', (driver) => {
  const options: SqliteOptions = { busyTimeoutMs: 0, journal: 'wal', synchronous: 'full', load: only(driver) };

  function open(path: string, part: Partial<SqliteOptions> = {}): SqliteDatabase {
    const database = openSqlite(path, { ...options, ...part });
    onTestFinished(() => database.close());
    return database;
  }

  it('keeps what was committed, and returns rows, blobs and counts alike', () => {
    const path = join(freshDirectory(), 'trivet.db');
    const first = open(path);
    expect(first.driver).toBe(driver);
    first.exec('CREATE TABLE item (id TEXT PRIMARY KEY, size INTEGER, body BLOB)');
    const insert = first.prepare('INSERT INTO item VALUES (?, ?, ?)');
    expect([insert.run('a', 1, Uint8Array.of(0, 255)), insert.run('b', null, null)]).toEqual([1, 1]);
    expect(first.prepare('UPDATE item SET size = 2').run()).toBe(2);
    first.close();
    first.close();
    const second = open(path);
    const rows = second.prepare('SELECT id, size FROM item ORDER BY id').all();
    expect(rows.map((row) => Object.entries(row ?? {}))).toEqual([
      [
        ['id', 'a'],
        ['size', 2],
      ],
      [
        ['id', 'b'],
        ['size', 2],
      ],
    ]);
    const body: unknown = Object.values(second.prepare('SELECT body FROM item WHERE id = ?').get('a') ?? {})[0];
    expect(body instanceof Uint8Array && [...body]).toEqual([0, 255]);
    expect(second.prepare('SELECT 1 FROM item WHERE id = ?').get('none')).toBeUndefined();
  });

  it.each(['wal', 'delete'] as const)('sets journal %s and FULL sync, also on a file that had another', (journal) => {
    const path = join(freshDirectory(), 'trivet.db');
    for (const mode of ['delete', 'wal', journal] as const) {
      const database = open(path, { journal: mode });
      const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0];
      expect([pragma('journal_mode'), pragma('synchronous')]).toEqual([mode, 2]);
      database.close();
    }
  });

  it.each([0o000, 0o077])('keeps its files 0600 under umask %o', (mask) => {
    const directory = freshDirectory();
    underUmask(mask, () => {
      const database = open(join(directory, 'trivet.db'));
      database.exec('CREATE TABLE item (id TEXT)');
      const modes = readdirSync(directory).map((name) => [name, (statSync(join(directory, name)).mode & 0o777).toString(8)]);
      expect(modes).toEqual([
        ['trivet.db', '600'],
        ['trivet.db-shm', '600'],
        ['trivet.db-wal', '600'],
      ]);
    });
  });

  it('commits a transaction as a whole and rolls back what throws', () => {
    const database = open(join(freshDirectory(), 'trivet.db'));
    database.exec('CREATE TABLE item (id TEXT PRIMARY KEY)');
    const add = database.prepare('INSERT INTO item VALUES (?)');
    const count = () => Object.values(database.prepare('SELECT count(*) FROM item').get() ?? {})[0];
    expect(database.transaction(() => add.run('a') + add.run('b'))).toBe(2);
    const failing = () =>
      database.transaction(() => {
        add.run('c');
        add.run('a');
      });
    expect(failing).toThrow(/UNIQUE/);
    expect(count()).toBe(2);
    expect(() => database.transaction(() => Promise.resolve(add.run('d')))).toThrow(/must not be async/);
    expect(count()).toBe(2);
    expect(() => database.transaction(() => database.transaction(() => 1))).toThrow(/within a transaction/);
    expect(database.transaction(() => add.run('e'))).toBe(1);
  });

  it('rolls back once only when SQLite did so itself', () => {
    const database = open(join(freshDirectory(), 'trivet.db'));
    database.exec('CREATE TABLE item (id TEXT PRIMARY KEY)');
    const act = () => database.transaction(() => database.exec('ROLLBACK; SELECT nonsense'));
    expect(act).toThrow(/nonsense/);
    expect(database.transaction(() => 7)).toBe(7);
  });

  it('reports a busy database, and reads beside a writer', () => {
    const path = join(freshDirectory(), 'trivet.db');
    const [one, two] = [open(path), open(path)];
    one.exec('CREATE TABLE item (id TEXT)');
    one.exec('BEGIN IMMEDIATE');
    expect(faultOf(() => two.transaction(() => 1))).toMatchObject({
      code: 'E_STORE_BUSY',
      message: `another process is writing ${path}`,
      exit: 4,
    });
    expect(two.prepare('SELECT id FROM item').all()).toEqual([]);
    one.exec('COMMIT');
    expect(two.transaction(() => 1)).toBe(1);
  });

  it('rolls back an open transaction on close', () => {
    const path = join(freshDirectory(), 'trivet.db');
    const one = open(path);
    one.exec('CREATE TABLE item (id TEXT); BEGIN IMMEDIATE; INSERT INTO item VALUES (1)');
    one.close();
    const two = open(path);
    expect([two.prepare('SELECT id FROM item').all(), two.transaction(() => 1)]).toEqual([[], 1]);
  });

  it('reports a full database, a damaged one and one that cannot be made', () => {
    const directory = freshDirectory();
    const full = open(join(directory, 'full.db'));
    full.exec('PRAGMA max_page_count = 3; CREATE TABLE item (body BLOB)');
    const fault = faultOf(() => full.prepare('INSERT INTO item VALUES (zeroblob(100000))').run());
    expect(fault).toMatchObject({
      code: 'E_STORE_WRITE',
      message: `cannot write ${join(directory, 'full.db')}: no space is left (ENOSPC)`,
    });
    writeFileSync(join(directory, 'bad.db'), 'no database at all'.repeat(100));
    const corrupt = faultOf(() => open(join(directory, 'bad.db')));
    expect(corrupt).toMatchObject({ code: 'E_STORE_CORRUPT', message: `${join(directory, 'bad.db')} is not a sound database` });
    expect(faultOf(() => open(join(directory, 'none', 'a.db')))).toMatchObject({
      code: 'E_STORE_WRITE',
      message: expect.stringContaining('(ENOENT)'),
    });
    expect(faultOf(() => open(join(directory, 'bad.db', 'a.db')))).toMatchObject({ code: 'E_STORE_WRITE' });
  });

  it('refuses links, second names and devices before SQLite sees them', () => {
    const directory = freshDirectory();
    open(join(directory, 'real.db')).close();
    symlinkSync(join(directory, 'real.db'), join(directory, 'soft.db'));
    symlinkSync(join(directory, 'none.db'), join(directory, 'dangling.db'));
    for (const name of ['soft.db', 'dangling.db']) expect(faultOf(() => open(join(directory, name))).code).toBe('E_STORE_UNSAFE');
    linkSync(join(directory, 'real.db'), join(directory, 'hard.db'));
    expect(faultOf(() => open(join(directory, 'real.db'))).code).toBe('E_STORE_UNSAFE');
    expect(readdirSync(directory)).not.toContain('none.db');
  });

  it('passes wrong SQL on as what it is', () => {
    const database = open(join(freshDirectory(), 'trivet.db'));
    expect(() => database.prepare('SELEKT')).toThrow(/syntax error/);
  });
});

describe('openSqlite', () => {
  it('can be opened for the first time by several processes at once', { timeout: 90_000 }, async () => {
    const path = join(freshDirectory(), 'trivet.db');
    const children = [1, 2, 3].map(() => startChild(CHILD, path, '20'));
    expect(await Promise.all(children.map((child) => child.firstLine))).toEqual(['counted', 'counted', 'counted']);
    const database = openSqlite(path, { busyTimeoutMs: 0, journal: 'wal', synchronous: 'full' });
    expect(Object.values(database.prepare('SELECT value FROM total').get() ?? {})).toEqual([60]);
    database.close();
  });
});
