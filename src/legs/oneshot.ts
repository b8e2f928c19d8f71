import { toIso } from '../platform/clock.ts';
import { toBrief } from '../stages/angle.ts';
import type { Engine } from './engine.ts';
import { inquire } from './inquiry.ts';
import { emptyBrief } from './nominate.ts';
import { type BriefDone, exitFor } from './result.ts';
import { type SurveyRequest, survey } from './survey.ts';

/** All at once for cron, with heuristic names and no angles. It neither reads, writes nor deletes checkpoints. */
export async function oneshotLeg(engine: Engine, request: SurveyRequest): Promise<BriefDone> {
  const { settings, nominations } = await survey(engine, request);
  if (nominations.length === 0) {
    const brief = emptyBrief(engine, settings);
    const status = brief.status === 'unobserved' ? 'unobserved' : 'nothing-solid';
    return { status, exit: exitFor(settings, engine.strict), files: [], next: null, warnings: [], brief };
  }
  const report = await inquire(engine, { settings, nominations, judgments: [], lostRowCount: 0 });
  const brief = toBrief(report, [], { bundleId: null, generatedAt: toIso(engine.clock.now()), origin: engine.origin });
  const status = report.status === 'topics' ? 'done' : 'nothing-solid';
  return { status, exit: exitFor(report, engine.strict), files: [], next: null, warnings: [], brief };
}
