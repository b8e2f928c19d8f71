import { hostFilePath, nominationDigest, removePending, type Store, writeBundle } from '../checkpoint/index.ts';
import type { Brief } from '../domain/brief.ts';
import { isObservedCoverage } from '../domain/coverage.ts';
import { bundleIdSchema } from '../domain/id.ts';
import { RESEARCH_SLOTS } from '../domain/window.ts';
import { toIso } from '../platform/clock.ts';
import { commandOf, runFacts, stampOf, withStore } from './desk.ts';
import type { Engine } from './engine.ts';
import { pruneStoreJobs } from './job-room.ts';
import { researchJobName } from './research-job.ts';
import { type AwaitingJudgments, type BriefDone, briefDone, exitFor } from './result.ts';
import { type Survey, type SurveyRequest, survey } from './survey.ts';
import { openSweepJob } from './sweep-job.ts';
import { nominationView } from './view.ts';

/** Leg 1: sweep and nominate; leaves the bundle and asks the host to judge it. With nothing to judge it leaves no bundle. */
export async function nominateLeg(engine: Engine, request: SurveyRequest): Promise<AwaitingJudgments | BriefDone> {
  return withStore(engine, { command: 'discover nominate-only', create: true }, async (store) => {
    const job = await openSweepJob(engine, store, request);
    try {
      const surveyed = await survey(engine, request, job);
      const result = surveyed.nominations.length === 0 ? concludeEmpty(engine, surveyed, store) : awaitJudgments(engine, surveyed, store);
      await job.finish('bundleId' in result ? result.bundleId : null);
      const current = 'bundleId' in result ? [job.name, researchJobName(result.bundleId)] : [job.name];
      return { ...result, warnings: [...result.warnings, ...pruneStoreJobs(store, current)] };
    } finally {
      await job.close();
    }
  });
}

function awaitJudgments(engine: Engine, { settings, nominations }: Survey, store: Store): AwaitingJudgments {
  const bundleId = bundleIdSchema.parse(engine.identity.newId());
  const bundle = { ...settings, nominations: [...nominations], lostRowCount: 0 };
  const { path, envelope } = writeBundle(store, bundle, stampOf(engine, bundleId));
  const judgmentsPath = hostFilePath(store, bundleId, 'judgments');
  const next = commandOf(engine, ['discover', '--judgments', judgmentsPath]);
  const digest = nominationDigest(
    {
      ...runFacts(engine, { bundleId, generatedAt: envelope.generatedAt, settings: bundle }),
      nominations: nominations.map((nomination) => nominationView(nomination, settings.window)),
      researchSlotCount: RESEARCH_SLOTS[settings.tier],
      judgmentsPath,
      showCommand: commandOf(engine, ['show', nominations[0]?.id ?? '']),
      nextCommand: next,
    },
    engine.identity.newNonce,
  );
  const exit = exitFor(settings, engine.strict);
  const written = { files: [path, judgmentsPath], hostFile: judgmentsPath };
  return { status: 'awaiting-judgments', exit, ...written, next, warnings: [], bundleId, bundle, digest };
}

/** An unobserved window leaves the last round as it was; a quiet one supersedes its report. */
function concludeEmpty(engine: Engine, { settings }: Survey, store: Store): BriefDone {
  const brief = emptyBrief(engine, settings);
  if (brief.status === 'nothing-solid') removePending(store);
  return briefDone(brief, engine);
}

/** The brief of a sweep that nominated nothing: quiet only if something was observed. */
export function emptyBrief(engine: Engine, settings: Survey['settings']): Brief {
  const provenance = { bundleId: null, generatedAt: toIso(engine.clock.now()), origin: engine.origin };
  if (!isObservedCoverage(settings.coverage)) return { ...settings, ...provenance, status: 'unobserved' };
  const none = { nominationCount: 0, unjudgedCount: 0, lostRowCount: 0, unresearched: [], researchCoverage: [], downgradedCount: 0 };
  return { ...settings, ...none, ...provenance, status: 'nothing-solid', closest: null };
}
