import { join } from 'node:path';
import { toIso } from '../platform/clock.ts';
import { replaceFile } from '../platform/files.ts';
import { inside } from '../platform/root.ts';
import { Checkpointer } from './checkpointer.ts';
import { type FailedItem, toMessage } from './error-queue.ts';
import { FindingsFile, toFindingLine } from './findings-file.ts';
import { makeBeside } from './job-paths.ts';
import { hashKey } from './key.ts';
import type { Opening } from './opening.ts';
import { Progress } from './progress.ts';
import { type Finding, readFindingsFile } from './read-findings.ts';
import type { Recovered, Recovery } from './recover.ts';
import { toStateBytes } from './state.ts';
import { renderSummary } from './summary.ts';
import { toJsonText } from './value.ts';

/** A job under way, held by this process alone until `close`. Every promise may reject with E_STORE_WRITE. */
export class Job {
  readonly #opening: Opening;
  readonly #progress: Progress;
  readonly #findings: FindingsFile;
  readonly #checkpointer: Checkpointer;
  #isOpen = true;

  constructor(opening: Opening, recovered: Recovered) {
    const { tools, settings } = opening;
    this.#opening = opening;
    this.#progress = new Progress(opening, recovered);
    this.#checkpointer = new Checkpointer({ write: () => this.#write(), clock: tools.clock, everyMs: settings.checkpointEveryMs });
    this.#findings = new FindingsFile(recovered.handle, (lines) => {
      this.#progress.accept(lines);
      this.#checkpointer.touch();
    });
  }

  /** Absolute. */
  get directory(): string {
    return this.#opening.paths.root;
  }

  /** What opening it had to mend. */
  get recovery(): Recovery {
    return this.#progress.recovery;
  }

  /** ISO: when the job's first run began. */
  get startedAt(): string {
    return this.#progress.startedAt;
  }

  get doneCount(): number {
    return this.#progress.done.size;
  }

  /** What setCursor was last given, null at first; it comes from a file, so parse it. */
  get cursor(): unknown {
    return this.#progress.cursor;
  }

  /** True once the item's finding is on the disk. E_JOB_VALUE for what cannot be a key. */
  isDone(key: string): boolean {
    return this.#progress.done.has(this.#hash(key));
  }

  /** How often the item has failed since it was last done. */
  attemptCount(key: string): number {
    return this.#progress.errors.attemptCount(this.#hash(key));
  }

  /**
   * Resolves when the finding survives a power loss; only then is the item done. The first finding of an item stands: for one that is
   * done nothing is written. The value is read before this returns. E_JOB_VALUE, E_STORE_WRITE.
   */
  async recordFinding(key: string, value: unknown): Promise<void> {
    this.#requireOpen();
    const line = toFindingLine(key, value);
    if (!this.#progress.done.has(line.hash)) await this.#findings.add(line);
  }

  /** All findings on the disk with their values, one in memory at a time: what a run that goes on begins from. E_STORE_READ. */
  findings(): Generator<Finding> {
    return readFindingsFile(this.#opening.paths.findings);
  }

  /** Queues the item for the next run; resolves when that is on the disk. A later finding clears it; a done item has no failures. */
  async recordError(key: string, error: unknown): Promise<void> {
    this.#requireOpen();
    const hash = this.#hash(key);
    if (this.#progress.done.has(hash)) return;
    this.#progress.errors.note({ hash, key, message: toMessage(error), at: this.#now().iso });
    this.#progress.finishedAt = null;
    await this.#checkpointer.ask();
  }

  /** Failed items with fewer failures than `maxAttempts`, the longest waiting first: what a run begins with. */
  errorsToRetry({ maxAttempts }: { readonly maxAttempts: number }): FailedItem[] {
    return this.errors().filter(({ attempts }) => attempts < maxAttempts);
  }

  errors(): FailedItem[] {
    return this.#progress.errors.list();
  }

  /** How many items there are in all, once that is known: what the next checkpoint measures progress by. */
  expect(itemCount: number): void {
    if (!Number.isSafeInteger(itemCount) || itemCount < 0) throw new RangeError('a job has a whole number of items');
    this.#progress.expectedCount = itemCount;
    this.#checkpointer.touch();
  }

  /** Any JSON value. It reaches the disk after every finding recorded before it. E_JOB_VALUE. */
  async setCursor(cursor: unknown): Promise<void> {
    this.#requireOpen();
    this.#progress.cursor = JSON.parse(toJsonText(cursor));
    this.#progress.finishedAt = null;
    await this.#checkpointer.ask();
  }

  /** Where the item's side effects go: the same path in every run, below `<directory>.artifacts`. */
  artifactPath(key: string): string {
    return join(this.#opening.paths.artifacts, this.#hash(key));
  }

  /** Writes the item's artifact whole or not at all and returns its path; written again, it is replaced. */
  async writeArtifact(key: string, data: string | Uint8Array): Promise<string> {
    this.#requireOpen();
    const { artifacts } = this.#opening.paths;
    makeBeside(artifacts);
    const path = inside(artifacts, this.#hash(key));
    replaceFile(path, data);
    return path;
  }

  /** Writes state.json and SUMMARY.md now. */
  async checkpoint(): Promise<void> {
    this.#requireOpen();
    this.#checkpointer.writeNow();
  }

  /** Says that nothing is left to do, failed items apart. Any later finding, failure or cursor takes it back. */
  async finish(): Promise<void> {
    this.#requireOpen();
    this.#findings.flush();
    this.#progress.finishedAt = this.#now().iso;
    this.#checkpointer.writeNow();
  }

  /** Writes what is unwritten and lets the next process in. Idempotent. */
  async close(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      this.#findings.flush();
      this.#checkpointer.writeIfDirty();
    } finally {
      this.abandon();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  /** Lets go of files and lock and writes nothing: as a kill would, but for findings that were promised. */
  abandon(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#checkpointer.stop();
    this.#findings.close();
    this.#opening.lock.release();
  }

  #hash(key: string): string {
    return hashKey(key);
  }

  #now(): { readonly iso: string; readonly monotonicMs: number } {
    const { clock } = this.#opening.tools;
    return { iso: toIso(clock.now()), monotonicMs: clock.monotonicMs() };
  }

  #requireOpen(): void {
    if (!this.#isOpen) throw new Error('the job is closed');
  }

  /** Findings, then state, then summary: none may know more than the one before it. */
  #write(): void {
    const { paths, tools } = this.#opening;
    this.#findings.flush();
    const view = this.#progress.view(this.#now());
    replaceFile(paths.state, toStateBytes(this.#progress.state(view), this.#progress.done));
    replaceFile(paths.summary, renderSummary(view, tools.newNonce));
  }
}
