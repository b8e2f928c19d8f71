import type { BestComment } from '../domain/topic.ts';
import { type DistinctiveWord, matchedWeight } from './distinctive.ts';

/** The best on-topic comment: it carries a distinctive word; then by words carried, native votes, and the site's order. Null when none does. */
export function bestComment(comments: readonly BestComment[], words: readonly DistinctiveWord[]): BestComment | null {
  const rated = comments
    .map((comment, order) => ({
      comment,
      order,
      score: matchedWeight(comment.text, words) * (1 + Math.log1p(Math.max(0, comment.points ?? 0))),
    }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score || left.order - right.order);
  return rated[0]?.comment ?? null;
}
