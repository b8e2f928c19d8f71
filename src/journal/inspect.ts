import { HashSet } from './hash-set.ts';
import { requireJobPaths } from './job-paths.ts';
import type { LineProblem } from './line.ts';
import { countQuarantined } from './quarantine.ts';
import { scanFindings } from './scan.ts';
import { readState } from './state.ts';
import type { JobView } from './summary.ts';

/** What the files of a job are worth, line by line. */
export interface JobCheck {
  readonly findingCount: number;
  /** Findings whose item had one before; the first stands. */
  readonly repeatedCount: number;
  readonly withoutCrcCount: number;
  readonly bad: readonly { readonly lineNumber: number; readonly problem: LineProblem }[];
  /** A torn tail is no corruption: a kill leaves one, and the next run mends it. */
  readonly tail: 'clean' | 'whole' | 'partial';
  readonly state: 'read' | 'absent' | 'lost';
  /** Completed = both together: items that only state.json calls done, and items that only a finding does. */
  readonly stateOnlyCount: number;
  readonly findingOnlyCount: number;
  readonly quarantinedCount: number;
}

/** A job as its files tell it, read without the lock: nothing is mended or written. `view` is what a summary would say now. */
export interface JobReading {
  readonly view: JobView;
  readonly check: JobCheck;
}

/** E_JOB_MISSING, E_STORE_READ, E_STORE_UNSAFE. */
export function readJobFiles(directory: string): JobReading {
  const paths = requireJobPaths(directory);
  const { kind, state, completed } = readState(paths.state);
  const { hashes, recent, bad, tail, findingCount, withoutCrcCount } = scanFindings(paths.findings);
  const named = new HashSet();
  named.addAll(completed);
  const distinctCount = hashes.size;
  // From here on the findings' hashes and those of state.json together.
  const done = hashes;
  done.addAll(completed);
  const quarantinedCount = countQuarantined(paths.quarantine);
  const { startedAt, updatedAt, finishedAt, expectedCount, resume, cursor } = state;
  const errors = state.errors.filter(({ hash }) => !done.has(hash));
  const facts = { startedAt, updatedAt, finishedAt, expectedCount, resume, cursor, errors, quarantinedCount };
  return {
    view: { ...facts, directory: paths.root, name: paths.name, doneCount: done.size, recent, run: null },
    check: {
      findingCount,
      repeatedCount: findingCount - distinctCount,
      withoutCrcCount,
      bad: bad.map(({ lineNumber, problem }) => ({ lineNumber, problem })),
      tail: tail?.kind ?? 'clean',
      state: kind,
      stateOnlyCount: done.size - distinctCount,
      findingOnlyCount: done.size - named.size,
      quarantinedCount,
    },
  };
}
