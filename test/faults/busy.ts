import { readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { forEachParallel, type Run, runChild } from './child.ts';
import { fingerprint } from './fingerprint.ts';
import { saidAfter } from './job-workload.ts';
import { labelOf, traceCalls } from './kill.ts';
import { freshPath, type Rig, sample } from './rig.ts';
import { armed, type Plan } from './shim.ts';
import { Suite, type SuiteResult } from './tally.ts';
import type { Workload } from './workload.ts';

const POLL_MS = 5;

function processState(pid: number): string {
  try {
    return /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1] ?? 'X';
  } catch {
    // Gone already.
    return 'X';
  }
}

async function untilStopped(pid: number): Promise<void> {
  while (!/[TXZ]/.test(processState(pid))) await sleep(POLL_MS);
}

/** The second process is refused and changes nothing, or has the job to itself. */
function secondViolations(second: Run, isChanged: boolean): string[] {
  if (second.code === 0) return [];
  if (second.code !== 4 || !second.stdout.includes('E_JOB_BUSY')) return [`the second process ended with ${second.code}: ${second.stderr}`];
  return isChanged ? ['the second process was refused and changed the job'] : [];
}

async function overlap(rig: Rig, workload: Workload, plan: Plan): Promise<string[]> {
  const directory = freshPath(rig);
  workload.prepare(directory);
  const command = workload.command(directory);
  let pid = 0;
  const running = runChild(command, armed(rig.shim, { root: directory, plan }), (child) => {
    pid = child.pid ?? 0;
  });
  await untilStopped(pid);
  const before = fingerprint(directory);
  const second = await runChild(command);
  const isChanged = fingerprint(directory) !== before;
  process.kill(pid, 'SIGCONT');
  const first = await running;
  const stopped = await workload.afterStop(directory, first);
  const { violations } = await workload.afterRerun(directory, stopped, await runChild(command));
  const twice = saidAfter('WORK', second).filter((key) => saidAfter('WORK', first).includes(key));
  rmSync(directory, { recursive: true, force: true });
  const ended =
    first.code === 0 || first.stdout.includes('E_JOB_BUSY') ? [] : [`the first process ended with ${first.code}: ${first.stderr}`];
  return [
    ...secondViolations(second, isChanged),
    ...ended,
    ...twice.map((key) => `${key} was done by both`),
    ...stopped.violations,
    ...violations,
  ];
}

/** Stops a process at every call and starts a second on the same job meanwhile. Asks /proc, so Linux only. */
export async function busySuite(rig: Rig, workload: Workload, fastCount: number): Promise<SuiteResult> {
  const suite = new Suite(`two processes, ${workload.name}`, rig.isMutant);
  const calls = await traceCalls(rig, workload);
  const all = calls.map((_, index) => ({ mode: 'stop' as const, at: index + 1 }));
  const plans = rig.isFast || rig.isMutant ? sample(all, fastCount) : all;
  await forEachParallel(plans, async (plan) => suite.count(labelOf(plan, calls), await overlap(rig, workload, plan), 3));
  return suite.close(`stopped at ${plans.length} of ${all.length} calls`);
}
