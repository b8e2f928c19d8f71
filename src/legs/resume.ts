import {
  angleDigest,
  type BundleCheckpoint,
  type HostFile,
  hashOfJudgments,
  hostFilePath,
  removeOtherPending,
  removePending,
  requireJudgments,
  type Store,
  writePending,
} from '../checkpoint/index.ts';
import type { BundleId } from '../domain/id.ts';
import { counted } from '../domain/phrase.ts';
import type { QuietReport, SolidReport } from '../domain/report.ts';
import { toIso } from '../platform/clock.ts';
import { toBrief } from '../stages/angle.ts';
import { commandOf, runFacts, stampOf, withStore } from './desk.ts';
import type { Engine } from './engine.ts';
import { type Inquiry, inquireInParts } from './inquiry.ts';
import { pruneStoreJobs } from './job-room.ts';
import { openResearchJob, requireInTime, requireJudgedBundle, researchJobName } from './research-job.ts';
import { type AwaitingAngles, type BriefDone, briefDone, exitFor, type Researching, type ResearchProgress } from './result.ts';
import { topicView } from './view.ts';

/**
 * Leg 2: the bundle and the host's judgments become researched, ranked topics; asks for angles. It returns within its leg's time and
 * keeps what it found, so that the same command goes on.
 */
export async function resumeLeg(engine: Engine, judgmentsFile: HostFile): Promise<Researching | AwaitingAngles | BriefDone> {
  return withStore(engine, { command: 'discover judgments', create: false }, async (store) => {
    const judged = requireJudgedBundle(store);
    const { checkpoint } = judged;
    const { judgments, warnings } = requireJudgments(judgmentsFile, checkpoint);
    requireInTime(store, judged, judgments);
    const { bundleId } = checkpoint.envelope;
    const again = commandOf(engine, ['discover', '--judgments', judgmentsFile.path, ...engine.flagsAgain]);
    const job = await openResearchJob(engine, store, { bundleId, resume: again });
    try {
      await job.accept(judgments);
      const judgmentsHash = hashOfJudgments(judgments, engine.identity.sha256);
      // Before the first question: from here on these judgments are the run's, and a report of others is no more.
      removeOtherPending(store, judgmentsHash);
      const { nominations, lostRowCount, ...settings } = checkpoint.bundle;
      const inquiry = await inquireInParts(engine, { settings, nominations, judgments, lostRowCount }, job);
      const round = { store, checkpoint, warnings, judgmentsHash };
      if (inquiry.status === 'researching') return toResearching({ ...round, again, spentMs: job.spentMs }, inquiry);
      const { report } = inquiry;
      const result = report.status === 'nothing-solid' ? concludeQuiet(engine, round, report) : awaitAngles(engine, round, report);
      await job.finish();
      return { ...result, warnings: [...result.warnings, ...pruneStoreJobs(store, [researchJobName(bundleId)])] };
    } finally {
      await job.close();
    }
  });
}

interface Round {
  readonly store: Store;
  readonly checkpoint: BundleCheckpoint;
  readonly warnings: readonly string[];
  readonly judgmentsHash: string;
}

interface Paused extends Round {
  readonly again: string;
  readonly spentMs: number;
}

/** The pending report of an earlier call, if there is one, stays: it is whole, and was made of the same judgments with fewer answers. */
function toResearching(paused: Paused, { topicCount, finishedCount, budgetMs }: Extract<Inquiry, { status: 'researching' }>): Researching {
  const { checkpoint, warnings, again, spentMs } = paused;
  const { bundleId } = checkpoint.envelope;
  const progress = { topicCount, finishedCount, remainingCount: topicCount - finishedCount, spentMs, budgetMs };
  return {
    ...{ status: 'researching', exit: 0, files: [], next: again, warnings, bundleId, progress },
    coverage: checkpoint.bundle.coverage,
    text: researchingText(bundleId, progress, again),
  };
}

function researchingText(bundleId: BundleId, progress: ResearchProgress, again: string): string {
  const { topicCount, finishedCount, remainingCount, spentMs, budgetMs } = progress;
  const seconds = (ms: number) => Math.round(ms / 1000);
  return [
    `trivet: researching. bundle ${bundleId}: ${finishedCount} of ${counted(topicCount, 'topic')} done, ${remainingCount} to go`,
    `research time: ${seconds(spentMs)} s of at most ${seconds(budgetMs)} s; what was answered is kept and not asked for again`,
    '',
    'The time of this command was up. Run the same command again:',
    again,
  ].join('\n');
}

function awaitAngles(engine: Engine, { store, checkpoint, warnings, judgmentsHash }: Round, report: SolidReport): AwaitingAngles {
  const { bundleId } = checkpoint.envelope;
  const { path, envelope } = writePending(store, report, { ...stampOf(engine, bundleId), judgmentsHash });
  const anglesPath = hostFilePath(store, bundleId, 'angles');
  const next = commandOf(engine, ['discover', '--finalize', '--angles', anglesPath]);
  const digest = angleDigest(
    {
      ...runFacts(engine, { bundleId, generatedAt: envelope.generatedAt, settings: report }),
      topics: report.topics.map(topicView),
      nominationCount: report.nominationCount,
      unjudgedCount: report.unjudgedCount,
      unresearchedCount: report.unresearched.length,
      anglesPath,
      nextCommand: next,
      plainCommand: commandOf(engine, ['discover', '--finalize']),
    },
    engine.identity.newNonce,
  );
  return {
    status: 'awaiting-angles',
    exit: exitFor(report, engine.strict),
    files: [path, anglesPath],
    hostFile: anglesPath,
    next,
    warnings,
    bundleId,
    report,
    digest,
  };
}

/** An honest nothing leaves no report behind for a leg 3 to find. */
function concludeQuiet(engine: Engine, { store, checkpoint, warnings }: Round, report: QuietReport): BriefDone {
  removePending(store);
  const provenance = { bundleId: checkpoint.envelope.bundleId, generatedAt: toIso(engine.clock.now()), origin: engine.origin };
  return briefDone(toBrief(report, [], provenance), { strict: engine.strict, warnings });
}
