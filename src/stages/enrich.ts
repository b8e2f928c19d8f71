import type { Coverage } from '../domain/coverage.ts';
import type { NominationId } from '../domain/id.ts';
import { type Item, isWithin } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import { causeOf, combineOutcomes, isObserved, type Outcome } from '../domain/outcome.ts';
import { MAX_REASON_LENGTH, type Research } from '../domain/research.ts';
import type { SearchRequest, Source } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { BestComment } from '../domain/topic.ts';
import { type DistinctiveWord, distinctiveWords, isRelevant, planQueries } from './distinctive.ts';
import type { RankedNomination } from './rank.ts';

const TOPICS_AT_ONCE = 4;
const MAX_EVIDENCE = 40;
/** Why a story in the slots has no research of its own. */
export const BUDGET_ENDED = 'the research budget ended first';

export interface EnrichPorts {
  readonly sources: readonly Source[];
  /** The whole pool, against which words are distinctive. */
  readonly pool: readonly Nomination[];
  readonly search: Omit<SearchRequest, 'words'>;
  /** Fires when the research budget is spent. */
  readonly signal: AbortSignal;
  readonly onResearched: (id: NominationId, research: Research) => void;
}

export interface Enrichment {
  readonly research: Research;
  /** Comments under the seeds, with the source they come from. */
  readonly comments: readonly BestComment[];
}

/** Searches for each story at the sites that have a search; order is kept and one story's failure never touches another. */
export async function enrich(rows: readonly RankedNomination[], ports: EnrichPorts): Promise<Enrichment[]> {
  const desk = new SearchDesk(ports);
  const results: Enrichment[] = [];
  const queue = rows.entries();
  const worker = async () => {
    for (const [index, row] of queue) {
      const enrichment = await researchOne(row, desk);
      results[index] = enrichment;
      ports.onResearched(row.nomination.id, enrichment.research);
    }
  };
  await Promise.all(Array.from({ length: TOPICS_AT_ONCE }, worker));
  return results;
}

async function researchOne(row: RankedNomination, desk: SearchDesk): Promise<Enrichment> {
  if (desk.ports.signal.aborted) return downgraded(BUDGET_ENDED, []);
  const words = distinctiveWords(row.nomination, desk.ports.pool, row.name);
  const plan = planQueries(words, row.name);
  const comments = desk.commentsUnder(row.nomination);
  let answers = await desk.searchAll(plan.first);
  const queries = [plan.first.join(' ')];
  if (plan.broader !== null && onTopic(answers, row, words).length === 0 && answers.some((answer) => isObserved(answer.outcome))) {
    queries.push(plan.broader.join(' '));
    answers = [...answers, ...(await desk.searchAll(plan.broader))];
  }
  const read = await comments;
  const coverage = coverageOf(answers, read.outcomes, desk);
  if (!answers.some((answer) => isObserved(answer.outcome))) return downgraded(failureReason(answers, desk.ports.signal), coverage);
  const evidence = onTopic(answers, row, words);
  return {
    research: { status: 'researched', evidence, confirmedCount: confirmedCountOf(answers, row), queries, coverage },
    comments: read.comments,
  };
}

function downgraded(reason: string, coverage: Coverage): Enrichment {
  return { research: { status: 'downgraded', reason: reason.slice(0, MAX_REASON_LENGTH), coverage }, comments: [] };
}

/** By the searches alone: comments that could be read answer no search. */
function failureReason(answers: readonly Answer[], signal: AbortSignal): string {
  if (signal.aborted) return BUDGET_ENDED;
  const causes = answers.map(({ source, outcome }) => `${source} ${outcome.status}: ${causeOf(outcome)}`);
  return causes.length > 0 ? `no search answered (${causes.join('; ')})` : 'no source of this run offers a search';
}

interface Answer {
  readonly source: SourceId;
  readonly items: readonly Item[];
  readonly outcome: Outcome;
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

function coverageOf(answers: readonly Answer[], commentOutcomes: readonly Answer[], desk: SearchDesk): Coverage {
  return desk.ports.sources.map(({ id }) => {
    const own = [...answers, ...commentOutcomes].filter((answer) => answer.source === id).map((answer) => answer.outcome);
    return { source: id, outcome: own.length > 0 ? combineOutcomes(own) : { status: 'skipped', detail: 'offers no search' } };
  });
}

/** Asks the sites for all stories of a run, and stops asking one that shut its door. */
class SearchDesk {
  readonly ports: EnrichPorts;
  readonly #shut = new Map<SourceId, Outcome>();

  constructor(ports: EnrichPorts) {
    this.ports = ports;
  }

  async searchAll(words: readonly string[]): Promise<Answer[]> {
    const asked = this.ports.sources.map((source) => source.search && this.#searchOne(source, source.search, words));
    return (await Promise.all(asked)).filter((answer) => answer !== null);
  }

  async #searchOne(source: Source, search: NonNullable<Source['search']>, words: readonly string[]): Promise<Answer> {
    const shut = this.#shut.get(source.id);
    if (shut !== undefined) return { source: source.id, items: [], outcome: skippedAfter(shut) };
    const harvest = await search({ ...this.ports.search, words }, this.ports.signal);
    this.#note(source.id, harvest.outcome);
    const items = harvest.items.filter((item) => isWithin(item, this.ports.search));
    return { source: source.id, items, outcome: harvest.outcome };
  }

  #note(source: SourceId, outcome: Outcome): void {
    if (outcome.status === 'rate-limited' || outcome.status === 'blocked') this.#shut.set(source, outcome);
  }

  /** Reads the discussion of the hottest discussed seed at each source that shows comments. */
  async commentsUnder({ seeds }: Nomination): Promise<{ comments: Enrichment['comments']; outcomes: Answer[] }> {
    const reads = this.ports.sources.map(async (source) => {
      const seed = seeds.find(({ item }) => item.source === source.id && (item.commentCount ?? 0) > 0);
      if (seed === undefined || source.comments === null || this.#shut.has(source.id)) return null;
      const { comments, outcome } = await source.comments(seed.item, this.ports.signal);
      this.#note(source.id, outcome);
      return { source: source.id, comments, outcome };
    });
    const done = (await Promise.all(reads)).filter((read) => read !== null);
    return {
      comments: done.flatMap(({ source, comments }) => comments.map((comment) => ({ ...comment, source }))),
      outcomes: done.map(({ source, outcome }) => ({ source, items: [], outcome })),
    };
  }
}

function skippedAfter(shut: Outcome): Outcome {
  return { status: 'skipped', detail: `not asked again after it was ${shut.status} in this run` };
}
