import { FaultError } from '../domain/fault.ts';

/** Whoever comes second to a job; `holder` is "command, pid n, since instant" if known. */
export function jobBusyFault(holder: string | null, cause: unknown): FaultError {
  const message = `another process is at work on this job${holder === null ? '' : ` (${holder})`}`;
  return new FaultError('E_JOB_BUSY', message, 'wait for it to end, then run the same command again', cause);
}
