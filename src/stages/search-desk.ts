import { type Item, isWithin } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { SearchRequest, Source } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { BestComment } from '../domain/topic.ts';
import type { Answers } from './answers.ts';

/** Why a story in the slots has no research of its own. */
export const BUDGET_ENDED = 'the research budget ended first';

/** What one source said to one question. */
export interface Answer {
  readonly source: SourceId;
  readonly items: readonly Item[];
  readonly outcome: Outcome;
  /** False while the question is open, for want of time. */
  readonly isFinal: boolean;
}

export interface SearchDeskPorts {
  readonly sources: readonly Source[];
  readonly search: Omit<SearchRequest, 'words'>;
  readonly signal: AbortSignal;
  readonly answers: Answers;
}

const UNASKED: Outcome = {
  status: 'timeout',
  detail: BUDGET_ENDED,
  retryAfterSeconds: null,
  httpStatus: null,
  requestCount: 0,
  elapsedMs: 0,
};

/** Whether the time was up before the question was put at all. */
export function isUnasked({ outcome }: Answer): boolean {
  return outcome === UNASKED;
}

/** Asks the sites for all stories of a run, and stops asking one that shut its door. */
export class SearchDesk {
  readonly #ports: SearchDeskPorts;
  readonly #shut = new Map<SourceId, Outcome>();

  constructor(ports: SearchDeskPorts) {
    this.#ports = ports;
  }

  async searchAll(nomination: Nomination, words: readonly string[]): Promise<Answer[]> {
    const asked = this.#ports.sources.map(
      (source) => source.search && this.#searchOne(nomination, { source, search: source.search }, words),
    );
    return (await Promise.all(asked)).filter((answer) => answer !== null);
  }

  /** Reads the discussion of the hottest discussed seed at each source that shows comments. */
  async commentsUnder(nomination: Nomination): Promise<{ comments: readonly BestComment[]; outcomes: Answer[] }> {
    const reads = await Promise.all(this.#ports.sources.map((source) => this.#commentsOf(nomination, source)));
    const done = reads.filter((read) => read !== null);
    return { comments: done.flatMap(({ comments }) => comments), outcomes: done.map(({ answer }) => answer) };
  }

  async #searchOne(
    { id: nomination }: Nomination,
    { source: { id: source }, search }: { readonly source: Source; readonly search: NonNullable<Source['search']> },
    words: readonly string[],
  ): Promise<Answer> {
    const { answers, signal, search: request } = this.#ports;
    const answered = await answers.search({ nomination, source, kind: 'search', about: words }, async () => {
      // Looked at when its turn has come: an answer before it may have shut the door.
      const shut = this.#shut.get(source);
      return shut === undefined ? await search({ ...request, words }, signal) : { items: [], outcome: skippedAfter(shut) };
    });
    if (answered === null) return { source, items: [], outcome: UNASKED, isFinal: false };
    const { answer, isFinal } = answered;
    this.#note(source, answer.outcome);
    return { source, items: answer.items.filter((item) => isWithin(item, request)), outcome: answer.outcome, isFinal };
  }

  async #commentsOf({ id: nomination, seeds }: Nomination, { id: source, comments }: Source) {
    const seed = seeds.find(({ item }) => item.source === source && (item.commentCount ?? 0) > 0);
    if (seed === undefined || comments === null) return null;
    const { answers, signal } = this.#ports;
    const answered = await answers.comments({ nomination, source, kind: 'comments', about: [seed.item.id] }, async () => {
      const shut = this.#shut.get(source);
      return shut === undefined ? await comments(seed.item, signal) : { comments: [], outcome: skippedAfter(shut) };
    });
    if (answered === null) return { comments: [], answer: { source, items: [], outcome: UNASKED, isFinal: false } };
    const { answer, isFinal } = answered;
    this.#note(source, answer.outcome);
    if (answer.outcome.status === 'skipped') return null;
    return {
      comments: answer.comments.map((comment) => ({ ...comment, source })),
      answer: { source, items: [], outcome: answer.outcome, isFinal },
    };
  }

  #note(source: SourceId, outcome: Outcome): void {
    if (outcome.status === 'rate-limited' || outcome.status === 'blocked') this.#shut.set(source, outcome);
  }
}

function skippedAfter(shut: Outcome): Outcome {
  return { status: 'skipped', detail: `not asked again after it was ${shut.status} in this run` };
}
