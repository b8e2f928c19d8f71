import type { ItemComment } from '../domain/item.ts';
import type { BestComment } from '../domain/topic.ts';
import { type DistinctiveWord, matchedWeight } from './distinctive.ts';

const LEAST_LENGTH = 12;

/** The best on-topic comment: it carries a distinctive word; then by words carried, native votes, and the site's order. Null when none does. */
export function bestComment(
  comments: readonly (ItemComment & { readonly source: string })[],
  words: readonly DistinctiveWord[],
): BestComment | null {
  const rated = comments
    .filter((comment) => comment.text.length >= LEAST_LENGTH)
    .map((comment, order) => ({
      comment,
      order,
      score: matchedWeight(comment.text, words) * (1 + Math.log1p(Math.max(0, comment.points ?? 0))),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.order - right.order);
  return rated[0]?.comment ?? null;
}
