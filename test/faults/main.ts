/**
 * The fault programme: `npm run faults`, `npm run faults -- --fast` for a sample in a few minutes, `--only kill,errors` for some of it.
 * Works on dist, so build first. docs/faults.md says what is injected and what must hold.
 */
import { existsSync } from 'node:fs';
import { busySuite } from './busy.ts';
import { errorSuite } from './errors.ts';
import { jobWorkload } from './job-workload.ts';
import { killSuite, nestedSuite, traceCalls } from './kill.ts';
import { legWorkload, prepareStores } from './leg-workload.ts';
import { mutantSuite } from './mutants.ts';
import { lintOrder } from './order-lint.ts';
import { type DiskKind, openDisk, powerLossSuite } from './power-loss.ts';
import { closeRig, DIST, openRig, type Rig } from './rig.ts';
import { Suite, Tally } from './tally.ts';
import type { Workload } from './workload.ts';

async function legWorkloads(rig: Rig): Promise<Workload[]> {
  const [nothing = '', nominated = '', resumed = '', finished = ''] = await prepareStores(rig);
  return [
    legWorkload(rig, { name: 'leg 1 in a fresh store', leg: 1, from: nothing, finished }),
    legWorkload(rig, { name: 'leg 1 after a whole round', leg: 1, from: finished, finished }),
    legWorkload(rig, { name: 'leg 2', leg: 2, from: nominated, finished }),
    legWorkload(rig, { name: 'leg 3', leg: 3, from: resumed, finished }),
  ];
}

async function lintSuite(rig: Rig, workload: Workload): Promise<ReturnType<Suite['close']>> {
  const suite = new Suite(`order lint, ${workload.name}`);
  const calls = await traceCalls(rig, workload);
  suite.count('trace', lintOrder(calls), 1);
  return suite.close(`${calls.length} calls`);
}

async function powerLoss(rig: Rig, tally: Tally, kind: DiskKind, workloads: readonly Workload[]): Promise<void> {
  const opened = await openDisk(rig, kind);
  if ('why' in opened) {
    tally.skip(`power loss on ${kind}`, opened.why);
    return;
  }
  for (const workload of workloads) tally.add(await powerLossSuite(rig, workload, opened.disk, { name: kind, fastCount: 6 }));
  await opened.disk.end();
}

/** The programme in order; each part can be asked for alone. */
const PARTS: Readonly<Record<string, (rig: Rig, tally: Tally, legs: readonly Workload[]) => Promise<void>>> = {
  lint: async (rig, tally, legs) => {
    for (const workload of [jobWorkload(rig, 5), ...legs]) tally.add(await lintSuite(rig, workload));
  },
  kill: async (rig, tally, legs) => {
    tally.add(await killSuite(rig, jobWorkload(rig, 5), { fastCount: 24 }));
    for (const workload of legs) tally.add(await killSuite(rig, workload, { fastCount: 3 }));
  },
  nested: async (rig, tally) => {
    for (const itemCount of rig.isFast ? [1] : [1, 2, 3]) tally.add(await nestedSuite(rig, jobWorkload(rig, itemCount), 1));
  },
  errors: async (rig, tally, legs) => {
    for (const workload of [jobWorkload(rig, 1), ...(rig.isFast ? legs.slice(3) : legs)]) tally.add(await errorSuite(rig, workload, 12));
  },
  two: async (rig, tally) => tally.add(await busySuite(rig, jobWorkload(rig, 1), 6)),
  power: async (rig, tally, legs) => {
    const workloads = [jobWorkload(rig, rig.isFast ? 2 : 5), ...(rig.isFast ? [] : legs)];
    for (const kind of ['ext4', 'xfs'] as const) await powerLoss(rig, tally, kind, workloads);
  },
  mutants: async (rig, tally) => {
    const { caughtCount, missed } = await mutantSuite(rig);
    tally.addCases(caughtCount, missed.length);
  },
};

async function runProgramme(rig: Rig, tally: Tally): Promise<void> {
  const only = process.argv
    .find((word) => word.startsWith('--only='))
    ?.slice('--only='.length)
    .split(',');
  const unknown = only?.filter((name) => !(name in PARTS)) ?? [];
  if (unknown.length > 0) throw new Error(`no part ${unknown.join(', ')}: there are ${Object.keys(PARTS).join(', ')}`);
  const legs = await legWorkloads(rig);
  for (const [name, part] of Object.entries(PARTS)) if (only?.includes(name) !== false) await part(rig, tally, legs);
}

if (!existsSync(DIST)) throw new Error('there is no dist: run npm run build first');
const tally = new Tally();
const rig = await openRig(process.argv.includes('--fast'));
if (rig === null) tally.skip('the fault programme', 'gcc is missing (apt-get install gcc libc6-dev) or failed');
else {
  try {
    await runProgramme(rig, tally);
  } finally {
    closeRig(rig);
  }
}
process.exitCode = tally.close();
