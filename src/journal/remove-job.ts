import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { removeTree } from '../platform/files.ts';
import { acquireLock } from '../platform/lock.ts';
import { inside, resolveRoot } from '../platform/root.ts';
import { jobBusyFault } from './busy-fault.ts';

/** What lies beside a job's directory under its name. */
const BESIDE = /\.(?:lock|quarantine\.jsonl|artifacts)$/;

/** Which jobs of a directory are no longer wanted. */
export interface Pruning {
  /** The jobs meant: those whose name begins so. */
  readonly prefix: string;
  /** These stay and are not counted. */
  readonly sparedNames: readonly string[];
  /** Of the others, the newest so many stay. */
  readonly keepCount: number;
}

/** State, then directory: while state.json stands it may call items done whose findings are gone. */
function removeFiles(parent: string, name: string): void {
  const root = inside(parent, name);
  for (const path of [join(root, 'state.json'), root, inside(parent, `${name}.quarantine.jsonl`), inside(parent, `${name}.artifacts`)]) {
    removeTree(path);
  }
}

function removeLocked(parent: string, name: string, lockDirectory: string): void {
  const lock = acquireLock(lockDirectory, { command: 'remove job', sinceAt: 0, waitMs: 0, toBusyFault: jobBusyFault });
  try {
    removeFiles(parent, name);
  } finally {
    lock.release();
  }
}

/** Removes a job and all that lies beside it; the lock goes last. E_JOB_BUSY while a process is at work on it, E_STORE_WRITE, E_STORE_UNSAFE. */
export function requireJobRemoved(directory: string): void {
  const parent = resolveRoot(dirname(directory), { create: false });
  const name = basename(directory);
  const lockDirectory = inside(parent, `${name}.lock`);
  if (existsSync(lockDirectory)) removeLocked(parent, name, lockDirectory);
  removeFiles(parent, name);
  removeTree(lockDirectory);
}

/** The same; while a process is at work on the job, it stays, and the answer is false. E_STORE_WRITE, E_STORE_UNSAFE. */
export function removeJob(directory: string): boolean {
  try {
    requireJobRemoved(directory);
    return true;
  } catch (error) {
    if (error instanceof FaultError && error.fault.code === 'E_JOB_BUSY') return false;
    throw error;
  }
}

/** When the job was last written to; 0 where only what lay beside it is left. */
function changedMs(parent: string, name: string): number {
  return statSync(join(parent, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Removes the jobs below `parent` that are no longer wanted, the oldest, and never one in use. Returns the names of those that went. */
export function pruneJobs(parent: string, { prefix, sparedNames, keepCount }: Pruning): string[] {
  if (!existsSync(parent)) return [];
  const names = new Set(readdirSync(parent).map((name) => name.replace(BESIDE, '')));
  const meant = [...names].filter((name) => name.startsWith(prefix) && !sparedNames.includes(name));
  const byAge = meant.map((name) => ({ name, atMs: changedMs(parent, name) })).sort((left, right) => right.atMs - left.atMs);
  return byAge
    .slice(keepCount)
    .map(({ name }) => name)
    .filter((name) => removeJob(join(parent, name)));
}
