import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeAngles, writeJudgments } from '../support/host.ts';
import { type Run, runChild } from './child.ts';
import { readFindings } from './findings.ts';
import { fingerprint } from './fingerprint.ts';
import { learnCosts, takeRequests, without, witnessed } from './request-costs.ts';
import { freshPath, type Rig } from './rig.ts';
import { cleanViolations, type Stopped, type Workload } from './workload.ts';

const NOW = '2031-05-10T18:00:00.000Z';
type Leg = 1 | 2 | 3;
/** How often leg 2 may say that it is not done. */
const PARTS_COUNT = 10;

function call(rig: Rig, store: string, leg: readonly string[]): string[] {
  const words = [...rig.programs.cli, 'discover', ...leg, '--mock', '--now', NOW, '--quiet', '--store', store];
  return witnessed(dirname(store), words);
}

function idIn(path: string, name: 'bundleId' | 'storeId'): string {
  return existsSync(path) ? (new RegExp(`"${name}":"(\\w{16})"`).exec(readFileSync(path, 'utf8'))?.[1] ?? '') : '';
}

function legCommand(rig: Rig, store: string, leg: Leg): string[] {
  const bundleId = idIn(join(store, 'nominations.json'), 'bundleId');
  if (leg === 1) return call(rig, store, ['--nominate-only']);
  const file = (subject: string) => join(store, 'host', `${bundleId}-${subject}.json`);
  return call(rig, store, leg === 2 ? ['--judgments', file('judgments')] : ['--finalize', '--angles', file('angles')]);
}

/** What the host does between two legs. */
function answer(leg: Leg, run: Run): void {
  if (leg === 1) writeJudgments(run.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
  if (leg === 2) writeAngles(run.stdout, (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
}

/** Runs the legs that follow `leg`, whose result is `run`; returns violations. */
async function finishRound(
  rig: Rig,
  store: string,
  leg: Leg,
  run: Run,
): Promise<{ readonly violations: string[]; readonly runCount: number }> {
  if (leg === 3 || run.code !== 0) return { violations: cleanViolations(run), runCount: 0 };
  answer(leg, run);
  const next = leg === 1 ? 2 : 3;
  const following = await untilAnswered(rig, { store, leg: next }, await runChild(legCommand(rig, store, next)));
  const rest = await finishRound(rig, store, next, following.run);
  return { violations: rest.violations, runCount: rest.runCount + following.runCount + 1 };
}

/** Gives leg 2 the same command until its research is done; returns its last run. */
async function untilAnswered(
  rig: Rig,
  { store, leg }: { readonly store: string; readonly leg: Leg },
  first: Run,
): Promise<{ readonly run: Run; readonly runCount: number }> {
  let run = first;
  let runCount = 0;
  while (run.stdout.startsWith('trivet: researching.') && runCount < PARTS_COUNT) {
    run = await runChild(legCommand(rig, store, leg));
    runCount += 1;
  }
  return { run, runCount };
}

/** Stores as they are before each leg of a first round (0: nothing yet), and after it. */
export async function prepareStores(rig: Rig): Promise<readonly string[]> {
  const stores = [freshPath(rig)];
  const work = freshPath(rig);
  mkdirSync(stores[0] ?? '');
  mkdirSync(work);
  for (const leg of [1, 2, 3] as const) {
    const run = await runChild(legCommand(rig, join(work, 'store'), leg));
    if (run.code !== 0) throw new Error(`leg ${leg} ended with ${run.code}: ${run.stderr}`);
    answer(leg, run);
    const path = freshPath(rig);
    cpSync(work, path, { recursive: true });
    stores.push(path);
  }
  return stores;
}

/** Every JSON document whole, every line of a journal whole; `kept` are documents that the leg may not change. */
function storeViolations(store: string, before: string, kept: readonly string[]): string[] {
  if (!existsSync(store)) return [];
  const names = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => !name.endsWith('.tmp'));
  const broken = names.filter((name) => name.endsWith('.json') && !isJson(join(store, name))).map((name) => `${name} is not whole`);
  const journals = names.filter((name) => name.endsWith('findings.jsonl')).flatMap((name) => readFindings(join(store, name)).violations);
  const changed = kept.filter((name) => existsSync(join(before, name)) && !isSame(join(before, name), join(store, name)));
  return [...broken, ...journals, ...changed.map((name) => `${name} was changed`)];
}

function isJson(path: string): boolean {
  try {
    JSON.parse(readFileSync(path, 'utf8'));
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

function isSame(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other));
}

/** Finalize must never find last round's report behind a new bundle: tried on a copy, for it mends the store. */
async function revivalViolations(rig: Rig, directory: string): Promise<string[]> {
  const ids = ['nominations.json', 'pending.json'].map((name) => idIn(join(directory, 'store', name), 'bundleId'));
  if (ids[1] === '' || ids[0] === ids[1]) return [];
  const copy = freshPath(rig);
  cpSync(directory, copy, { recursive: true });
  const { code, stderr } = await runChild(call(rig, join(copy, 'store'), ['--finalize']));
  rmSync(copy, { recursive: true, force: true });
  takeRequests(copy);
  return code === 2 && stderr.includes('E_PENDING_SUPERSEDED') ? [] : [`last round's report was revived: exit ${code} ${stderr}`];
}

const STORE_FILES = [['store.json'], ['store.json', 'nominations.json'], ['store.json', 'nominations.json', 'pending.json']] as const;

/** The lines of every journal below the store. */
function journalKeys(store: string): Set<string> {
  if (!existsSync(store)) return new Set();
  const names = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('findings.jsonl'));
  return new Set(names.flatMap((name) => readFindings(join(store, name)).keys.map((key) => `${name} ${key}`)));
}

/** The jobs in which the legs keep what they were answered. */
const JOBS = { 1: 'sweep-', 2: 'research-' } as const;

/** The keys of what need not be asked again: a sweep whose nominations are on the disk is over, and the next begins afresh. */
function answeredKeys(leg: Leg, durable: ReadonlySet<string>): Set<string> {
  if (leg === 3) return new Set();
  const prefix = new RegExp(`^jobs/${JOBS[leg]}\\w+/findings\\.jsonl `);
  const keys = [...durable].filter((name) => prefix.test(name)).map((name) => name.replace(prefix, ''));
  return new Set(keys.includes('sweep ended') ? [] : keys);
}

/** What the runs after a stop asked for beyond what had no finding at the stop. */
function reworkViolations(asked: readonly string[], costs: Costs, answered: ReadonlySet<string>): string[] {
  const open = [...costs].flatMap(([key, addresses]) => (answered.has(key) ? [] : addresses));
  return without(asked, open).map((address) => `${address} was asked for again, whose finding was on the disk`);
}

/** The briefs of a store, which have to be the same however often the round was killed. */
function briefsPrint(store: string): string {
  return existsSync(join(store, 'briefs')) ? fingerprint(join(store, 'briefs')) : 'no briefs';
}

type Costs = ReadonlyMap<string, readonly string[]>;

export interface LegScene {
  readonly name: string;
  readonly leg: Leg;
  /** The store it starts from, and one after a whole round. */
  readonly from: string;
  readonly finished: string;
  /** The addresses that each finding of this leg costs. */
  readonly toCosts: () => Promise<Costs>;
}

/** Learns the costs of a leg once, when they are first asked for: it takes a run of the leg per finding. */
export function costsOf(rig: Rig, { leg, before, after }: { leg: Leg; before: string; after: string }): () => Promise<Costs> {
  let costs: Promise<Costs> | null = null;
  return () => {
    if (leg === 3) return Promise.resolve(new Map());
    const command = (directory: string) => legCommand(rig, join(directory, 'store'), leg);
    costs ??= learnCosts(rig, { before, after, job: JOBS[leg], command });
    return costs;
  };
}

export function legWorkload(rig: Rig, { name, leg, from, finished, toCosts }: LegScene): Workload {
  const before = join(from, 'store');
  const newestBriefs = (store: string) => briefsPrint(onlyNewest(store));
  return {
    name,
    prepare: (directory) => cpSync(from, directory, { recursive: true }),
    command: (directory) => legCommand(rig, join(directory, 'store'), leg),
    learn: () => undefined,
    afterStop: async (directory) => {
      const store = join(directory, 'store');
      takeRequests(directory);
      const revived = leg === 1 ? await revivalViolations(rig, directory) : [];
      return { durable: journalKeys(store), violations: [...storeViolations(store, before, STORE_FILES[leg - 1] ?? []), ...revived] };
    },
    afterRerun: async (directory, { durable }: Stopped, first) => {
      const store = join(directory, 'store');
      const { run: rerun, runCount } = await untilAnswered(rig, { store, leg }, first);
      const again = reworkViolations(takeRequests(directory), await toCosts(), answeredKeys(leg, durable));
      const now = journalKeys(store);
      const lost = [...durable].filter((key) => !now.has(key)).map((key) => `${key} was on the disk and is gone`);
      const strays = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tmp$|lock-holder/.test(file));
      const round = await finishRound(rig, store, leg, rerun);
      const differs = newestBriefs(store) === newestBriefs(join(finished, 'store')) ? [] : ['the brief differs from the uninterrupted one'];
      const left = strays.map((file) => `left behind: ${file}`);
      takeRequests(directory);
      const violations = [...cleanViolations(rerun), ...again, ...lost, ...left, ...round.violations, ...differs];
      return { violations, runCount: runCount + round.runCount };
    },
  };
}

/** Takes away the briefs of earlier rounds, which stay in a store for ever. */
function onlyNewest(store: string): string {
  const bundleId = idIn(join(store, 'nominations.json'), 'bundleId');
  const briefs = join(store, 'briefs');
  const old = existsSync(briefs) ? readdirSync(briefs).filter((file) => !file.includes(bundleId)) : [];
  for (const file of old) rmSync(join(briefs, file));
  return store;
}
