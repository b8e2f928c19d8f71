/**
 * `trivet/journal`: what a job has done, so that a kill at any instant loses no finished item and repeats none. The files' contract, for
 * other languages too, is docs/job-files.md. Keys are stable strings: the same item has the same key in every run.
 */
import { join } from 'node:path';
import { ID_ALPHABET, ID_LENGTH } from '../domain/id.ts';
import { systemClock } from '../platform/clock.ts';
import { systemIdentity } from '../platform/identity.ts';
import { type JobReading, readJobFiles } from './inspect.ts';
import type { Job } from './job.ts';
import type { JobSettings, JobTools } from './opening.ts';
import { type Finding, readFindingsFile } from './read-findings.ts';
import { startJob } from './start-job.ts';
import { type JobView, renderSummary } from './summary.ts';

export type { FailedItem } from './error-queue.ts';
export type { JobCheck, JobReading } from './inspect.ts';
export type { Job } from './job.ts';
export type { JobSettings, JobTools } from './opening.ts';
export type { Finding } from './read-findings.ts';
export type { Recovery } from './recover.ts';
export { type Pruning, pruneJobs, removeJob, requireJobRemoved } from './remove-job.ts';
export type { JobView } from './summary.ts';

/** All may be left out: the system's clock and randomness, a checkpoint a second, no waiting for another process. */
export type JobOptions = Partial<JobSettings> & Partial<JobTools>;

const DEFAULTS: JobSettings = { command: 'job', resume: null, expectedCount: null, checkpointEveryMs: 1000, lockWaitMs: 0 };

function systemTools(): JobTools {
  return { clock: systemClock(), newNonce: systemIdentity(ID_ALPHABET, ID_LENGTH).newNonce };
}

/**
 * Opens the job at `directory` (made where there is none), mends what a kill left and writes a fresh SUMMARY.md. Faults: E_JOB_BUSY
 * (another process holds it), E_STORE_WRITE, E_STORE_READ, E_STORE_UNSAFE, E_SQLITE_MISSING.
 */
export async function openJob(directory: string, options: JobOptions = {}): Promise<Job> {
  const { clock, newNonce, ...settings } = { ...systemTools(), ...options };
  return startJob(directory, { ...DEFAULTS, ...settings }, { clock, newNonce });
}

/** Reads a job without taking or mending it; may be called while another process works on it. E_JOB_MISSING, E_STORE_READ, E_STORE_UNSAFE. */
export function readJob(directory: string): JobReading {
  return readJobFiles(directory);
}

/** What SUMMARY.md would say of a job as it was read. */
export function toSummary(view: JobView): string {
  return renderSummary(view, systemTools().newNonce);
}

/** The findings of the job at `directory` with their values, without taking or mending it; none where there is no job. E_STORE_READ. */
export function readFindings(directory: string): Generator<Finding> {
  return readFindingsFile(join(directory, 'findings.jsonl'));
}
