import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChild } from './child.ts';
import { SeenStates } from './fingerprint.ts';
import { labelOf, traceCalls } from './kill.ts';
import { freshPath, type Rig, sample } from './rig.ts';
import { armed, compile, isChange, type Plan } from './shim.ts';
import { Suite, type SuiteResult } from './tally.ts';
import type { Workload } from './workload.ts';

/** What makes a small file system; a long commit interval, so that nothing is flushed but what was asked for. */
const KINDS = {
  ext4: { megabytes: 24, make: ['mkfs.ext4', '-q', '-F', '-O', '^resize_inode', '-J', 'size=4'], options: 'loop,commit=300,noatime' },
  xfs: { megabytes: 320, make: ['mkfs.xfs', '-q', '-f'], options: 'loop,noatime' },
} as const;
export type DiskKind = keyof typeof KINDS;

async function must(...command: readonly string[]): Promise<void> {
  const { code, stderr } = await runChild(command);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${stderr}`);
}

/** A disk in a file, whose power can be cut. */
class Disk {
  readonly mount: string;
  readonly #image: string;
  readonly #powerDown: string;
  readonly #kind: DiskKind;

  constructor(rig: Rig, kind: DiskKind, powerDown: string) {
    this.mount = freshPath(rig);
    this.#image = `${this.mount}.img`;
    this.#powerDown = powerDown;
    this.#kind = kind;
  }

  async begin(): Promise<void> {
    const { megabytes, make } = KINDS[this.#kind];
    mkdirSync(this.mount);
    await must('truncate', '-s', `${megabytes}M`, this.#image);
    await must(...make, this.#image);
    await this.#up();
  }

  #up(): Promise<void> {
    return must('mount', '-o', KINDS[this.#kind].options, this.#image, this.mount);
  }

  sync(): Promise<void> {
    return must('sync', '-f', this.mount);
  }

  async losePower(): Promise<void> {
    await must(this.#powerDown, this.mount);
    await must('umount', this.mount);
    await this.#up();
  }

  async end(): Promise<void> {
    await must('umount', this.mount);
    rmSync(this.#image);
    rmSync(this.mount, { recursive: true });
  }
}

/** Null where this process may not mount, or there is nothing to make such a file system with; `why` says which. */
export async function openDisk(rig: Rig, kind: DiskKind): Promise<{ readonly disk: Disk } | { readonly why: string }> {
  if (process.getuid?.() !== 0) return { why: 'not root' };
  const powerDown = await compile('power-down.c', join(rig.scratch, 'power-down'), []);
  if (powerDown === null) return { why: 'no compiler' };
  const disk = new Disk(rig, kind, powerDown);
  try {
    await disk.begin();
    return { disk };
  } catch (error) {
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

async function loseOnce(
  rig: Rig,
  workload: Workload,
  disk: Disk,
  options: { plan: Plan | null; states: SeenStates },
): Promise<{ violations: string[]; runCount: number }> {
  const directory = join(disk.mount, 'run');
  workload.prepare(directory);
  await disk.sync();
  const plan = options.plan === null ? {} : { plan: options.plan };
  const run = await runChild(workload.command(directory), armed(rig.shim, { root: directory, drop: rig.drop, ...plan }));
  await disk.losePower();
  const stopped = await workload.afterStop(directory, run);
  const violations = [...stopped.violations];
  let runCount = 1;
  if (options.states.isNew(directory)) {
    const copy = freshPath(rig);
    cpSync(directory, copy, { recursive: true });
    const after = await workload.afterRerun(copy, stopped, await runChild(workload.command(copy)));
    violations.push(...after.violations);
    runCount += 1 + after.runCount;
    rmSync(copy, { recursive: true });
  }
  rmSync(directory, { recursive: true });
  await disk.sync();
  return { violations, runCount };
}

/** Kills the workload after every call that changes the disk, and at its end, and cuts the power each time. */
export async function powerLossSuite(
  rig: Rig,
  workload: Workload,
  disk: Disk,
  options: { name: string; fastCount: number },
): Promise<SuiteResult> {
  const suite = new Suite(`power loss on ${options.name}, ${workload.name}`, rig.isMutant);
  const calls = await traceCalls(rig, workload);
  const after = calls.flatMap((call, index) => (isChange(call) ? [{ mode: 'kill-after' as const, at: index + 1 }] : []));
  const all: (Plan | null)[] = [...after, null];
  const plans = rig.isFast || rig.isMutant ? sample(all, options.fastCount) : all;
  const states = new SeenStates();
  for (const plan of plans) {
    const { violations, runCount } = await loseOnce(rig, workload, disk, { plan, states });
    suite.count(plan === null ? 'at the end' : labelOf(plan, calls), violations, runCount);
  }
  return suite.close(`${plans.length} of ${all.length} points, ${states.count} states run again`);
}
