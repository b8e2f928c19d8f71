import type { NominationId } from '../domain/id.ts';
import { isFailed, type Outcome } from '../domain/outcome.ts';
import type { CommentHarvest, Harvest } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';

/** What one source is asked about one nomination: the unit of research that is done once. */
export interface Question {
  readonly nomination: NominationId;
  readonly source: SourceId;
  readonly kind: 'search' | 'comments';
  /** The words searched for, or the item whose comments are read: with other words it is another question. */
  readonly about: readonly string[];
}

/** An answer; one that is not final was cut off by the end of the time, and the question is still open. */
export interface Answered<T> {
  readonly answer: T;
  readonly isFinal: boolean;
}

/**
 * The port through which research asks: whoever keeps answers gives those there are and calls `ask` for the others. Null where
 * there was no time left to ask. Rejects only where an answer could not be kept.
 */
export interface Answers {
  search(question: Question, ask: () => Promise<Harvest>): Promise<Answered<Harvest> | null>;
  comments(question: Question, ask: () => Promise<CommentHarvest>): Promise<Answered<CommentHarvest> | null>;
}

/** Asks everything and keeps nothing: for a run that ends with its process. */
export function askDirectly(signal: AbortSignal): Answers {
  const direct = async <T extends { readonly outcome: Outcome }>(_: Question, ask: () => Promise<T>): Promise<Answered<T> | null> => {
    if (signal.aborted) return null;
    const answer = await ask();
    return { answer, isFinal: !isCutOff(answer, signal) };
  };
  return { search: direct, comments: direct };
}

/** A failure after the signal fired is the clock's, not the site's. */
export function isCutOff({ outcome }: { readonly outcome: Outcome }, signal: AbortSignal): boolean {
  return signal.aborted && isFailed(outcome);
}
