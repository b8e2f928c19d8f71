import { existsSync } from 'node:fs';
import { z } from 'zod';
import { CHECKPOINT_TTL_SECONDS, type Store } from '../checkpoint/index.ts';
import { type BundleId, bundleIdSchema, instantSchema } from '../domain/id.ts';
import { listingPageSchema, type PageMemory } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import { openJob, readFindings, requireJobRemoved } from '../journal/index.ts';
import { toIso } from '../platform/clock.ts';
import { inside } from '../platform/root.ts';
import { commandOf } from './desk.ts';
import type { Engine } from './engine.ts';
import { JobMemory } from './job-memory.ts';
import { JOBS_DIRECTORY, jobTools, SWEEP_PREFIX } from './job-room.ts';
import { readRefusal, toFailure } from './kept-refusal.ts';
import type { SurveyRequest } from './survey.ts';

const TTL_MS = CHECKPOINT_TTL_SECONDS * 1000;
const HASH_LENGTH = 16;
/** The items of the job that are no page: when the sweep began, and that its nominations are on the disk. */
const BEGUN = 'sweep begun';
const ENDED = 'sweep ended';
const begunSchema = z.strictObject({ startedAt: instantSchema });
const endedSchema = z.strictObject({ bundleId: bundleIdSchema.nullable() });

/** A sweep that a kill may cut short: begun now, or continued with the clock of its start. */
export interface SweepJob {
  readonly name: string;
  /** Epoch ms, whole seconds: every age of the sweep is measured from it. */
  readonly startedMs: number;
  readonly memoryOf: (source: SourceId) => PageMemory;
  /** The same inputs begin a fresh sweep from here on. `bundleId` is null where nothing was nominated. */
  finish(bundleId: BundleId | null): Promise<void>;
  close(): Promise<void>;
}

/** The same inputs, the same name: what a sweep asks, and through what. */
function sweepJobName(engine: Engine, request: SurveyRequest): string {
  const { domain, boundary, subreddits, lookbackDays } = request;
  const inputs = [domain, boundary, subreddits, lookbackDays, engine.origin, engine.gateway];
  return `${SWEEP_PREFIX}${engine.identity.sha256(JSON.stringify(inputs)).slice(0, HASH_LENGTH)}`;
}

/** Epoch ms of the start of a sweep that may be continued: one that has not ended, and began within the hour before now. */
function continuedFromMs(directory: string, nowMs: number): number | null {
  const findings = new Map([...readFindings(directory)].map(({ key, value }) => [key, value]));
  const begun = begunSchema.safeParse(findings.get(BEGUN));
  if (!begun.success || endedSchema.safeParse(findings.get(ENDED)).success) return null;
  const startedMs = Date.parse(begun.data.startedAt);
  return startedMs <= nowMs && nowMs - startedMs <= TTL_MS ? startedMs : null;
}

/** Continues the sweep of these inputs where there is one to continue, else begins it. E_JOB_BUSY, E_STORE_*. */
export async function openSweepJob(engine: Engine, store: Store, request: SurveyRequest): Promise<SweepJob> {
  const name = sweepJobName(engine, request);
  const directory = inside(store.root, JOBS_DIRECTORY, name);
  const continuedMs = continuedFromMs(directory, engine.startedMs);
  // Ended, too old or without a beginning: nothing of it may pass for this sweep's.
  if (continuedMs === null && existsSync(directory)) requireJobRemoved(directory);
  const startedMs = continuedMs ?? engine.startedMs;
  const job = await openJob(directory, { ...jobTools(engine), command: 'discover nominate-only', resume: commandAgain(engine, request) });
  const memory = new JobMemory(job, job.findings());
  if (continuedMs === null) await memory.keep(BEGUN, { startedAt: toIso(startedMs) });
  return {
    name,
    startedMs,
    memoryOf: (source) => pageMemory(memory, source, () => engine.clock.now()),
    finish: async (bundleId) => {
      await memory.keep(ENDED, { bundleId });
      await job.finish();
    },
    close: () => job.close(),
  };
}

function pageMemory(memory: JobMemory, source: SourceId, nowMs: () => number): PageMemory {
  return {
    recall: (page) => memory.read(`${source} ${page}`, listingPageSchema),
    keep: (page, read) => memory.keep(`${source} ${page}`, read),
    recallRefusal: (page) => readRefusal(memory.readFailure(`${source} ${page}`), nowMs()),
    fail: (page, refusal) => memory.fail(`${source} ${page}`, toFailure(refusal)),
  };
}

function commandAgain(engine: Engine, { domain, boundary, subreddits, lookbackDays, tier }: SurveyRequest): string {
  return commandOf(engine, [
    'discover',
    ...(domain === '' ? [] : [domain]),
    '--nominate-only',
    ...(boundary === null ? [] : ['--sources', boundary.join(',')]),
    ...(subreddits === null ? [] : ['--subreddits', subreddits.join(',')]),
    ...['--lookback-days', String(lookbackDays), '--tier', tier, ...engine.flagsAgain],
  ]);
}
