import { type HostFile, requireAngles, requirePending, writeBrief } from '../checkpoint/index.ts';
import { toJson } from '../render/json.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { toBrief } from '../stages/angle.ts';
import { withStore } from './desk.ts';
import type { Engine } from './engine.ts';
import { type BriefDone, briefDone } from './result.ts';

/** Leg 3, offline: the pending report and the host's angles become the brief. The report stays, so that better angles can follow. */
export async function finalizeLeg(engine: Engine, anglesFile: HostFile | null): Promise<BriefDone> {
  return withStore(engine, { command: 'discover finalize', create: false }, async (store) => {
    const checkpoint = requirePending(store);
    const { angles, warnings } = anglesFile === null ? { angles: [], warnings: [] } : requireAngles(anglesFile, checkpoint);
    const { report, envelope } = checkpoint;
    engine.emit({ kind: 'stage', stage: 'brief', count: report.topics.length });
    const brief = toBrief(report, angles, { bundleId: envelope.bundleId, generatedAt: envelope.generatedAt, origin: engine.origin });
    // Leg 2 stamps a new instant each time; by the sweep's own, a run that is finalised again past midnight keeps its file names.
    const run = { bundleId: envelope.bundleId, generatedAt: report.window.toAt, domain: report.domain };
    const files = [
      writeBrief(store, run, { extension: 'md', text: renderMarkdown(brief) }),
      writeBrief(store, run, { extension: 'json', text: `${JSON.stringify(toJson(brief))}\n` }),
    ];
    return briefDone(brief, { strict: engine.strict, files, warnings });
  });
}
