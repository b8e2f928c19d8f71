import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { busySuite } from './busy.ts';
import { jobWorkload } from './job-workload.ts';
import { killSuite, traceCalls } from './kill.ts';
import { lintOrder } from './order-lint.ts';
import { type DiskKind, openDisk, powerLossSuite } from './power-loss.ts';
import { bundledPrograms, replaceOnce } from './programs.ts';
import { freshPath, type Rig } from './rig.ts';
import type { Call, Dropped } from './shim.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const POINT_COUNT = 12;

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

async function underOverlap(rig: Rig, patch: Patch): Promise<Catch> {
  const mutant = await patched(rig, patch);
  return { 'two processes': (await busySuite(mutant, jobWorkload(mutant, 2), POINT_COUNT)).violationCount };
}

const MUTANTS: Readonly<Record<string, (rig: Rig) => Promise<Catch>>> = {
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
  'no lock': (rig) =>
    underOverlap(rig, {
      file: 'platform/lock.js',
      from: 'export function acquireLock(directory, request) {',
      to: 'export function acquireLock(directory, request) {\n    return { release: () => undefined };',
    }),
};

/** Breaks one rule of durability after the other; returns how many were caught and the names of those that were not. */
export async function mutantSuite(rig: Rig): Promise<{ readonly caughtCount: number; readonly missed: readonly string[] }> {
  const missed: string[] = [];
  for (const [name, run] of Object.entries(MUTANTS)) {
    const seen = await run(rig);
    const isCaught = Object.values(seen).some((count) => count > 0);
    if (!isCaught) missed.push(name);
    const by = Object.entries(seen).map(([suite, count]) => `${suite} ${count}`);
    process.stdout.write(`mutant, ${name}: ${isCaught ? 'caught' : 'MISSED'} (violations: ${by.join(', ')})\n`);
  }
  return { caughtCount: Object.keys(MUTANTS).length - missed.length, missed };
}
