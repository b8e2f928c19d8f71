import type { BundleSettings } from '../domain/bundle.ts';
import type { Judgment } from '../domain/judgment.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { Report } from '../domain/report.ts';
import { RESEARCH_BUDGET_SECONDS } from '../domain/window.ts';
import { conclude } from '../stages/conclude.ts';
import { type EnrichPorts, enrich } from '../stages/enrich.ts';
import { judge } from '../stages/judge.ts';
import { assignSlots, rank } from '../stages/rank.ts';
import { type Engine, withDeadline, workMs } from './engine.ts';
import { requireUninterrupted } from './survey.ts';

/** Kept back for concluding and writing. */
const AFTERWORK_MS = 3_000;

export interface InquiryInputs {
  readonly settings: BundleSettings;
  readonly nominations: readonly Nomination[];
  readonly judgments: readonly Judgment[];
  readonly lostRowCount: number;
}

/** Judge, rank, research, conclude: what leg 2 does, and a one-shot run goes on with. */
export async function inquire(engine: Engine, { settings, nominations, judgments, lostRowCount }: InquiryInputs): Promise<Report> {
  engine.emit({ kind: 'stage', stage: 'judge', count: judgments.length });
  const judged = judge(nominations, judgments);
  const slots = assignSlots(rank(judged, settings.window), settings.tier);
  engine.emit({ kind: 'stage', stage: 'research', count: slots.researched.length });
  engine.emit({ kind: 'awaited', names: slots.researched.map(({ nomination }) => nomination.id) });
  const network = engine.openSources(settings.boundary);
  const ports: Omit<EnrichPorts, 'signal'> = {
    sources: network.sources,
    pool: nominations,
    search: { fromMs: Date.parse(settings.window.fromAt), toMs: Date.parse(settings.window.toAt), subreddits: settings.subreddits },
    onResearched: (id, research) => engine.emit({ kind: 'researched', id, research }),
  };
  const enrichments = await withDeadline(engine, researchMs(engine, settings), (signal) =>
    enrich(slots.researched, { ...ports, signal }),
  ).finally(() => network.close());
  requireUninterrupted(engine);
  const unjudgedCount = judged.filter((row) => row.judgedBy === 'heuristics').length;
  return conclude({ settings, pool: nominations, slots, enrichments, unjudgedCount, lostRowCount });
}

function researchMs(engine: Engine, { tier }: BundleSettings): number {
  const budgetMs = engine.researchBudgetMs ?? RESEARCH_BUDGET_SECONDS[tier] * 1000;
  return Math.min(budgetMs, workMs(engine.remainingMs(), AFTERWORK_MS));
}
