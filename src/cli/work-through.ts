import { setMaxListeners } from 'node:events';
import { FaultError } from '../domain/fault.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import type { Job } from '../journal/index.ts';
import { type ItemRun, runItem } from './run-item.ts';
import { usage } from './values.ts';

export interface Work {
  readonly item: Omit<ItemRun, 'signal'>;
  readonly concurrency: number;
  readonly signal: AbortSignal;
  readonly tell: (text: string) => void;
}

/** What this run brought. */
export interface WorkDone {
  readonly doneCount: number;
  readonly failedCount: number;
}

const CAPS = { key: 80, message: 200 } as const;

/** Records a finding, or why it cannot be one. */
async function recordValue(job: Job, key: string, value: unknown): Promise<string | null> {
  try {
    await job.recordFinding(key, value);
    return null;
  } catch (error) {
    if (!(error instanceof FaultError) || error.fault.code !== 'E_JOB_VALUE') throw error;
    return error.message;
  }
}

/** One item: the message of its failure, null when it is done, undefined when it was stopped. */
async function workOn(job: Job, key: string, run: ItemRun): Promise<string | null | undefined> {
  const outcome = await runItem(key, run);
  if (outcome.kind === 'stopped') return undefined;
  if (outcome.kind === 'unstartable') {
    throw usage(`the command of --exec cannot be started (${outcome.errno})`, 'name a program that is installed, or its path');
  }
  const failure = outcome.kind === 'error' ? outcome.message : await recordValue(job, key, outcome.value);
  if (failure !== null) await job.recordError(key, failure);
  return failure;
}

/** Runs the items in order, so many at a time. A fault that no other item would escape stops them all and is thrown. */
export async function workThrough(job: Job, keys: readonly string[], { item, concurrency, signal, tell }: Work): Promise<WorkDone> {
  const halt = new AbortController();
  // Every command under way listens, and that is no leak.
  setMaxListeners(concurrency, halt.signal);
  const stop = () => halt.abort();
  const counts = { doneCount: 0, failedCount: 0 };
  const waiting = keys.values();
  const worker = async () => {
    for (const key of waiting) {
      if (halt.signal.aborted) return;
      const failure = await workOn(job, key, { ...item, signal: halt.signal });
      if (failure === null) counts.doneCount += 1;
      if (typeof failure !== 'string') continue;
      counts.failedCount += 1;
      tell(`trivet: failed: ${toTerminalText(key, CAPS.key)}: ${toTerminalText(failure, CAPS.message)}\n`);
    }
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  const guarded = () =>
    worker().catch((error: unknown) => {
      stop();
      throw error;
    });
  const ended = await Promise.allSettled(Array.from({ length: concurrency }, guarded));
  signal.removeEventListener('abort', stop);
  const broken = ended.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
  return counts;
}
