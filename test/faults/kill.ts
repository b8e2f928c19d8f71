import { cpSync, rmSync } from 'node:fs';
import { forEachParallel, runChild } from './child.ts';
import { SeenStates } from './fingerprint.ts';
import { freshPath, type Rig, sample } from './rig.ts';
import { armed, type Call, isWrite, type Plan, takeLog } from './shim.ts';
import { Suite, type SuiteResult } from './tally.ts';
import type { Workload } from './workload.ts';

/** A busy machine lets a job's checkpoint of the second come in between, which the next run may not have: the shorter of two traces. */
export async function traceCalls(rig: Rig, workload: Workload): Promise<Call[]> {
  const [one, other] = [await traceOnce(rig, workload), await traceOnce(rig, workload)];
  return one.length <= other.length ? one : other;
}

/** The calls of an uninterrupted run, in order; the workload learns what its result looks like. */
async function traceOnce(rig: Rig, workload: Workload): Promise<Call[]> {
  const directory = freshPath(rig);
  const log = `${directory}.log`;
  workload.prepare(directory);
  const run = await runChild(workload.command(directory), armed(rig.shim, { root: directory, log, drop: rig.drop }));
  if (run.code !== 0) throw new Error(`the uninterrupted ${workload.name} ended with ${run.code}: ${run.stderr}`);
  workload.learn(directory);
  rmSync(directory, { recursive: true, force: true });
  return takeLog(log);
}

/** Before and after every call, and in the middle of every write. */
function killPlans(calls: readonly Call[]): Plan[] {
  return calls.flatMap((call, index) => {
    const at = index + 1;
    const plans: Plan[] = [
      { mode: 'kill-before', at },
      { mode: 'kill-after', at },
    ];
    return isWrite(call) ? [...plans, { mode: 'torn', at }] : plans;
  });
}

export function labelOf({ mode, at }: Plan, calls: readonly Call[]): string {
  const call = calls[at - 1];
  return `${mode} call ${at} (${call?.operation} ${call?.path.split('/').at(-1)})`;
}

/** Kills many runs of one workload; only a state that no kill has left before is run again from. */
class Killer {
  readonly #rig: Rig;
  readonly #workload: Workload;
  readonly #suite: Suite;
  readonly states = new SeenStates();

  constructor(rig: Rig, workload: Workload, suite: Suite) {
    this.#rig = rig;
    this.#workload = workload;
    this.#suite = suite;
  }

  /** `begin` puts the state to start from into a directory; `keep` is given each new crash state before anything runs on it. */
  async kill(plan: Plan, label: string, { begin, keep }: KillOptions): Promise<void> {
    const directory = freshPath(this.#rig);
    begin(directory);
    const command = this.#workload.command(directory);
    const killed = await runChild(command, armed(this.#rig.shim, { root: directory, plan }));
    const missed = killed.signal === 'SIGKILL' && !killed.timedOut ? [] : [`the kill did not come: ended with ${killed.code}`];
    const stopped = await this.#workload.afterStop(directory, killed);
    const violations = [...missed, ...stopped.violations];
    let runCount = 1;
    if (this.states.isNew(directory)) {
      keep?.(directory);
      const rerun = await runChild(command);
      const after = await this.#workload.afterRerun(directory, stopped, rerun);
      violations.push(...after.violations);
      runCount += 1 + after.runCount;
    }
    this.#suite.count(label, violations, runCount);
    rmSync(directory, { recursive: true, force: true });
  }
}

interface KillOptions {
  readonly begin: (directory: string) => void;
  readonly keep?: (directory: string) => void;
}

interface KillChoice {
  readonly fastCount?: number;
  /** Which calls to kill at. */
  readonly isChosen?: (call: Call | undefined) => boolean;
}

/** Kills the workload at every call (`fastCount` times under --fast) and runs it again. */
export async function killSuite(
  rig: Rig,
  workload: Workload,
  { fastCount = Number.POSITIVE_INFINITY, isChosen = () => true }: KillChoice = {},
): Promise<SuiteResult> {
  const suite = new Suite(`kill, ${workload.name}`, rig.isMutant);
  const calls = await traceCalls(rig, workload);
  const all = killPlans(calls).filter(({ at }) => isChosen(calls[at - 1]));
  const plans = rig.isFast || rig.isMutant ? sample(all, fastCount) : all;
  const killer = new Killer(rig, workload, suite);
  await forEachParallel(plans, (plan) => killer.kill(plan, labelOf(plan, calls), { begin: (directory) => workload.prepare(directory) }));
  const tornCount = plans.filter(({ mode }) => mode === 'torn').length;
  return suite.close(
    `${calls.length} calls, ${plans.length} of ${all.length} kills (${tornCount} torn), ${killer.states.count} crash states run again`,
  );
}

const FAST_OUTER_COUNT = 12;
const FAST_INNER_COUNT = 30;

/** Kills the workload, and its recovery from every state that leaves, at every call of each. */
export async function nestedSuite(rig: Rig, workload: Workload, fastCount: number): Promise<SuiteResult> {
  const suite = new Suite(`killed again in recovery, ${workload.name}`);
  const calls = await traceCalls(rig, workload);
  const states: { readonly path: string; readonly label: string }[] = [];
  const outer = new Killer(rig, workload, suite);
  const all = killPlans(calls);
  await forEachParallel(rig.isFast ? sample(all, FAST_OUTER_COUNT) : all, (plan) => {
    const keep = (directory: string) => {
      const path = freshPath(rig);
      cpSync(directory, path, { recursive: true });
      states.push({ path, label: labelOf(plan, calls) });
    };
    return outer.kill(plan, labelOf(plan, calls), { begin: (directory) => workload.prepare(directory), keep });
  });
  const inner = new Killer(rig, workload, suite);
  let pairCount = 0;
  for (const state of rig.isFast ? sample(states, fastCount) : states) {
    const recovery = await traceFrom(rig, workload, state.path);
    // After one call is before the next.
    const every = killPlans(recovery).filter(({ mode }) => mode !== 'kill-after');
    const plans = rig.isFast ? sample(every, FAST_INNER_COUNT) : every;
    pairCount += plans.length;
    await forEachParallel(plans, (plan) => {
      const begin = (directory: string) => cpSync(state.path, directory, { recursive: true });
      return inner.kill(plan, `${state.label}, then ${labelOf(plan, recovery)}`, { begin });
    });
    rmSync(state.path, { recursive: true, force: true });
  }
  return suite.close(`${states.length} crash states, ${pairCount} kills of their recoveries, ${inner.states.count} states run again`);
}

async function traceFrom(rig: Rig, workload: Workload, state: string): Promise<Call[]> {
  const directory = freshPath(rig);
  cpSync(state, directory, { recursive: true });
  const log = `${directory}.log`;
  await runChild(workload.command(directory), armed(rig.shim, { root: directory, log }));
  rmSync(directory, { recursive: true, force: true });
  return takeLog(log);
}
