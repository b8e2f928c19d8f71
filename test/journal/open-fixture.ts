import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Job, type JobOptions, openJob } from '../../src/journal/index.ts';

const START_MS = Date.UTC(2021, 11, 10, 6);

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');
export const hashOf = (key: string) => sha256(key).slice(0, 16);

/** A clock that moves only when told. */
export interface HandClock {
  now(): number;
  monotonicMs(): number;
  advance(ms: number): void;
}

export function handClock(): HandClock {
  let elapsedMs = 0;
  return {
    now: () => START_MS + elapsedMs,
    monotonicMs: () => elapsedMs,
    advance: (ms) => {
      elapsedMs += ms;
    },
  };
}

/** Hundreds of jobs are opened here, and each syncs a dozen times: memory answers at once, and only a power loss would tell. */
const FAST = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A job's directory that does not exist yet, real and alone in its parent. */
export function jobDirectory(): string {
  const parent = realpathSync(mkdtempSync(join(FAST, 'trivet-journal-')));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  return join(parent, 'job');
}

/** Opens with a standing clock and a fixed nonce, so that whole files can be compared. */
export function open(directory: string, options: JobOptions = {}): Promise<Job> {
  return openJob(directory, { clock: handClock(), newNonce: () => '0123456789abcdef'.repeat(2), ...options });
}

/** Runs `act` on a job and closes it, whatever happens. */
export async function withJob<T>(directory: string, act: (job: Job) => Promise<T> | T): Promise<T> {
  const job = await open(directory);
  try {
    return await act(job);
  } finally {
    await job.close();
  }
}
