import {
  angleDigest,
  type BundleCheckpoint,
  type HostFile,
  hostFilePath,
  removePending,
  requireBundle,
  requireJudgments,
  type Store,
  writePending,
} from '../checkpoint/index.ts';
import type { QuietReport, SolidReport } from '../domain/report.ts';
import { toIso } from '../platform/clock.ts';
import { toBrief } from '../stages/angle.ts';
import { commandOf, runFacts, stampOf, withStore } from './desk.ts';
import type { Engine } from './engine.ts';
import { inquire } from './inquiry.ts';
import { type AwaitingAngles, type BriefDone, briefDone, exitFor } from './result.ts';
import { topicView } from './view.ts';

/** Leg 2: the bundle and the host's judgments become researched, ranked topics; asks for angles. */
export async function resumeLeg(engine: Engine, judgmentsFile: HostFile): Promise<AwaitingAngles | BriefDone> {
  return withStore(engine, { command: 'discover judgments', create: false }, async (store) => {
    const checkpoint = requireBundle(store);
    const { judgments, warnings } = requireJudgments(judgmentsFile, checkpoint);
    const { nominations, lostRowCount, ...settings } = checkpoint.bundle;
    const report = await inquire(engine, { settings, nominations, judgments, lostRowCount });
    if (report.status === 'nothing-solid') return concludeQuiet(engine, { store, checkpoint, warnings }, report);
    return awaitAngles(engine, { store, checkpoint, warnings }, report);
  });
}

interface Round {
  readonly store: Store;
  readonly checkpoint: BundleCheckpoint;
  readonly warnings: readonly string[];
}

function awaitAngles(engine: Engine, { store, checkpoint, warnings }: Round, report: SolidReport): AwaitingAngles {
  const { bundleId } = checkpoint.envelope;
  const { path, envelope } = writePending(store, report, stampOf(engine, bundleId));
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
