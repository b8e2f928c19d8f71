import type { Clock } from '../platform/clock.ts';
import type { acquireLock } from '../platform/lock.ts';
import type { JobPaths } from './job-paths.ts';

/** What a job takes from outside. */
export interface JobTools {
  readonly clock: Clock;
  /** 128 random bits, 32 lower-case hex digits: marks strangers' text in SUMMARY.md. */
  readonly newNonce: () => string;
}

export interface JobSettings {
  /** The command that goes on with the job, one line, shown in SUMMARY.md; null: the last run's. */
  readonly resume: string | null;
  /** How many items there are in all; null: what the last run knew. */
  readonly expectedCount: number | null;
  /** What the process is doing, for whoever finds the job busy. */
  readonly command: string;
  readonly checkpointEveryMs: number;
  /** How long to wait, blocking, for another process to end. */
  readonly lockWaitMs: number;
}

/** Everything a job holds, from the moment it is opened. */
export interface Opening {
  readonly paths: JobPaths;
  readonly settings: JobSettings;
  readonly tools: JobTools;
  readonly lock: ReturnType<typeof acquireLock>;
}
