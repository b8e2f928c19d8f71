import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { unsafeFault } from '../platform/descriptor.ts';
import { inside, resolveRoot } from '../platform/root.ts';

/** Where a job's files are: three in its directory, the rest beside it under the directory's own name. All absolute. */
export interface JobPaths {
  readonly root: string;
  readonly name: string;
  readonly findings: string;
  readonly state: string;
  readonly summary: string;
  readonly lock: string;
  readonly quarantine: string;
  readonly artifacts: string;
}

function pathsOf(root: string): JobPaths {
  return {
    root,
    name: basename(root),
    findings: inside(root, 'findings.jsonl'),
    state: inside(root, 'state.json'),
    summary: inside(root, 'SUMMARY.md'),
    lock: `${root}.lock`,
    quarantine: `${root}.quarantine.jsonl`,
    artifacts: `${root}.artifacts`,
  };
}

/** Makes the job's directory where there is none. Faults: E_STORE_UNSAFE, E_STORE_READ, E_STORE_WRITE. */
export function makeJobPaths(directory: string): JobPaths {
  return pathsOf(resolveRoot(directory, { create: true }));
}

/** The paths of a job that exists; E_JOB_MISSING where there is neither findings.jsonl nor state.json. */
export function requireJobPaths(directory: string): JobPaths {
  const exists = (path: string) => statSync(path, { throwIfNoEntry: false }) !== undefined;
  if (exists(directory)) {
    const paths = pathsOf(resolveRoot(directory, { create: false }));
    if (exists(paths.findings) || exists(paths.state)) return paths;
  }
  throw new FaultError('E_JOB_MISSING', 'there is no job in the directory given', 'check the directory: a job has a findings.jsonl');
}

/** Makes a directory beside the job. One that someone linked elsewhere is refused: E_STORE_UNSAFE. */
export function makeBeside(path: string): void {
  if (resolveRoot(path, { create: true }) !== path) throw unsafeFault(path, 'is a symbolic link', `remove ${path}`);
}
