import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Run } from './child.ts';
import { readFindings } from './findings.ts';
import type { Rig } from './rig.ts';
import { cleanViolations, type Stopped, type Workload } from './workload.ts';

/** All that a finished job leaves. */
const REMAINING = ['job', 'job.lock', 'job.lock/lock.db', 'job/SUMMARY.md', 'job/findings.jsonl', 'job/state.json'];
/** The last line of a whole SUMMARY.md: what follows its fence, or that there is nothing to fence. */
const SUMMARY_END = /(?:No finding yet\.|The strangers' text has ended\.)\n$/;

/** What the worker said after `word`. */
export function saidAfter(word: string, { stdout }: Run): string[] {
  const lines = stdout.split('\n').slice(0, -1);
  return lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
}

function summaryOf(directory: string): string | null {
  const path = join(directory, 'job', 'SUMMARY.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

/** The summary without what may honestly tell an interrupted job from an uninterrupted one. */
function toPlainSummary(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^(?:this run: |mended when |directory: )/.test(line))
    .join('\n');
}

function stateViolations(directory: string, durable: ReadonlySet<string>): string[] {
  const path = join(directory, 'job', 'state.json');
  if (!existsSync(path)) return [];
  try {
    const state: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const completed = typeof state === 'object' && state !== null && 'completed' in state ? state.completed : null;
    if (!Array.isArray(completed)) return ['state.json has no list of completed items'];
    return completed.length <= durable.size ? [] : ['state.json calls an item done that has no finding'];
  } catch (error) {
    return [`state.json is not whole: ${error instanceof Error ? error.message : String(error)}`];
  }
}

async function afterStop(directory: string, run: Run): Promise<Stopped> {
  const { keys, violations } = readFindings(join(directory, 'job', 'findings.jsonl'));
  const durable = new Set(keys);
  const lost = saidAfter('ACK', run).filter((key) => !durable.has(key));
  const summary = summaryOf(directory);
  return {
    durable,
    violations: [
      ...violations,
      ...lost.map((key) => `${key} was acknowledged and is not on the disk`),
      ...stateViolations(directory, durable),
      ...(summary === null || SUMMARY_END.test(summary) ? [] : ['SUMMARY.md is not whole']),
    ],
  };
}

function rerunViolations(directory: string, itemCount: number, { durable }: Stopped, rerun: Run): string[] {
  const { keys, violations } = readFindings(join(directory, 'job', 'findings.jsonl'));
  const again = saidAfter('WORK', rerun).filter((key) => durable.has(key));
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort();
  return [
    ...cleanViolations(rerun),
    ...violations,
    ...(keys.length === itemCount ? [] : [`${keys.length} findings instead of ${itemCount}`]),
    ...again.map((key) => `${key} was on the disk and was done again`),
    ...(names.join() === REMAINING.join() ? [] : [`left behind: ${names.filter((name) => !REMAINING.includes(name)).join(' ')}`]),
  ];
}

/** A job of so many items, run by a script on the built journal. */
export function jobWorkload({ programs }: Pick<Rig, 'programs'>, itemCount: number): Workload {
  let expected: string | null = null;
  return {
    name: `job of ${itemCount}`,
    prepare: (directory) => mkdirSync(directory),
    command: (directory) => [...programs.worker, join(directory, 'job'), String(itemCount)],
    afterStop,
    afterRerun: async (directory, stopped, rerun) => {
      const violations = rerunViolations(directory, itemCount, stopped, rerun);
      const summary = toPlainSummary(summaryOf(directory) ?? '');
      const differs = expected !== null && summary !== expected;
      return { violations: [...violations, ...(differs ? ['SUMMARY.md differs from the uninterrupted one'] : [])], runCount: 0 };
    },
    learn: (directory) => {
      expected = toPlainSummary(summaryOf(directory) ?? '');
    },
  };
}
