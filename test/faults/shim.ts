import { existsSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runChild } from './child.ts';

/** Where in a run what happens to it. `at` counts from 1. */
export interface Plan {
  readonly mode: 'kill-before' | 'kill-after' | 'torn' | 'stop' | 'error';
  readonly at: number;
  readonly errno?: number;
  /** Every later call fails too. */
  readonly isPersistent?: boolean;
}

/** What a mutant only pretends to do. */
export type Dropped = 'fdatasync' | 'fsync-file' | 'fsync-directory';

export interface Arming {
  /** Calls on this directory and below count. */
  readonly root: string;
  readonly plan?: Plan;
  readonly drop?: Dropped | undefined;
  readonly log?: string;
  /** Leaves out the calls that change nothing. */
  readonly changesOnly?: boolean;
}

export interface Call {
  readonly operation: string;
  readonly path: string;
}

const READING: ReadonlySet<string> = new Set(['open', 'read', 'pread', 'pread64', 'list']);
const WRITING: ReadonlySet<string> = new Set(['write', 'pwrite', 'pwrite64', 'writev']);

export function isChange({ operation }: Call): boolean {
  return !READING.has(operation);
}

/** Only a write can be torn. */
export function isWrite({ operation }: Call): boolean {
  return WRITING.has(operation);
}

/** Compiles a C file of this directory; null, with what the compiler said on stderr, where that cannot be done. */
export async function compile(source: string, output: string, flags: readonly string[]): Promise<string | null> {
  const path = fileURLToPath(new URL(source, import.meta.url));
  try {
    const { code, stderr } = await runChild(['gcc', '-O2', '-Wall', '-o', output, path, ...flags]);
    if (code === 0) return output;
    process.stderr.write(stderr);
  } catch (error) {
    process.stderr.write(`gcc cannot be run: ${error instanceof Error ? error.message : String(error)}\n`);
  }
  return null;
}

/** The environment that arms a child. */
export function armed(shim: string, { root, plan, drop, log, changesOnly = false }: Arming): Record<string, string> {
  return {
    LD_PRELOAD: shim,
    FAULT_ROOT: root,
    FAULT_COUNT: changesOnly ? 'changes' : 'all',
    ...(plan === undefined ? {} : { FAULT_MODE: plan.mode, FAULT_AT: String(plan.at) }),
    ...(plan?.errno === undefined ? {} : { FAULT_ERRNO: String(plan.errno) }),
    ...(plan?.isPersistent === true ? { FAULT_ONWARD: '1' } : {}),
    ...(drop === undefined ? {} : { FAULT_DROP: drop }),
    ...(log === undefined ? {} : { FAULT_LOG: log }),
  };
}

/** Reads a log and removes it; no log is no call. */
export function takeLog(path: string): Call[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  rmSync(path);
  return lines.map((line) => {
    const [, operation = '', subject = ''] = line.split('\t');
    return { operation, path: subject };
  });
}
