import { basename, dirname } from 'node:path';
import type { Call } from './shim.ts';

const SYNCS: ReadonlySet<string> = new Set(['fsync', 'fdatasync']);

/** SQLite orders its own files, and what is in the lock is of no worth. */
function isOurs({ path }: Call): boolean {
  return !/\.db(?:-\w+)?$/.test(path);
}

function isSyncOf(call: Call | undefined, path: string): boolean {
  return call !== undefined && SYNCS.has(call.operation) && call.path === path;
}

function isTemporaryOf(path: string, target: string): boolean {
  return dirname(path) === dirname(target) && basename(path).startsWith(`.${basename(target)}.`) && path.endsWith('.tmp');
}

type Rule = (call: Call, before: Call | undefined, after: readonly Call[]) => string | null;

/** What has to stand around each call that changes the disk; `after` begins with the next such call. */
const RULES: Readonly<Record<string, Rule>> = {
  rename: ({ path }, before, [next]) => {
    const isSynced = before?.operation === 'fsync' && isTemporaryOf(before.path, path);
    if (!isSynced) return 'a rename without a sync of its file before it';
    return isSyncOf(next, dirname(path)) ? null : 'a rename without a sync of its directory after it';
  },
  write: ({ path }, _, after) => {
    const next = after.find(({ operation }) => operation !== 'write');
    return isSyncOf(next, path) ? null : 'a write without a sync of its file after it';
  },
  mkdir: ({ path }, _, after) => {
    const next = after.find(({ operation }) => operation !== 'chmod');
    return isSyncOf(next, dirname(path)) ? null : 'a new directory without a sync of its parent';
  },
  unlink: ({ path }, _, after) => {
    // What a killed writer left may come back: it is swept again.
    if (path.endsWith('.tmp')) return null;
    const directory = dirname(path);
    const next = after.find((call) => !(call.operation === 'unlink' && dirname(call.path) === directory));
    // A directory that goes too takes its entries with it, and cannot be synced any more.
    if (next?.operation === 'rmdir' && next.path === directory) return null;
    return isSyncOf(after[0], directory) ? null : 'a removal without a sync of its directory after it';
  },
  rmdir: ({ path }, _, after) => {
    // A full directory is tried first and emptied then: only the last call removes it.
    if (after.some((call) => call.operation === 'rmdir' && call.path === path)) return null;
    return isSyncOf(after[0], dirname(path)) ? null : 'a removal without a sync of its directory after it';
  },
  create: ({ path }, _, after) => {
    if (path.endsWith('.tmp')) return null;
    const next = after.find(({ operation, path: subject }) => !(operation === 'fdatasync' && subject === path));
    return isSyncOf(next, dirname(path)) ? null : 'a new file without a sync of its directory before it is used';
  },
};

/** Where a trace breaks the order that power losses ask for: what ext4 would mostly forgive and other file systems do not. */
export function lintOrder(trace: readonly Call[]): string[] {
  const calls = trace
    .filter(isOurs)
    .filter(({ operation }) => !['open', 'read', 'list'].includes(operation) && !operation.startsWith('pread'));
  return calls.flatMap((call, index) => {
    const problem = RULES[call.operation]?.(call, calls[index - 1], calls.slice(index + 1)) ?? null;
    return problem === null ? [] : [`${problem} (${call.operation} ${call.path})`];
  });
}
