import type { Run } from './child.ts';
import type { Rig } from './rig.ts';

/** What lies on the disk when a process has stopped, as far as later checks need it. */
export interface Stopped {
  readonly violations: readonly string[];
  /** Keys of items (or lines of findings) whose record is whole on the disk. */
  readonly durable: ReadonlySet<string>;
}

/** A program, the state it starts from, and what must hold whatever becomes of it. Directories are absolute. */
export interface Workload {
  readonly name: string;
  /** Puts what a run starts from into `directory`, which does not exist. */
  prepare(directory: string): void;
  /** The command, the same for the first run and for every later one. */
  command(directory: string): readonly string[];
  /** Remembers what an uninterrupted run left in `directory`, to compare others with. */
  learn(directory: string): void;
  /** What holds at once when a run has ended in any way. */
  afterStop(directory: string, run: Run): Promise<Stopped>;
  /** What holds after one clean run more. Returns violations and how many runs of the program were needed to tell. */
  afterRerun(
    directory: string,
    stopped: Stopped,
    rerun: Run,
  ): Promise<{ readonly violations: readonly string[]; readonly runCount: number }>;
}

/** A workload on the programs of the rig that is given. */
export type ToWorkload = (rig: Rig) => Workload;

/** How a run that met an error may end: complete, or exit 2 with a code and a remedy. `stdout` and `stderr` are searched for both. */
export function errorViolations({ code, signal, timedOut, stdout, stderr }: Run): string[] {
  if (timedOut) return ['did not end within a minute'];
  if (code === 0) return [];
  const said = `${stdout}${stderr}`;
  if (code !== 2) return [`ended with ${code ?? signal}: ${said.slice(-400)}`];
  const isTyped = /\bE_[A-Z_]+\b/.test(said) && /remedy"?: ?"?\w/.test(said);
  return isTyped ? [] : [`exit 2 without a code and a remedy: ${said.slice(-400)}`];
}

/** How a clean run must end. */
export function cleanViolations({ code, signal, stdout, stderr }: Run): string[] {
  return code === 0 ? [] : [`the clean run ended with ${code ?? signal}: ${`${stdout}${stderr}`.slice(-400)}`];
}
