/**
 * The fault programme: `npm run faults`, `npm run faults -- --fast` for a sample in a few minutes, `--only kill,errors` for some of it.
 * Works on dist, so build first. docs/faults.md says what is injected and what must hold.
 */
import { existsSync } from 'node:fs';
import { busySuite } from './busy.ts';
import { errorSuite } from './errors.ts';
import { toPlainCall } from './fingerprint.ts';
import { jobWorkload } from './job-workload.ts';
import { killSuite, nestedSuite, traceCalls } from './kill.ts';
import { costsOf, legWorkload, prepareStores } from './leg-workload.ts';
import { mutantSuite } from './mutants.ts';
import { lintOrder } from './order-lint.ts';
import { type DiskKind, openDisk, powerLossSuite } from './power-loss.ts';
import { shippedPrograms } from './programs.ts';
import { without } from './request-costs.ts';
import { closeRig, DIST, openRig, type Rig } from './rig.ts';
import type { Call } from './shim.ts';
import { Suite, Tally } from './tally.ts';
import type { ToWorkload, Workload } from './workload.ts';

async function legWorkloads(rig: Rig): Promise<ToWorkload[]> {
  const [nothing = '', nominated = '', resumed = '', finished = ''] = await prepareStores(rig);
  const [one, two, three] = [
    { leg: 1, finished, toCosts: costsOf(rig, { leg: 1, before: nothing, after: nominated }) },
    { leg: 2, finished, toCosts: costsOf(rig, { leg: 2, before: nominated, after: resumed }) },
    { leg: 3, finished, toCosts: costsOf(rig, { leg: 3, before: resumed, after: finished }) },
  ] as const;
  const scenes = [
    { ...one, name: 'leg 1 in a fresh store', from: nothing },
    { ...one, name: 'leg 1 after a whole round', from: finished },
    { ...two, name: 'leg 2', from: nominated },
    { ...three, name: 'leg 3', from: resumed },
  ];
  return scenes.map((scene) => (on) => legWorkload(on, scene));
}

/** Reads the order of the shipped program's calls, and holds the bundled one's against them. */
async function lintSuite(rig: Rig, toWorkload: (rig: Rig) => Workload): Promise<ReturnType<Suite['close']>> {
  const workload = toWorkload({ ...rig, programs: shippedPrograms(rig.dist) });
  const suite = new Suite(`order lint, ${workload.name}`);
  const calls = await traceCalls(rig, workload);
  suite.count('trace', lintOrder(calls), 1);
  // How often the second's checkpoint comes in between is the machine's doing; what is called is the program's.
  const toKinds = (trace: readonly Call[]) => [...new Set(trace.map(toPlainCall))];
  const [shipped, bundled] = [toKinds(calls), toKinds(await traceCalls(rig, toWorkload(rig)))];
  const differing = [...without(shipped, bundled), ...without(bundled, shipped)];
  suite.count(
    'bundle',
    differing.map((call) => `only the shipped program, or only the bundled one, does: ${call}`),
    1,
  );
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
const PARTS: Readonly<Record<string, (rig: Rig, tally: Tally, legs: readonly ToWorkload[]) => Promise<void>>> = {
  lint: async (rig, tally, legs) => {
    for (const toWorkload of [(on: Rig) => jobWorkload(on, 5), ...legs]) tally.add(await lintSuite(rig, toWorkload));
  },
  kill: async (rig, tally, legs) => {
    tally.add(await killSuite(rig, jobWorkload(rig, 5), { fastCount: 24 }));
    for (const leg of legs) tally.add(await killSuite(rig, leg(rig), { fastCount: 3 }));
  },
  nested: async (rig, tally) => {
    for (const itemCount of rig.isFast ? [1] : [1, 2, 3]) tally.add(await nestedSuite(rig, jobWorkload(rig, itemCount), 1));
  },
  errors: async (rig, tally, legs) => {
    tally.add(await errorSuite(rig, jobWorkload(rig, 1), 12));
    for (const leg of legs) tally.add(await errorSuite(rig, leg(rig), 4));
  },
  two: async (rig, tally) => tally.add(await busySuite(rig, jobWorkload(rig, 1), 6)),
  power: async (rig, tally, legs) => {
    const workloads = [jobWorkload(rig, rig.isFast ? 2 : 5), ...(rig.isFast ? [] : legs.map((leg) => leg(rig)))];
    for (const kind of ['ext4', 'xfs'] as const) await powerLoss(rig, tally, kind, workloads);
  },
  mutants: async (rig, tally, legs) => {
    const { caughtCount, missed } = await mutantSuite(rig, legs);
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
