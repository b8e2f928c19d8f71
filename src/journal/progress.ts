import { toIso } from '../platform/clock.ts';
import { ErrorQueue } from './error-queue.ts';
import type { FindingLine } from './findings-file.ts';
import type { HashSet } from './hash-set.ts';
import type { Opening } from './opening.ts';
import { countQuarantined } from './quarantine.ts';
import type { Recovered, Recovery } from './recover.ts';
import { pushRecent, type RecentFinding } from './scan.ts';
import type { JobState } from './state.ts';
import type { JobView } from './summary.ts';

/** What has become of a job so far, in memory: the findings, and what a checkpoint says about them. */
export class Progress {
  readonly done: HashSet;
  readonly errors: ErrorQueue;
  readonly recovery: Recovery;
  cursor: unknown;
  /** ISO; null while there is work. */
  finishedAt: string | null;
  readonly #recent: RecentFinding[];
  readonly #before: JobState;
  expectedCount: number | null;
  /** ISO: when the job's first run began. */
  readonly startedAt: string;
  readonly #opening: Opening;
  readonly #began: { readonly atMs: number; readonly doneCount: number; readonly quarantinedCount: number };

  constructor(opening: Opening, { done, recent, state, recovery }: Recovered) {
    const { paths, settings, tools } = opening;
    this.#opening = opening;
    this.startedAt = state.startedAt ?? toIso(tools.clock.now());
    this.expectedCount = settings.expectedCount ?? state.expectedCount;
    this.done = done;
    this.#recent = recent;
    this.#before = state;
    this.recovery = recovery;
    this.errors = new ErrorQueue(state.errors.filter(({ hash }) => !done.has(hash)));
    this.cursor = state.cursor;
    this.finishedAt = state.finishedAt;
    this.#began = { atMs: tools.clock.monotonicMs(), doneCount: done.size, quarantinedCount: countQuarantined(paths.quarantine) };
  }

  /** Takes in findings that are on the disk. */
  accept(lines: readonly FindingLine[]): void {
    for (const { hash, key, bytes } of lines) {
      this.done.add(hash);
      this.errors.clear(hash);
      pushRecent(this.#recent, { key, lineText: bytes.toString('utf8', 0, bytes.length - 1) });
    }
    this.finishedAt = null;
  }

  view(now: { readonly iso: string; readonly monotonicMs: number }): JobView {
    const { paths, settings } = this.#opening;
    return {
      directory: paths.root,
      name: paths.name,
      startedAt: this.startedAt,
      updatedAt: now.iso,
      finishedAt: this.finishedAt,
      doneCount: this.done.size,
      expectedCount: this.expectedCount,
      quarantinedCount: this.#began.quarantinedCount,
      cursor: this.cursor,
      resume: settings.resume ?? this.#before.resume,
      errors: this.errors.list(),
      recent: this.#recent,
      run: {
        doneCount: this.done.size - this.#began.doneCount,
        elapsedMs: now.monotonicMs - this.#began.atMs,
        recovery: this.recovery,
      },
    };
  }

  state(view: JobView): JobState {
    const { startedAt, updatedAt, finishedAt, expectedCount, resume, cursor, errors, doneCount, quarantinedCount } = view;
    const head = { kind: 'trivet-job-state', schemaVersion: 1, startedAt, updatedAt, finishedAt, expectedCount, resume, cursor } as const;
    const stats = { doneCount, failedCount: errors.length, quarantinedCount, runCount: this.#before.stats.runCount + 1 };
    return { ...head, stats, errors: [...errors] };
  }
}
