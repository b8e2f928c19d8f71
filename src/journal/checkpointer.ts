import { FaultError } from '../domain/fault.ts';
import type { Clock } from '../platform/clock.ts';

export interface CheckpointRules {
  /** Writes state.json and SUMMARY.md; may throw. */
  readonly write: () => void;
  readonly clock: Clock;
  /** Least time between two checkpoints that nobody asked for. */
  readonly everyMs: number;
}

interface Asking {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Writing a checkpoint costs time in proportion to the job, so it may take a tenth of the time, or a fifth where it is asked for. */
const COSTS_BETWEEN = 10;
const COSTS_BEFORE_ASKED = 4;
const LONGEST_WAIT_MS = 1000;

/** Decides when a checkpoint is written: amortised over findings, soon when asked for, and at once at the end. */
export class Checkpointer {
  readonly #rules: CheckpointRules;
  #asking: Asking[] = [];
  #isDirty = false;
  #isWriting = false;
  #lastAtMs: number;
  #costMs = 0;
  #idleTimer: NodeJS.Timeout | null = null;
  #askedTimer: NodeJS.Timeout | null = null;

  constructor(rules: CheckpointRules) {
    this.#rules = rules;
    this.#lastAtMs = rules.clock.monotonicMs();
  }

  /** Something is to be checkpointed sooner or later. */
  touch(): void {
    this.#isDirty = true;
    if (this.#isWriting) return;
    this.#writeWhenDue();
    if (this.#isDirty) this.#idleTimer ??= setTimeout(() => this.#onIdle(), this.#rules.everyMs).unref();
  }

  /** Resolves when a checkpoint begun after this call is on the disk; those who ask in one turn share one. */
  ask(): Promise<void> {
    this.#isDirty = true;
    const promise = new Promise<void>((resolve, reject) => {
      this.#asking.push({ resolve, reject });
    });
    const sinceMs = this.#rules.clock.monotonicMs() - this.#lastAtMs;
    const waitMs = Math.min(LONGEST_WAIT_MS, COSTS_BEFORE_ASKED * this.#costMs) - sinceMs;
    this.#askedTimer ??= setTimeout(() => this.#onAsked(), Math.max(0, waitMs));
    return promise;
  }

  /** Writes now; throws what the writing throws, after telling it to all who asked. */
  writeNow(): void {
    const asking = this.#asking;
    this.#clear();
    try {
      this.#write();
    } catch (error) {
      for (const { reject } of asking) reject(error);
      throw error;
    }
    for (const { resolve } of asking) resolve();
  }

  writeIfDirty(): void {
    if (this.#isDirty) this.writeNow();
  }

  /** Ends the timers. */
  stop(): void {
    this.#clear();
  }

  #onAsked(): void {
    this.#askedTimer = null;
    try {
      this.writeNow();
    } catch (error) {
      // Whoever asked has been told by now.
      if (!(error instanceof FaultError)) throw error;
    }
  }

  #onIdle(): void {
    this.#idleTimer = null;
    if (this.#isDirty) this.#writeWhenDue();
  }

  /** The findings are safe without it: a refusal (a full disk) is tried again when due, and thrown where a checkpoint is asked for. */
  #writeWhenDue(): void {
    const dueMs = Math.max(this.#rules.everyMs, COSTS_BETWEEN * this.#costMs);
    if (this.#rules.clock.monotonicMs() - this.#lastAtMs < dueMs) return;
    try {
      this.writeNow();
    } catch (error) {
      if (!(error instanceof FaultError)) throw error;
    }
  }

  #write(): void {
    const { clock, write } = this.#rules;
    const beganMs = clock.monotonicMs();
    this.#isWriting = true;
    try {
      write();
      this.#isDirty = false;
    } finally {
      this.#isWriting = false;
      this.#lastAtMs = clock.monotonicMs();
      this.#costMs = this.#lastAtMs - beganMs;
    }
  }

  #clear(): void {
    this.#asking = [];
    if (this.#idleTimer !== null) clearTimeout(this.#idleTimer);
    if (this.#askedTimer !== null) clearTimeout(this.#askedTimer);
    this.#idleTimer = null;
    this.#askedTimer = null;
  }
}
