import { toIso } from '../platform/clock.ts';
import { toBrief } from '../stages/angle.ts';
import type { Engine } from './engine.ts';
import { inquire } from './inquiry.ts';
import { emptyBrief } from './nominate.ts';
import { type BriefDone, briefDone } from './result.ts';
import { type SurveyRequest, survey } from './survey.ts';

/** All at once for cron, with heuristic names and no angles. It neither reads, writes nor deletes checkpoints. */
export async function oneshotLeg(engine: Engine, request: SurveyRequest): Promise<BriefDone> {
  const { settings, nominations } = await survey(engine, request);
  if (nominations.length === 0) return briefDone(emptyBrief(engine, settings), engine);
  const report = await inquire(engine, { settings, nominations, judgments: [], lostRowCount: 0 });
  const provenance = { bundleId: null, generatedAt: toIso(engine.clock.now()), origin: engine.origin };
  return briefDone(toBrief(report, [], provenance), engine);
}
