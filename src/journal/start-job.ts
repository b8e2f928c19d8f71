import { sweepTemporaries } from '../platform/files.ts';
import { acquireLock } from '../platform/lock.ts';
import { jobBusyFault } from './busy-fault.ts';
import { Job } from './job.ts';
import { type JobPaths, makeBeside, makeJobPaths } from './job-paths.ts';
import type { JobSettings, JobTools, Opening } from './opening.ts';
import { recover } from './recover.ts';

function lockJob(paths: JobPaths, { command, lockWaitMs }: JobSettings, { clock }: JobTools): Opening['lock'] {
  makeBeside(paths.lock);
  return acquireLock(paths.lock, { command, sinceAt: clock.now(), waitMs: lockWaitMs, toBusyFault: jobBusyFault });
}

/** The mended job with its first checkpoint, written before any work: whoever reads the summary must not see the last run's. */
async function begin(opening: Opening): Promise<Job> {
  const { paths, tools } = opening;
  for (const directory of [paths.lock, paths.artifacts]) sweepTemporaries(directory);
  const job = new Job(opening, recover(paths, tools.clock.now()));
  try {
    await job.checkpoint();
    return job;
  } catch (error) {
    job.abandon();
    throw error;
  }
}

/** Takes the job at `directory`, which is made where there is none. Faults: E_JOB_BUSY, E_STORE_*, E_SQLITE_MISSING. */
export async function startJob(directory: string, settings: JobSettings, tools: JobTools): Promise<Job> {
  const paths = makeJobPaths(directory);
  const lock = lockJob(paths, settings, tools);
  try {
    return await begin({ paths, settings, tools, lock });
  } catch (error) {
    lock.release();
    throw error;
  }
}
