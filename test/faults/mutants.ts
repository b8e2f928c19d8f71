import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { busySuite } from './busy.ts';
import { jobWorkload } from './job-workload.ts';
import { killSuite, traceCalls } from './kill.ts';
import { lintOrder } from './order-lint.ts';
import { type DiskKind, openDisk, powerLossSuite } from './power-loss.ts';
import { bundledPrograms, replaceOnce, shippedPrograms } from './programs.ts';
import { openArena, runRace } from './race-seed.ts';
import { freshPath, type Rig } from './rig.ts';
import type { Call, Dropped } from './shim.ts';
import type { ToWorkload } from './workload.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POINT_COUNT = 12;
const RACE_SEED_COUNT = 12;

/** How many of a leg's kills see a mutant: each may cost a round. */
const LEG_POINT_COUNT = 4;
/** The lock of the store and of every job is granted to whoever asks. */
const NO_LOCK: Patch = {
  file: 'platform/lock.js',
  from: 'export function acquireLock(directory, request) {',
  to: 'export function acquireLock(directory, request) {\n    return { release: () => undefined };',
};

/** Which suites saw a mutant, and how often. */
type Catch = Readonly<Record<string, number>>;

interface Patch {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A copy of the built program with one text changed; throws when the text is no longer there. */
async function patched(rig: Rig, { file, from, to }: Patch): Promise<Rig> {
  const root = freshPath(rig);
  mkdirSync(root);
  cpSync(rig.dist, join(root, 'dist'), { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(root, 'package.json'));
  for (const name of ['node_modules', 'fixtures']) symlinkSync(join(ROOT, name), join(root, name));
  const path = join(root, 'dist', file);
  writeFileSync(path, replaceOnce(readFileSync(path, 'utf8'), from, to));
  const dist = join(root, 'dist');
  return { ...rig, dist, programs: await bundledPrograms(dist, join(root, 'programs')), isMutant: true, isFast: false };
}

/** Without a sync: the order lint sees it, and power losses do where the file system does not forgive it. */
async function withoutSync(rig: Rig, drop: Dropped): Promise<Catch> {
  const mutant: Rig = { ...rig, drop, isMutant: true };
  const workload = jobWorkload(mutant, 2);
  const lint = lintOrder(await traceCalls(mutant, workload)).length;
  const kind: DiskKind = 'ext4';
  const opened = await openDisk(mutant, kind);
  if ('why' in opened) return { 'order lint': lint };
  const { violationCount } = await powerLossSuite(mutant, workload, opened.disk, { name: kind, fastCount: POINT_COUNT });
  await opened.disk.end();
  return { 'order lint': lint, [`power loss on ${kind}`]: violationCount };
}

async function underKills(rig: Rig, patch: Patch): Promise<Catch> {
  const mutant = await patched(rig, patch);
  const isChosen = (call: Call | undefined) => call?.path.endsWith('/findings.jsonl') === true;
  return { kill: (await killSuite(mutant, jobWorkload(mutant, 2), { isChosen })).violationCount };
}

/** Leg 2, killed while its answers are written. */
async function underLegKills(rig: Rig, legs: readonly ToWorkload[], patch: Patch): Promise<Catch> {
  const mutant = await patched(rig, patch);
  const counts: Record<string, number> = {};
  for (const toLeg of legs.filter((leg) => leg(rig).name === 'leg 2')) {
    const leg = toLeg(mutant);
    const isChosen = (call: Call | undefined) => call?.operation === 'fdatasync';
    counts[`kill, ${leg.name}`] = (await killSuite(mutant, leg, { isChosen, fastCount: LEG_POINT_COUNT })).violationCount;
  }
  return counts;
}

async function underOverlap(mutant: Rig): Promise<Catch> {
  return { 'two processes': (await busySuite(mutant, jobWorkload(mutant, 2), POINT_COUNT)).violationCount };
}

/** The first of the races' own seeds, until one sees it; on the program as it is shipped, for their witness watches every module. */
async function underRaces(mutant: Rig): Promise<Catch> {
  const arena = await openArena(shippedPrograms(mutant.dist).cli);
  try {
    let seed = 0;
    let problemCount = 0;
    while (problemCount === 0 && seed < RACE_SEED_COUNT) {
      seed += 1;
      problemCount = (await runRace(seed, arena)).problems.length;
    }
    return { [`race ${seed}`]: problemCount };
  } finally {
    arena.remove();
  }
}

const MUTANTS: Readonly<Record<string, (rig: Rig, legs: readonly ToWorkload[]) => Promise<Catch>>> = {
  'no sync of appends': (rig) => withoutSync(rig, 'fdatasync'),
  'no sync before a rename': (rig) => withoutSync(rig, 'fsync-file'),
  'no sync of directories': (rig) => withoutSync(rig, 'fsync-directory'),
  'acknowledged before the sync': (rig) =>
    underKills(rig, { file: 'journal/findings-file.js', from: 'return waiting.promise;', to: 'return Promise.resolve();' }),
  'state before findings': (rig) =>
    underKills(rig, {
      file: 'journal/findings-file.js',
      from: '        this.#waiting = new Map();\n',
      to: '        this.#waiting = new Map();\n        this.#onDurable(batch.map(({ line }) => line));\n',
    }),
  'asked again': (rig, legs) =>
    underLegKills(rig, legs, { file: 'legs/job-memory.js', from: 'this.#known = new Map(', to: 'this.#known = new Map() ?? new Map(' }),
  'no lock of a job': async (rig) => underOverlap(await patched(rig, NO_LOCK)),
  'no lock of the store': async (rig) => underRaces(await patched(rig, NO_LOCK)),
};

/** Breaks one rule of durability after the other; returns how many were caught and the names of those that were not. */
export async function mutantSuite(
  rig: Rig,
  legs: readonly ToWorkload[],
): Promise<{ readonly caughtCount: number; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  for (const [name, run] of Object.entries(MUTANTS)) {
    const seen = await run(rig, legs);
    const isCaught = Object.values(seen).some((count) => count > 0);
    if (!isCaught) missed.push(name);
    const by = Object.entries(seen).map(([suite, count]) => `${suite} ${count}`);
    process.stdout.write(`mutant, ${name}: ${isCaught ? 'caught' : 'MISSED'} (violations: ${by.join(', ')})\n`);
  }
  return { caughtCount: Object.keys(MUTANTS).length - missed.length, missed };
}
