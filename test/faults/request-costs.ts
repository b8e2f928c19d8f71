import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { forEachParallel, runChild } from './child.ts';
import { freshPath, type Rig } from './rig.ts';

/** Findings that are no question: asking them costs nothing. */
const MARKS = /^(?:sweep begun|sweep ended|judgments )/;

function logOf(directory: string): string {
  return `${directory}.requests`;
}

/** The words of a command that lets the mocked network write down what it is asked, beside the run's directory. */
export function witnessed(directory: string, words: readonly string[]): string[] {
  return ['env', `FAULT_REQUESTS=${logOf(directory)}`, ...words];
}

/** The addresses asked for since they were taken last. */
export function takeRequests(directory: string): string[] {
  const log = logOf(directory);
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  rmSync(log);
  return lines;
}

/** `from` without `taken`, one for one. */
export function without(from: readonly string[], taken: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const one of taken) left.set(one, (left.get(one) ?? 0) + 1);
  return from.filter((one) => {
    const count = left.get(one) ?? 0;
    left.set(one, count - 1);
    return count <= 0;
  });
}

/** A leg whose questions are to be known: the store before it and after it, the job it keeps, and its command for a directory. */
export interface Questioned {
  readonly before: string;
  readonly after: string;
  /** How the name of its job begins. */
  readonly job: 'sweep-' | 'research-';
  readonly command: (directory: string) => readonly string[];
}

function journalIn(directory: string, job: string): string {
  const jobs = join(directory, 'store', 'jobs');
  const name = readdirSync(jobs).find((entry) => entry.startsWith(job) && existsSync(join(jobs, entry, 'findings.jsonl')));
  if (name === undefined) throw new Error(`no ${job} job in ${jobs}`);
  return join(jobs, name);
}

function keyOf(line: string): string {
  const key: unknown = JSON.parse(line).key;
  return typeof key === 'string' ? key : '';
}

async function askFrom(rig: Rig, state: string, { command }: Questioned, change: (directory: string) => void): Promise<string[]> {
  const directory = freshPath(rig);
  cpSync(state, directory, { recursive: true });
  change(directory);
  const { code, stderr } = await runChild(command(directory));
  if (code !== 0) throw new Error(`a leg whose questions were to be counted ended with ${code}: ${stderr}`);
  rmSync(directory, { recursive: true });
  return takeRequests(directory);
}

/**
 * Which addresses each finding of a leg costs, found from outside: the leg is run again from its own end with one finding taken away,
 * and what it then asks for is that finding's. Throws where the costs do not add up to what the whole leg asks for.
 */
export async function learnCosts(rig: Rig, questioned: Questioned): Promise<ReadonlyMap<string, readonly string[]>> {
  const { before, after, job } = questioned;
  const lines = readFileSync(join(journalIn(after, job), 'findings.jsonl'), 'utf8')
    .split('\n')
    .slice(0, -1);
  const keys = lines.map(keyOf).filter((key) => !MARKS.test(key));
  const costs = new Map<string, readonly string[]>();
  await forEachParallel(keys, async (key) => {
    const forget = (directory: string) => {
      const journal = journalIn(directory, job);
      const kept = lines.filter((line) => ![key, 'sweep ended'].includes(keyOf(line)));
      writeFileSync(join(journal, 'findings.jsonl'), kept.map((line) => `${line}\n`).join(''));
      rmSync(join(journal, 'state.json'));
    };
    costs.set(key, await askFrom(rig, after, questioned, forget));
  });
  const whole = await askFrom(rig, before, questioned, () => undefined);
  const sum = [...costs.values()].flat();
  const differing = [...without(whole, sum), ...without(sum, whole)];
  if (whole.length === 0 || differing.length > 0) throw new Error(`the costs of the findings do not add up: ${differing.join(' ')}`);
  return costs;
}
