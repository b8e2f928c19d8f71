import { renameSync } from 'node:fs';
import { errnoOf } from './errno.ts';

const HELD_OPEN: ReadonlySet<string | null> = new Set(['EPERM', 'EACCES', 'EBUSY']);
const FIRST_WAIT_MS = 10;
const LONGEST_WAIT_MS = 1000;
const TOTAL_WAIT_MS = 10_000;

function sleepSync(durationMs: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, durationMs);
}

/**
 * Repeats `rename` while a virus scanner or indexer holds the target open (Windows answers EPERM, EACCES or EBUSY): waits grow from
 * 10 ms to 1 s and add up to at most 10 s; then the last error is thrown. Other errors are thrown at once.
 */
export function renameRetrying(rename: () => void, wait: (durationMs: number) => void = sleepSync): void {
  let waitMs = FIRST_WAIT_MS;
  let waitedMs = 0;
  for (;;) {
    try {
      rename();
      return;
    } catch (error) {
      if (!HELD_OPEN.has(errnoOf(error)) || waitedMs + waitMs > TOTAL_WAIT_MS) throw error;
    }
    wait(waitMs);
    waitedMs += waitMs;
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }
}

/** Atomic on POSIX, where a refusal is final; on Windows a refusal is usually someone's passing look at the file. */
export function renameOver(from: string, to: string): void {
  if (process.platform === 'win32') renameRetrying(() => renameSync(from, to));
  else renameSync(from, to);
}
