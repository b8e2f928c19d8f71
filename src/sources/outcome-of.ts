import type { Item } from '../domain/item.ts';
import { MAX_DETAIL_LENGTH, type Outcome } from '../domain/outcome.ts';
import type { CommentHarvest, Harvest } from '../domain/source.ts';
import { type RawComment, toBestComments } from './best-comments.ts';
import type { Call } from './call.ts';
import type { Listing } from './listing.ts';

function bestRank(left: number | null, right: number | null): number | null {
  return left === null || right === null ? (left ?? right) : Math.min(left, right);
}

/** First seen first; an item of several listings keeps its best place. */
function mergeItems(listings: readonly Listing<Item>[]): Item[] {
  const merged = new Map<string, Item>();
  for (const item of listings.flatMap((listing) => listing.entries)) {
    const known = merged.get(item.id);
    merged.set(item.id, known === undefined ? item : { ...known, rank: bestRank(known.rank, item.rank) });
  }
  return [...merged.values()];
}

function toDetail(listings: readonly Listing<unknown>[], lostCount: number): string {
  const sentences = listings
    .flatMap((listing) => [listing.refusal?.detail, listing.note])
    .filter((sentence) => typeof sentence === 'string');
  if (lostCount > 0) sentences.push(lostCount === 1 ? '1 row does not fit' : `${lostCount} rows do not fit`);
  return sentences.join('; ').slice(0, MAX_DETAIL_LENGTH);
}

/**
 * One outcome for all pages of a call: a page that failed beside one that answered makes it partial, never smaller in silence;
 * where nothing was had, the first refusal says why.
 */
function toOutcome(call: Call, listings: readonly Listing<unknown>[], itemCount: number): Outcome {
  const lostCount = listings.reduce((sum, listing) => sum + listing.lostCount, 0);
  const refusal = listings.find((listing) => listing.refusal !== null)?.refusal ?? null;
  const httpStatus = listings.findLast((listing) => listing.httpStatus !== null)?.httpStatus ?? null;
  const shared = { httpStatus, ...call.totals };
  const detail = toDetail(listings, lostCount);
  if (itemCount === 0) return refusal === null ? { status: 'empty', ...shared } : { ...shared, ...refusal, detail };
  return detail === '' ? { status: 'ok', itemCount, ...shared } : { status: 'partial', itemCount, lostCount, detail, ...shared };
}

export function toHarvest(call: Call, listings: readonly Listing<Item>[]): Harvest {
  const items = mergeItems(listings);
  return { items, outcome: toOutcome(call, listings, items.length) };
}

/** The best comments of one page; none worth showing is an honest nothing. */
export function toCommentHarvest(call: Call, listing: Listing<RawComment>): CommentHarvest {
  const comments = toBestComments(listing.entries);
  return { comments, outcome: toOutcome(call, [listing], comments.length) };
}

/** A call that had nothing to ask, said so in our words. */
export function toSkipped(detail: string): Extract<Outcome, { status: 'skipped' }> {
  return { status: 'skipped', detail };
}
