import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStore, requireBundle, requirePending } from '../../src/checkpoint/index.ts';
import { ID_ALPHABET, ID_LENGTH } from '../../src/domain/id.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { systemIdentity } from '../../src/platform/identity.ts';
import { writeAngles, writeJudgments } from '../support/host.ts';
import { startCommand } from './command.ts';

export type LegName = 'nominate' | 'resume' | 'finalize';

/** Arguments of a leg for the round that `bundleId` names. */
export function legArguments(leg: LegName, store: string, bundleId: string): string[] {
  const host = (subject: string) => join(store, 'host', `${bundleId}-${subject}.json`);
  const own = {
    nominate: ['--nominate-only'],
    resume: ['--judgments', host('judgments')],
    finalize: ['--finalize', '--angles', host('angles')],
  };
  return ['discover', ...own[leg], '--mock', '--store', store];
}

async function runLeg(program: readonly string[], args: readonly string[]): Promise<string> {
  const { end, stdout, stderr } = await startCommand([...program, ...args]).ended;
  if (end !== 0) throw new Error(`preparing the store: ${args.join(' ')} ended with ${end}: ${stderr}`);
  return stdout;
}

/** A store whose round has been judged and angled, so that every leg has its work; returns the round's id. */
export async function prepareStore(program: readonly string[], store: string): Promise<string> {
  const judging = await runLeg(program, legArguments('nominate', store, ''));
  writeJudgments(judging, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
  const bundleId = bundleIdOf(store);
  writeAngles(await runLeg(program, legArguments('resume', store, bundleId)), (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
  return bundleId;
}

export function bundleIdOf(store: string): string {
  const id: unknown = JSON.parse(readFileSync(join(store, 'nominations.json'), 'utf8')).bundleId;
  if (typeof id !== 'string') throw new Error('nominations.json names no bundle');
  return id;
}

function namesIn(directory: string): string[] {
  return existsSync(directory) ? readdirSync(directory) : [];
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'fault' in error && typeof error.fault === 'object' && error.fault !== null && 'code' in error.fault
    ? String(error.fault.code)
    : String(error);
}

/** What the checkpoint room says of a file: its round and its ids, or the code of its fault. */
function read<T>(act: () => T): T | string {
  try {
    return act();
  } catch (error) {
    return codeOf(error);
  }
}

function openAsReader(root: string) {
  const identity = systemIdentity(ID_ALPHABET, ID_LENGTH);
  return openStore(root, { origin: 'mock', create: false, clock: systemClock(), newStoreId: identity.newId, sha256: identity.sha256 });
}

/** A bundle is always readable and whole; the report is of this round, or, after a kill only, one that the room itself refuses. */
function roundProblems(root: string, wasKilled: boolean): string[] {
  const store = openAsReader(root);
  const bundle = read(() => requireBundle(store));
  if (typeof bundle === 'string') return [`the bundle cannot be read: ${bundle}`];
  const { bundleId } = bundle.envelope;
  const lost = bundle.bundle.lostRowCount === 0 ? [] : ['the bundle has lost rows'];
  const report = read(() => requirePending(store));
  if (typeof report === 'string') {
    const isExpected = report === 'E_PENDING_MISSING' || (wasKilled && report === 'E_PENDING_SUPERSEDED');
    return isExpected ? lost : [...lost, `the report cannot be read: ${report}`];
  }
  if (report.envelope.bundleId !== bundleId) return [...lost, 'bundle and report are of two rounds'];
  const ids = new Set<string>(bundle.bundle.nominations.map(({ id }) => id));
  const strangers = report.report.topics.filter(({ id }) => !ids.has(id)).map(({ id }) => `topic ${id} is not of the bundle`);
  return [...lost, ...strangers, ...(report.report.lostRowCount === 0 ? [] : ['the report has lost rows'])];
}

/** Host files of another round, and what a writer left, only where a kill came between. */
function leftovers(root: string, bundleId: string): string[] {
  const host = namesIn(join(root, 'host')).filter((name) => !name.startsWith(`${bundleId}-`));
  const temporaries = ['', 'host', 'briefs'].flatMap((name) => namesIn(join(root, name)).filter((entry) => entry.endsWith('.tmp')));
  const holder = namesIn(root).filter((name) => name === 'lock-holder.json' || name === 'lock.db-journal');
  return [...host, ...temporaries, ...holder].map((name) => `${name} was left behind`);
}

/** A brief is whole, and of the round its name says. */
function briefProblems(root: string): string[] {
  const names = namesIn(join(root, 'briefs')).filter((name) => name.endsWith('.json'));
  return names.flatMap((name) => {
    const brief = JSON.parse(readFileSync(join(root, 'briefs', name), 'utf8'));
    return name.includes(String(brief.bundleId)) ? [] : [`${name} is a brief of round ${brief.bundleId}`];
  });
}

/** What is wrong with a store that nobody holds. `wasKilled`: the last that worked on it was killed. */
export function storeProblems(root: string, { wasKilled }: { readonly wasKilled: boolean }): string[] {
  const rounds = roundProblems(root, wasKilled);
  if (rounds.some((problem) => problem.startsWith('the bundle'))) return rounds;
  return [...rounds, ...briefProblems(root), ...(wasKilled ? [] : leftovers(root, bundleIdOf(root)))];
}
