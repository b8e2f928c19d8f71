import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeAngles, writeJudgments } from '../support/host.ts';
import { type Run, runChild } from './child.ts';
import { readFindings } from './findings.ts';
import { fingerprint } from './fingerprint.ts';
import { freshPath, type Rig } from './rig.ts';
import { cleanViolations, type Stopped, type Workload } from './workload.ts';

const NOW = '2031-05-10T18:00:00.000Z';
type Leg = 1 | 2 | 3;

function call(rig: Rig, store: string, leg: readonly string[]): string[] {
  return [process.execPath, join(rig.dist, 'cli', 'main.js'), 'discover', ...leg, '--mock', '--now', NOW, '--quiet', '--store', store];
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
  const following = await runChild(legCommand(rig, store, next));
  const rest = await finishRound(rig, store, next, following);
  return { violations: rest.violations, runCount: rest.runCount + 1 };
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
  return code === 2 && stderr.includes('E_PENDING_SUPERSEDED') ? [] : [`last round's report was revived: exit ${code} ${stderr}`];
}

const STORE_FILES = [['store.json'], ['store.json', 'nominations.json'], ['store.json', 'nominations.json', 'pending.json']] as const;

/** The lines of every journal below the store. */
function journalKeys(store: string): Set<string> {
  if (!existsSync(store)) return new Set();
  const names = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('findings.jsonl'));
  return new Set(names.flatMap((name) => readFindings(join(store, name)).keys.map((key) => `${name} ${key}`)));
}

/** The briefs of a store, which have to be the same however often the round was killed. */
function briefsPrint(store: string): string {
  return existsSync(join(store, 'briefs')) ? fingerprint(join(store, 'briefs')) : 'no briefs';
}

export interface LegScene {
  readonly name: string;
  readonly leg: Leg;
  /** The store it starts from, and one after a whole round. */
  readonly from: string;
  readonly finished: string;
}

export function legWorkload(rig: Rig, { name, leg, from, finished }: LegScene): Workload {
  const before = join(from, 'store');
  const newestBriefs = (store: string) => briefsPrint(onlyNewest(store));
  return {
    name,
    prepare: (directory) => cpSync(from, directory, { recursive: true }),
    command: (directory) => legCommand(rig, join(directory, 'store'), leg),
    learn: () => undefined,
    afterStop: async (directory) => {
      const store = join(directory, 'store');
      const revived = leg === 1 ? await revivalViolations(rig, directory) : [];
      return { durable: journalKeys(store), violations: [...storeViolations(store, before, STORE_FILES[leg - 1] ?? []), ...revived] };
    },
    afterRerun: async (directory, { durable }: Stopped, rerun) => {
      const store = join(directory, 'store');
      const now = journalKeys(store);
      const lost = [...durable].filter((key) => !now.has(key)).map((key) => `${key} was on the disk and is gone`);
      const strays = readdirSync(store, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tmp$|lock-holder/.test(file));
      const round = await finishRound(rig, store, leg, rerun);
      const differs = newestBriefs(store) === newestBriefs(join(finished, 'store')) ? [] : ['the brief differs from the uninterrupted one'];
      const left = strays.map((file) => `left behind: ${file}`);
      return { violations: [...cleanViolations(rerun), ...lost, ...left, ...round.violations, ...differs], runCount: round.runCount };
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
