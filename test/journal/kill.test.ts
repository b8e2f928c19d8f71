import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openJob, readJob } from '../../src/journal/index.ts';
import { startChild } from '../platform/child-process.ts';

const CHILD = new URL('./kill-child.ts', import.meta.url);
const SEED_COUNT = 24;

/** `run key` a line; absent until the first. */
function logOf(path: string): { readonly run: number; readonly key: string }[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => ({ run: Number(line.split(' ')[0]), key: line.split(' ')[1] ?? '' }));
}

/** Mulberry32: the same instants for the same seed, as far as a scheduler allows. */
function randomOf(seed: number): number {
  const mixed = Math.imul((seed * 0x6d2b79f5) ^ ((seed * 0x6d2b79f5) >>> 15), 1 | seed);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Every third child dies while it opens the job, the others at their work. */
async function killOnce(directory: string, seed: number): Promise<void> {
  const child = startChild(CHILD, directory, String((seed % 8) + 1), String(seed));
  await child.firstLine;
  if (seed % 3 !== 0) while (!logOf(`${directory}.promised`).some(({ run }) => run === seed)) await sleep(2);
  await sleep(randomOf(seed) * (seed % 3 === 0 ? 40 : 120));
  child.process.kill('SIGKILL');
  expect(await child.ended).toBe('SIGKILL');
}

function findingsOf(directory: string): { readonly key: string }[] {
  const text = readFileSync(join(directory, 'findings.jsonl'), 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

describe('a job killed at random instants', () => {
  it(`loses nothing and repeats nothing (${SEED_COUNT} seeds)`, { timeout: 240_000 }, async () => {
    const parent = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-kill-')));
    onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
    const directory = join(parent, 'job');
    let before = new Set<string>();
    for (let seed = 1; seed <= SEED_COUNT; seed += 1) {
      await killOnce(directory, seed);
      if (!existsSync(join(directory, 'findings.jsonl'))) continue;
      expect(readJob(directory).check.bad, `seed ${seed}`).toEqual([]);
      const kept = new Set(findingsOf(directory).map(({ key }) => key));
      const lost = logOf(`${directory}.promised`).filter(({ key }) => !kept.has(key));
      const repeated = logOf(`${directory}.performed`).filter(({ run, key }) => run === seed && before.has(key));
      expect({ lost, repeated }, `seed ${seed}`).toEqual({ lost: [], repeated: [] });
      before = kept;
    }
    const job = await openJob(directory);
    const keys = findingsOf(directory).map(({ key }) => key);
    expect([job.doneCount, new Set(keys).size]).toEqual([keys.length, keys.length]);
    expect(keys.length).toBeGreaterThan(SEED_COUNT);
    await job.close();
  });
});
