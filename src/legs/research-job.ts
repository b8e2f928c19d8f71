import { z } from 'zod';
import { type BundleCheckpoint, hashOfJudgments, requireBundle, requireOpenForJudgment, type Store } from '../checkpoint/index.ts';
import { type BundleId, instantSchema } from '../domain/id.ts';
import type { Judgment } from '../domain/judgment.ts';
import { type Finding, type Job, openJob, readFindings } from '../journal/index.ts';
import { toIso } from '../platform/clock.ts';
import { inside } from '../platform/root.ts';
import type { Answers } from '../stages/answers.ts';
import type { Engine } from './engine.ts';
import { JobMemory } from './job-memory.ts';
import { JOBS_DIRECTORY, jobTools, RESEARCH_PREFIX } from './job-room.ts';
import { keptAnswers } from './kept-answers.ts';

const ACCEPTED = 'judgments ';
const HASH_LENGTH = 16;
/** At most this much research time is forgotten by a kill, ms. */
const NOTED_EVERY_MS = 1000;
const acceptedSchema = z.strictObject({ acceptedAt: instantSchema });
const cursorSchema = z.object({ spentMs: z.number().nonnegative() });

export function researchJobName(bundleId: BundleId): string {
  return `${RESEARCH_PREFIX}${bundleId}`;
}

function directoryOf(store: Store, bundleId: BundleId): string {
  return inside(store.root, JOBS_DIRECTORY, researchJobName(bundleId));
}

function acceptanceKey(judgments: readonly Judgment[], sha256: (text: string) => string): string {
  return `${ACCEPTED}${hashOfJudgments(judgments, sha256).slice(0, HASH_LENGTH)}`;
}

function acceptedMs({ value }: Finding): number | null {
  const accepted = acceptedSchema.safeParse(value);
  return accepted.success ? Date.parse(accepted.data.acceptedAt) : null;
}

/** The bundle of leg 2, and when which judgments were accepted for it: epoch ms by acceptance key. */
interface JudgedBundle {
  readonly checkpoint: BundleCheckpoint;
  readonly acceptances: ReadonlyMap<string, number>;
}

function readAcceptances(store: Store, bundleId: BundleId): Map<string, number> {
  const acceptances = new Map<string, number>();
  for (const finding of readFindings(directoryOf(store, bundleId))) {
    const atMs = finding.key.startsWith(ACCEPTED) ? acceptedMs(finding) : null;
    if (atMs !== null) acceptances.set(finding.key, atMs);
  }
  return acceptances;
}

/** The bundle for leg 2: of its own hour, or of the hour in which judgments once accepted may go on with their research. E_BUNDLE_*. */
export function requireJudgedBundle(store: Store): JudgedBundle {
  let acceptances: ReadonlyMap<string, number> = new Map();
  const checkpoint = requireBundle(store, (bundleId) => {
    acceptances = readAcceptances(store, bundleId);
    return acceptances.size === 0 ? null : Math.max(...acceptances.values());
  });
  return { checkpoint, acceptances };
}

/** Refuses judgments that are new after the bundle's own hour, and those whose hour of research is over. E_BUNDLE_STALE. */
export function requireInTime(store: Store, { checkpoint, acceptances }: JudgedBundle, judgments: readonly Judgment[]): void {
  requireOpenForJudgment(store, checkpoint, acceptances.get(acceptanceKey(judgments, store.sha256)) ?? null);
}

/** The research of one bundle, over all runs of leg 2. */
export class ResearchJob {
  /** Research time of the runs before this one, ms. */
  readonly spentBeforeMs: number;
  readonly #engine: Engine;
  readonly #job: Job;
  readonly #memory: JobMemory;
  readonly #beganMs: number;
  #notedMs = 0;
  #isFinished = false;

  constructor(engine: Engine, job: Job) {
    this.#engine = engine;
    this.#job = job;
    this.#memory = new JobMemory(job, job.findings());
    this.#beganMs = engine.clock.monotonicMs();
    this.spentBeforeMs = cursorSchema.safeParse(job.cursor).data?.spentMs ?? 0;
  }

  get spentMs(): number {
    return this.spentBeforeMs + this.#elapsedMs();
  }

  /** Answers that are kept; nothing is asked once `signal` has fired or `forMs` from now are over. */
  answers(signal: AbortSignal, forMs: number): Answers {
    const nowMs = () => this.#engine.clock.monotonicMs();
    const endMs = nowMs() + forMs;
    return keptAnswers({
      memory: this.#memory,
      sha256: this.#engine.identity.sha256,
      signal,
      nowMs,
      wallMs: () => this.#engine.clock.now(),
      leftMs: () => (signal.aborted ? 0 : endMs - nowMs()),
      onKept: () => this.#noteSpent(NOTED_EVERY_MS),
    });
  }

  async accept(judgments: readonly Judgment[]): Promise<void> {
    const { clock, identity } = this.#engine;
    const key = acceptanceKey(judgments, identity.sha256);
    if (this.#memory.read(key, acceptedSchema) === null) await this.#memory.keep(key, { acceptedAt: toIso(clock.now()) });
  }

  /** Nothing is left to ask: what failed may be asked again by the same judgments, and other judgments may ask more. */
  async finish(): Promise<void> {
    await this.#noteSpent(0);
    this.#isFinished = true;
    await this.#job.finish();
  }

  /** Notes the time spent, writes what is unwritten and lets the next run in. */
  async close(): Promise<void> {
    if (!this.#isFinished) await this.#noteSpent(0);
    await this.#job.close();
  }

  async #noteSpent(everyMs: number): Promise<void> {
    const elapsedMs = this.#elapsedMs();
    if (elapsedMs - this.#notedMs <= everyMs) return;
    this.#notedMs = elapsedMs;
    await this.#job.setCursor({ spentMs: this.spentBeforeMs + elapsedMs });
  }

  #elapsedMs(): number {
    return Math.round(this.#engine.clock.monotonicMs() - this.#beganMs);
  }
}

/** Opens the research of a bundle, begun or to be continued by `resume`, the command that goes on with it. E_JOB_BUSY, E_STORE_*. */
export async function openResearchJob(
  engine: Engine,
  store: Store,
  run: { readonly bundleId: BundleId; readonly resume: string },
): Promise<ResearchJob> {
  const settings = { ...jobTools(engine), command: 'discover judgments', resume: run.resume };
  return new ResearchJob(engine, await openJob(directoryOf(store, run.bundleId), settings));
}
