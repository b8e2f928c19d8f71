import type { Coverage } from '../domain/coverage.ts';
import type { NominationId } from '../domain/id.ts';
import type { Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import { causeOf, combineOutcomes, isObserved } from '../domain/outcome.ts';
import { MAX_REASON_LENGTH, type Research } from '../domain/research.ts';
import type { SearchRequest, Source } from '../domain/source.ts';
import type { BestComment } from '../domain/topic.ts';
import { type Answers, askDirectly } from './answers.ts';
import { type DistinctiveWord, distinctiveWords, isRelevant, planQueries } from './distinctive.ts';
import type { RankedNomination } from './rank.ts';
import { type Answer, BUDGET_ENDED, isUnasked, SearchDesk } from './search-desk.ts';

const TOPICS_AT_ONCE = 4;
const MAX_EVIDENCE = 40;

export interface EnrichPorts {
  readonly sources: readonly Source[];
  /** The whole pool, against which words are distinctive. */
  readonly pool: readonly Nomination[];
  readonly search: Omit<SearchRequest, 'words'>;
  /** Fires when the time for research is up. */
  readonly signal: AbortSignal;
  /** Keeps answers for a run that may be continued; absent where none is. */
  readonly answers?: Answers;
  /** Told of each story that is done. */
  readonly onResearched: (id: NominationId, research: Research) => void;
}

export interface Enrichment {
  readonly research: Research;
  /** Comments under the seeds, with the source they come from. */
  readonly comments: readonly BestComment[];
}

export interface Enriched extends Enrichment {
  /** False while a question about the story is open: with more time its research would say more. */
  readonly isFinished: boolean;
}

/** Searches for each story at the sites that have a search; order is kept and one story's failure never touches another. */
export async function enrich(rows: readonly RankedNomination[], ports: EnrichPorts): Promise<Enriched[]> {
  const { sources, search, signal, answers = askDirectly(signal) } = ports;
  const desk = new SearchDesk({ sources, search, signal, answers });
  const results: Enriched[] = [];
  const queue = rows.entries();
  const worker = async () => {
    for (const [index, row] of queue) {
      const enrichment = await researchOne(row, desk, ports);
      results[index] = enrichment;
      if (enrichment.isFinished) ports.onResearched(row.nomination.id, enrichment.research);
    }
  };
  await Promise.all(Array.from({ length: TOPICS_AT_ONCE }, worker));
  return results;
}

async function researchOne(row: RankedNomination, desk: SearchDesk, { pool, sources }: EnrichPorts): Promise<Enriched> {
  const words = distinctiveWords(row.nomination, pool, row.name);
  const plan = planQueries(words, row.name);
  const reading = desk.commentsUnder(row.nomination);
  let answers = await desk.searchAll(row.nomination, plan.first);
  const queries = [plan.first.join(' ')];
  // Only what all have answered can be said to have found nothing.
  const isSilent = answers.every((answer) => answer.isFinal) && onTopic(answers, row, words).length === 0;
  if (plan.broader !== null && isSilent && answers.some((answer) => isObserved(answer.outcome))) {
    queries.push(plan.broader.join(' '));
    answers = [...answers, ...(await desk.searchAll(row.nomination, plan.broader))];
  }
  const read = await reading;
  const all = [...answers, ...read.outcomes];
  const isFinished = all.every((answer) => answer.isFinal);
  const coverage = all.length > 0 && all.every(isUnasked) ? [] : coverageOf(all, sources);
  if (!answers.some((answer) => isObserved(answer.outcome))) {
    const reason = failureReason(answers).slice(0, MAX_REASON_LENGTH);
    return { research: { status: 'downgraded', reason, coverage }, comments: [], isFinished };
  }
  const evidence = onTopic(answers, row, words);
  return {
    research: { status: 'researched', evidence, confirmedCount: confirmedCountOf(answers, row), queries, coverage },
    comments: read.comments,
    isFinished,
  };
}

/** By the searches alone: comments that could be read answer no search. */
function failureReason(answers: readonly Answer[]): string {
  if (answers.some((answer) => !answer.isFinal)) return BUDGET_ENDED;
  const causes = answers.map(({ source, outcome }) => `${source} ${outcome.status}: ${causeOf(outcome)}`);
  return causes.length > 0 ? `no search answered (${causes.join('; ')})` : 'no source of this run offers a search';
}

/** New and on-topic, each item once; the same page discussed at two sites is two items. */
function onTopic(answers: readonly Answer[], row: RankedNomination, words: readonly DistinctiveWord[]): Item[] {
  const { seeds } = row.nomination;
  const seen = new Set<string>(seeds.map((seed) => seed.item.id));
  const seedUrls = new Set(seeds.flatMap((seed) => seed.item.url ?? []));
  const found: Item[] = [];
  for (const item of answers.flatMap((answer) => answer.items)) {
    if (seen.has(item.id) || !isRelevant(item, words, seedUrls)) continue;
    seen.add(item.id);
    found.push(item);
  }
  return found.slice(0, MAX_EVIDENCE);
}

function confirmedCountOf(answers: readonly Answer[], row: RankedNomination): number {
  const seen = new Set<string>(answers.flatMap((answer) => answer.items.map((item) => item.id)));
  return row.nomination.seeds.filter((seed) => seen.has(seed.item.id)).length;
}

function coverageOf(answers: readonly Answer[], sources: readonly Source[]): Coverage {
  return sources.map(({ id }) => {
    const own = answers.filter((answer) => answer.source === id).map((answer) => answer.outcome);
    return { source: id, outcome: own.length > 0 ? combineOutcomes(own) : { status: 'skipped', detail: 'offers no search' } };
  });
}
