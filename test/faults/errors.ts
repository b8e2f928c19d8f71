import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { forEachParallel, runChild } from './child.ts';
import { SeenStates } from './fingerprint.ts';
import { labelOf, traceCalls } from './kill.ts';
import { freshPath, type Rig, sample } from './rig.ts';
import { armed, type Plan } from './shim.ts';
import { Suite, type SuiteResult } from './tally.ts';
import { errorViolations, type Workload } from './workload.ts';

/** A persistent EINTR is left out: libuv and SQLite retry it for ever. */
const ERRNOS = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EDQUOT', 'EMFILE'] as const;

type ErrorPlan = Plan & { readonly name: string };

function errorPlans(callCount: number): ErrorPlan[] {
  return Array.from({ length: callCount }, (_, index) => index + 1).flatMap((at) =>
    ERRNOS.flatMap((name) =>
      [false, true].map((isPersistent) => ({ mode: 'error' as const, at, errno: constants.errno[name], name, isPersistent })),
    ),
  );
}

/** Fails every call with every errno, once and from then on. The run ends complete or typed; nothing good is harmed; a clean run mends the rest. */
export async function errorSuite(rig: Rig, workload: Workload, fastCount: number): Promise<SuiteResult> {
  const suite = new Suite(`errors, ${workload.name}`, rig.isMutant);
  const calls = await traceCalls(rig, workload);
  const all = errorPlans(calls.length);
  const plans = rig.isFast ? sample(all, fastCount) : all;
  const states = new SeenStates();
  const exits = { complete: 0, typed: 0 };
  await forEachParallel(plans, async (plan) => {
    const directory = freshPath(rig);
    workload.prepare(directory);
    const command = workload.command(directory);
    const run = await runChild(command, armed(rig.shim, { root: directory, plan }));
    exits[run.code === 0 ? 'complete' : 'typed'] += 1;
    const stopped = await workload.afterStop(directory, run);
    const violations = [...errorViolations(run), ...stopped.violations];
    let runCount = 1;
    if (states.isNew(directory)) {
      const after = await workload.afterRerun(directory, stopped, await runChild(command));
      violations.push(...after.violations);
      runCount += 1 + after.runCount;
    }
    suite.count(`${plan.name} ${plan.isPersistent ? 'from' : 'once at'} ${labelOf(plan, calls)}`, violations, runCount);
    rmSync(directory, { recursive: true, force: true });
  });
  return suite.close(
    `${calls.length} calls, ${plans.length} of ${all.length} errors (${exits.typed} typed, ${exits.complete} complete), ${states.count} states run again`,
  );
}
