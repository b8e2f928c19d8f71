import type { BundleSettings } from '../domain/bundle.ts';
import type { Coverage } from '../domain/coverage.ts';
import type { Nomination } from '../domain/nomination.ts';
import { combineOutcomes } from '../domain/outcome.ts';
import type { Report } from '../domain/report.ts';
import { MAX_TOPICS, type Topic, type Unresearched, type WeakSignal } from '../domain/topic.ts';
import { bestComment } from './comment.ts';
import { distinctiveWords } from './distinctive.ts';
import type { Enrichment } from './enrich.ts';
import { fold } from './fold.ts';
import { closestOf, type RankedNomination, type Slots } from './rank.ts';
import { BUDGET_ENDED } from './search-desk.ts';

export interface ConcludeInputs {
  readonly settings: BundleSettings;
  readonly pool: readonly Nomination[];
  readonly slots: Slots;
  /** One for each researched row, in their order. */
  readonly enrichments: readonly Enrichment[];
  readonly unjudgedCount: number;
  readonly lostRowCount: number;
}

/** Folds, orders and counts: topics, or an honest nothing with the closest weak signal. */
export function conclude(inputs: ConcludeInputs): Report {
  const { slots, enrichments, settings, pool } = inputs;
  const topics = slots.researched.map((row, index) => toTopic(row, enrichments[index], pool));
  const folded = fold(topics)
    .slice(0, MAX_TOPICS)
    .map((topic, index) => ({ ...topic, rank: index + 1 }));
  const base = {
    ...settings,
    nominationCount: pool.length,
    unjudgedCount: inputs.unjudgedCount,
    lostRowCount: inputs.lostRowCount,
    unresearched: unresearchedOf(slots),
    researchCoverage: researchCoverageOf(enrichments),
    downgradedCount: folded.filter((topic) => topic.research.status === 'downgraded').length,
  };
  if (folded.length > 0) return { ...base, status: 'topics', topics: folded };
  return { ...base, status: 'nothing-solid', closest: toWeakSignal(closestOf(slots.below)) };
}

function toTopic(row: RankedNomination, enrichment: Enrichment | undefined, pool: readonly Nomination[]): Topic {
  const { nomination, standing } = row;
  const seedComments = nomination.seeds.flatMap(({ item }) => item.topComments.map((comment) => ({ ...comment, source: item.source })));
  const words = distinctiveWords(nomination, pool, row.name);
  return {
    id: nomination.id,
    rank: nomination.rank,
    name: row.name,
    junk: row.junk,
    worth: row.worth,
    judgedBy: row.judgedBy,
    heat: standing.heat,
    strength: standing.strength,
    score: row.score,
    momentum: standing.momentum,
    corroboration: standing.corroboration,
    newestAt: standing.newestAt,
    oldestAt: standing.oldestAt,
    seeds: nomination.seeds,
    research: enrichment?.research ?? { status: 'downgraded', reason: BUDGET_ENDED, coverage: [] },
    bestComment: bestComment([...seedComments, ...(enrichment?.comments ?? [])], words),
    folded: [],
  };
}

/** What the host kept is never dropped without a word. */
function unresearchedOf({ unresearched, below }: Slots): Unresearched[] {
  const kept = below.filter((row) => row.judgedBy === 'host' && !row.junk);
  return [...unresearched.map((row) => toUnresearched(row, 'no slot left')), ...kept.map((row) => toUnresearched(row, 'below the floor'))];
}

function toUnresearched(row: RankedNomination, why: Unresearched['why']): Unresearched {
  return { id: row.nomination.id, name: row.name, why };
}

function toWeakSignal(row: RankedNomination | null): WeakSignal | null {
  return row && { name: row.name, junk: row.junk, heat: row.standing.heat, corroboration: row.standing.corroboration };
}

/** One row a source over all searches of the run. */
function researchCoverageOf(enrichments: readonly Enrichment[]): Coverage {
  const rows = enrichments.flatMap(({ research }) => research.coverage);
  const sources = [...new Set(rows.map((row) => row.source))];
  return sources.map((source) => ({
    source,
    outcome: combineOutcomes(rows.filter((row) => row.source === source).map((row) => row.outcome)),
  }));
}
