import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { acquireLock } from '../../src/platform/lock.ts';
import { startChild } from './child-process.ts';
import { faultOf, freshDirectory, underUmask } from './fixture-directory.ts';

const CHILD = new URL('./lock-child.ts', import.meta.url);

const SINCE_AT = Date.UTC(2021, 11, 10, 6);
const request = { command: 'discover --nominate-only', sinceAt: SINCE_AT, waitMs: 0 };
const holderOf = (directory: string) => JSON.parse(readFileSync(join(directory, 'lock-holder.json'), 'utf8'));

describe('acquireLock', () => {
  it('says who holds it while it is held, and leaves only lock.db behind', () => {
    const directory = freshDirectory();
    underUmask(0, () => {
      const lock = acquireLock(directory, request);
      expect(holderOf(directory)).toEqual({ pid: process.pid, command: 'discover --nominate-only', since: '2021-12-10T06:00:00Z' });
      expect(['lock.db', 'lock-holder.json'].map((name) => statSync(join(directory, name)).mode & 0o777)).toEqual([0o600, 0o600]);
      lock.release();
      lock.release();
    });
    expect(readdirSync(directory)).toEqual(['lock.db']);
  });

  it('is refused to a second leg, with the first one named, and free after release', () => {
    const directory = freshDirectory();
    const lock = acquireLock(directory, request);
    expect(faultOf(() => acquireLock(directory, request))).toEqual({
      code: 'E_STORE_BUSY',
      message: `another leg holds the store (discover --nominate-only, pid ${process.pid}, since 2021-12-10T06:00:00Z)`,
      remedy: 'wait for it to end, then run the same command again',
      exit: 4,
      retryable: true,
    });
    expect(holderOf(directory)).toMatchObject({ pid: process.pid });
    lock.release();
    acquireLock(directory, request).release();
  });

  it('is held against a real process, and freed by the kernel when that process is killed', { timeout: 90_000 }, async () => {
    const directory = freshDirectory();
    const child = startChild(CHILD, directory, 'hold');
    expect(await child.firstLine).toBe('held');
    const message = `another leg holds the store (child hold, pid ${child.process.pid}, since 2021-12-10T06:00:00Z)`;
    expect(faultOf(() => acquireLock(directory, request))).toMatchObject({ code: 'E_STORE_BUSY', message });
    child.process.kill('SIGKILL');
    expect(await child.ended).toBe('SIGKILL');
    expect(holderOf(directory)).toMatchObject({ pid: child.process.pid });
    const lock = acquireLock(directory, request);
    expect(holderOf(directory)).toMatchObject({ pid: process.pid });
    lock.release();
    expect(existsSync(join(directory, 'lock-holder.json'))).toBe(false);
  });

  it('lets one process in at a time', { timeout: 90_000 }, async () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'count'), '0');
    const children = [1, 2].map(() => startChild(CHILD, directory, 'count', '12'));
    expect(await Promise.all(children.map((child) => child.firstLine))).toEqual(['counted', 'counted']);
    expect(readFileSync(join(directory, 'count'), 'utf8')).toBe('24');
  });

  it.each([
    ['nothing', ''],
    ['no JSON', '{'],
    ['no object', 'null'],
    ['another shape', '{"pid":1}'],
    ['a wrong pid', '{"pid":-1,"command":"x","since":"2021-12-10T06:00:00Z"}'],
    ['a wrong command', '{"pid":1,"command":7,"since":"2021-12-10T06:00:00Z"}'],
    ['a wrong instant', '{"pid":1,"command":"x","since":"yesterday"}'],
    ['too much', JSON.stringify({ pid: 1, command: 'x'.repeat(2000), since: '2021-12-10T06:00:00Z' })],
  ])('is told busy without a name when the holder file holds %s, and is not held up by it', (_, content) => {
    const directory = freshDirectory();
    const lock = acquireLock(directory, request);
    writeFileSync(join(directory, 'lock-holder.json'), content);
    expect(faultOf(() => acquireLock(directory, request))).toMatchObject({ code: 'E_STORE_BUSY', message: 'another leg holds the store' });
    lock.release();
    writeFileSync(join(directory, 'lock-holder.json'), content);
    acquireLock(directory, request).release();
  });

  it('shows nothing of a hostile holder file but plain characters', () => {
    const directory = freshDirectory();
    const lock = acquireLock(directory, request);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.anything(), (command, pid) => {
        writeFileSync(
          join(directory, 'lock-holder.json'),
          JSON.stringify({ pid, command, since: '2021-12-10T06:00:00Z' }, (_, value) => (typeof value === 'bigint' ? 1 : value)),
        );
        expect(faultOf(() => acquireLock(directory, request)).message).toMatch(
          /^another leg holds the store(?: \([a-z0-9 -]{0,64}, pid \d+, since 2021-12-10T06:00:00Z\))?$/,
        );
      }),
      { numRuns: 40 },
    );
    lock.release();
  });

  it('outlives a caller who forgets it, whatever the garbage collector does', async () => {
    const directory = freshDirectory();
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    const forget = () => void acquireLock(directory, request);
    forget();
    for (let round = 0; round < 3; round += 1) {
      await setImmediate();
      if (typeof collect !== 'function') throw new Error('no garbage collector to call');
      collect();
    }
    expect(faultOf(() => acquireLock(directory, request)).code).toBe('E_STORE_BUSY');
  });

  it('is released even when the holder file cannot be removed', () => {
    const directory = freshDirectory();
    const lock = acquireLock(directory, request);
    const path = join(directory, 'lock-holder.json');
    unlinkSync(path);
    mkdirSync(path);
    lock.release();
    rmdirSync(path);
    acquireLock(directory, request).release();
  });

  it('cleans its own command too', () => {
    const directory = freshDirectory();
    const lock = acquireLock(directory, { ...request, command: ` Discover \u001b[31m"x"\n${'y'.repeat(100)}` });
    expect(holderOf(directory).command).toBe(`discover 31mx${'y'.repeat(50)}`);
    lock.release();
  });

  it('frees the store when the holder file cannot be written', () => {
    const directory = freshDirectory();
    symlinkSync('/dev/full', join(directory, 'lock-holder.json'));
    expect(() => acquireLock(directory, request)).toThrow(FaultError);
    expect(readdirSync(directory).sort()).toEqual(['lock-holder.json', 'lock.db']);
    expect(faultOf(() => acquireLock(directory, request)).code).toBe('E_STORE_UNSAFE');
  });

  it('passes other faults on: no driver, no directory, a lock file that is no database', () => {
    const directory = freshDirectory();
    const load = () => {
      throw new Error('not installed');
    };
    expect(faultOf(() => acquireLock(directory, { ...request, load })).code).toBe('E_SQLITE_MISSING');
    expect(readdirSync(directory)).toEqual([]);
    expect(faultOf(() => acquireLock(join(directory, 'none'), request)).code).toBe('E_STORE_WRITE');
    writeFileSync(join(directory, 'lock.db'), 'x'.repeat(5000));
    expect(faultOf(() => acquireLock(directory, request)).code).toBe('E_STORE_CORRUPT');
  });
});
