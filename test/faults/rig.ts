import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundledPrograms, type Programs } from './programs.ts';
import { compile, type Dropped } from './shim.ts';

/** What every suite works with. */
export interface Rig {
  /** The compiled shim. */
  readonly shim: string;
  /** The built program under test: the project's dist, or a mutant's copy of it. */
  readonly dist: string;
  /** How it is run. */
  readonly programs: Programs;
  /** Where runs leave their files: memory where there is some, for a kill does not ask for a disk. */
  readonly scratch: string;
  /** What a mutant's program only pretends to do. */
  readonly drop?: Dropped;
  /** A mutant's rig: violations are wanted, so they are counted and not shown. */
  readonly isMutant?: boolean;
  /** A sample instead of the whole. */
  readonly isFast: boolean;
}

export const DIST = fileURLToPath(new URL('../../dist', import.meta.url));

let directoryCount = 0;

/** A path in the scratch directory that no run has used. */
export function freshPath({ scratch }: Pick<Rig, 'scratch'>): string {
  directoryCount += 1;
  return join(scratch, `run-${directoryCount}`);
}

/** Null, said on stderr, where there is no compiler. */
export async function openRig(isFast: boolean): Promise<Rig | null> {
  const scratch = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trivet-faults-')));
  const shim = await compile('shim.c', join(scratch, 'shim.so'), ['-shared', '-fPIC', '-ldl', '-lpthread']);
  if (shim !== null) return { shim, dist: DIST, programs: await bundledPrograms(DIST, join(scratch, 'programs')), scratch, isFast };
  rmSync(scratch, { recursive: true, force: true });
  return null;
}

export function closeRig({ scratch }: Rig): void {
  rmSync(scratch, { recursive: true, force: true });
}

/** Every subject, or about `count` of them evenly spread, the first and the last included; one is taken from the middle. */
export function sample<T>(subjects: readonly T[], count: number): T[] {
  if (subjects.length <= count) return [...subjects];
  if (count === 1) return subjects.slice(subjects.length / 2, subjects.length / 2 + 1);
  const step = (subjects.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => subjects[Math.round(index * step)]).filter((subject) => subject !== undefined);
}
