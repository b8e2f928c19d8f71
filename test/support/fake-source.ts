import type { Item, ItemComment } from '../../src/domain/item.ts';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { SearchRequest, Source } from '../../src/domain/source.ts';
import type { SourceId } from '../../src/domain/source-id.ts';
import { EMPTY, okOutcome } from './build-outcome.ts';

type Answer = readonly Item[] | Outcome;

interface FakeSource extends Source {
  /** Words of each search, in the order they were asked. */
  readonly asked: string[];
  readonly requests: SearchRequest[];
  /** Ids of the items whose comments were read. */
  readonly read: string[];
}

interface FakeAnswers {
  readonly sweep?: Answer;
  /** Null: the site has no search. */
  readonly search?: ((words: string, signal: AbortSignal) => Answer | Promise<Answer>) | null;
  readonly comments?: (item: Item) => readonly ItemComment[] | Outcome;
}

function isOutcome(answer: readonly unknown[] | Outcome): answer is Outcome {
  return !Array.isArray(answer);
}

function toHarvest(answer: Answer) {
  if (isOutcome(answer)) return { items: [], outcome: answer };
  return { items: answer, outcome: answer.length === 0 ? EMPTY : okOutcome(answer.length) };
}

/** A source that answers from memory and notes what it was asked. */
export function fakeSource(id: SourceId, answers: FakeAnswers): FakeSource {
  const asked: string[] = [];
  const requests: SearchRequest[] = [];
  const read: string[] = [];
  const { search, comments } = answers;
  return {
    id,
    asked,
    requests,
    read,
    sweep: async () => toHarvest(answers.sweep ?? []),
    search:
      search === null
        ? null
        : async (request, signal) => {
            asked.push(request.words.join(' '));
            requests.push(request);
            return toHarvest((await search?.(request.words.join(' '), signal)) ?? []);
          },
    comments:
      comments === undefined
        ? null
        : async (item) => {
            read.push(item.id);
            const answer = comments(item);
            return isOutcome(answer) ? { comments: [], outcome: answer } : { comments: answer, outcome: okOutcome(answer.length) };
          },
  };
}
