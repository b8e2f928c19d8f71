import type { ItemComment } from '../domain/item.ts';
import { COMMENT_CAP, toPlainText } from './plain-text.ts';
import { toAuthor } from './post.ts';

const BEST_COUNT = 5;
/** Shorter ones ("this", "+1") tell a reader nothing. */
const SHORTEST = 12;

/** One comment as a site gives it; `html` null where it was deleted. */
export interface RawComment {
  readonly author: string | null | undefined;
  readonly html: string | null | undefined;
  readonly points: number | null | undefined;
}

/** The best five by points; without points the site's own order is its judgment and stays. */
export function toBestComments(raw: readonly RawComment[]): ItemComment[] {
  return raw
    .map(({ author, html, points }) => ({ author: toAuthor(author), text: toPlainText(html ?? '', COMMENT_CAP), points: points ?? null }))
    .filter((comment) => comment.text.length >= SHORTEST)
    .sort((left, right) => (right.points ?? Number.MIN_SAFE_INTEGER) - (left.points ?? Number.MIN_SAFE_INTEGER))
    .slice(0, BEST_COUNT);
}
