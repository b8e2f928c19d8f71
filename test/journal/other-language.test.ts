import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readJob } from '../../src/journal/index.ts';
import { jobDirectory, open, withJob } from './open-fixture.ts';

const SCRIPT = fileURLToPath(new URL('./resume_job.py', import.meta.url));
const hasPython = spawnSync('python3', ['-c', 'import sqlite3, zlib']).status === 0;
if (!hasPython) console.warn('SKIPPED: no python3 here, so that other languages can go on with a job was NOT tested');

function python(directory: string, keys: readonly string[]): { done: string[]; status: number | null; errors: string } {
  const { stdout, stderr, status } = spawnSync('python3', [SCRIPT, directory, ...keys], { encoding: 'utf8' });
  return { done: stdout.split('\n').slice(0, -1), status, errors: stderr };
}

const keysIn = (directory: string) =>
  readFileSync(join(directory, 'findings.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).key);

describe.skipIf(!hasPython)('a job and a program in another language', () => {
  it('goes on there where it was begun here, a torn tail included', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      await job.recordFinding('a', { title: 'Käse \u2028' });
      await job.recordFinding('ü', 2);
      await job.finish();
      await job.recordFinding('torn', 3);
      job.abandon();
    });
    const path = join(directory, 'findings.jsonl');
    writeFileSync(path, readFileSync(path).subarray(0, -5));
    expect(python(directory, ['a', 'b', 'ü', 'torn', '𝔘'])).toEqual({ done: ['b', 'torn', '𝔘'], status: 0, errors: '' });
    const { check } = readJob(directory);
    expect(check).toMatchObject({ bad: [], tail: 'clean', findingCount: 5, repeatedCount: 0, withoutCrcCount: 0 });
    await withJob(directory, (job) => expect(['a', 'b', 'ü', 'torn', '𝔘'].map((key) => job.isDone(key))).not.toContain(false));
  });

  it('goes on here where it was begun there, and there again', async () => {
    const directory = jobDirectory();
    expect(python(directory, ['a', 'b']).done).toEqual(['a', 'b']);
    await withJob(directory, async (job) => {
      expect([job.isDone('a'), job.isDone('b'), job.isDone('c')]).toEqual([true, true, false]);
      for (const key of ['a', 'b', 'c']) await job.recordFinding(key, 'here');
    });
    expect(python(directory, ['a', 'b', 'c', 'd']).done).toEqual(['d']);
    expect(keysIn(directory)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is kept out there while it is held here', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    const { status, errors } = python(directory, ['a']);
    expect([status, errors]).toEqual([1, expect.stringContaining('database is locked')]);
    await job.close();
    expect(python(directory, ['a']).done).toEqual(['a']);
  });
});
