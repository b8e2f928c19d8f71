import type { BundleSettings } from '../domain/bundle.ts';
import type { Judgment } from '../domain/judgment.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { Report } from '../domain/report.ts';
import { RESEARCH_BUDGET_SECONDS } from '../domain/window.ts';
import type { Answers } from '../stages/answers.ts';
import { conclude } from '../stages/conclude.ts';
import { type Enriched, enrich } from '../stages/enrich.ts';
import { judge } from '../stages/judge.ts';
import { assignSlots, rank, type Slots } from '../stages/rank.ts';
import { type Engine, withDeadline, workMs } from './engine.ts';
import { requireUninterrupted } from './survey.ts';

/** Kept back for concluding and writing. */
const AFTERWORK_MS = 3_000;
/** Research that goes on in another call may use more of a short one: half of three seconds would be no answer at a slow site. */
const LEAST_SHARE_IN_PARTS = 0.9;

export interface InquiryInputs {
  readonly settings: BundleSettings;
  readonly nominations: readonly Nomination[];
  readonly judgments: readonly Judgment[];
  readonly lostRowCount: number;
}

/** Research that outlives the leg: what was asked before, and the time it took. */
export interface KeptResearch {
  /** Of former runs, ms. */
  readonly spentBeforeMs: number;
  answers(signal: AbortSignal, forMs: number): Answers;
}

/** A report, or research to be continued by the same command. */
export type Inquiry =
  | { readonly status: 'concluded'; readonly report: Report }
  | { readonly status: 'researching'; readonly topicCount: number; readonly finishedCount: number; readonly budgetMs: number };

interface Study extends InquiryInputs {
  readonly slots: Slots;
  readonly unjudgedCount: number;
}

/** Judge, rank, research, conclude at once, as a one-shot run goes on: what its time does not suffice for is downgraded. */
export async function inquire(engine: Engine, inputs: InquiryInputs): Promise<Report> {
  const study = begin(engine, inputs);
  const forMs = Math.min(researchBudgetMs(engine, inputs), workMs(engine.remainingMs(), AFTERWORK_MS));
  const enriched = await withDeadline(engine, forMs, (signal) => research(engine, study, { signal }));
  requireUninterrupted(engine, 'nothing was written');
  return end(study, enriched);
}

/** The same for leg 2: it ends with the leg's time, and concludes once all is asked or the research time of the whole run is spent. */
export async function inquireInParts(engine: Engine, inputs: InquiryInputs, kept: KeptResearch): Promise<Inquiry> {
  const study = begin(engine, inputs);
  const budgetMs = researchBudgetMs(engine, inputs);
  const leftMs = Math.max(0, budgetMs - kept.spentBeforeMs);
  const forMs = Math.min(leftMs, workMs(engine.remainingMs(), AFTERWORK_MS, LEAST_SHARE_IN_PARTS));
  const enriched = await withDeadline(engine, forMs, (signal) => research(engine, study, { signal, answers: kept.answers(signal, forMs) }));
  requireUninterrupted(engine, 'what was researched is kept');
  const finishedCount = enriched.filter((row) => row.isFinished).length;
  const topicCount = enriched.length;
  if (finishedCount < topicCount && forMs < leftMs) return { status: 'researching', topicCount, finishedCount, budgetMs };
  return { status: 'concluded', report: end(study, enriched) };
}

function begin(engine: Engine, inputs: InquiryInputs): Study {
  const { settings, nominations, judgments } = inputs;
  engine.emit({ kind: 'stage', stage: 'judge', count: judgments.length });
  const judged = judge(nominations, judgments);
  const slots = assignSlots(rank(judged, settings.window), settings.tier);
  engine.emit({ kind: 'stage', stage: 'research', count: slots.researched.length });
  engine.emit({ kind: 'awaited', names: slots.researched.map(({ nomination }) => nomination.id) });
  return { ...inputs, slots, unjudgedCount: judged.filter((row) => row.judgedBy === 'heuristics').length };
}

async function research(
  engine: Engine,
  { settings, nominations, slots }: Study,
  asking: { readonly signal: AbortSignal; readonly answers?: Answers },
): Promise<Enriched[]> {
  const network = engine.openSources(settings.boundary);
  const window = { fromMs: Date.parse(settings.window.fromAt), toMs: Date.parse(settings.window.toAt) };
  return await enrich(slots.researched, {
    sources: network.sources,
    pool: nominations,
    search: { ...window, subreddits: settings.subreddits },
    onResearched: (id, found) => engine.emit({ kind: 'researched', id, research: found }),
    ...asking,
  }).finally(() => network.close());
}

function end({ settings, nominations, slots, unjudgedCount, lostRowCount }: Study, enrichments: readonly Enriched[]): Report {
  return conclude({ settings, pool: nominations, slots, enrichments, unjudgedCount, lostRowCount });
}

function researchBudgetMs(engine: Engine, { settings }: InquiryInputs): number {
  return engine.researchBudgetMs ?? RESEARCH_BUDGET_SECONDS[settings.tier] * 1000;
}
