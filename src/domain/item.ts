import { z } from 'zod';
import { instantSchema, itemIdSchema } from './id.ts';
import { counted, listed } from './phrase.ts';
import { SOURCE_IDS, sourceIdSchema } from './source-id.ts';
import { MAX_URL_LENGTH } from './url.ts';
import { HOUR_MS } from './window.ts';

/** UTF-16 units. */
export const MAX_PUBLISHER_LENGTH = 300;

/** One thing a source returned, normalised. Texts are raw (entities decoded, tags stripped): the sanitiser works on the way out. */
export const itemCommentSchema = z.strictObject({
  author: z.string().max(200).nullable(),
  text: z.string().max(4000),
  /** Native votes; null where the site shows none. */
  points: z.number().int().nullable(),
});
export type ItemComment = z.infer<typeof itemCommentSchema>;

export const itemSchema = z.strictObject({
  id: itemIdSchema,
  source: sourceIdSchema,
  title: z.string().min(1).max(1000),
  /** Canonical outbound URL, null for a text post. Items of several sources join on it. */
  url: z.string().max(MAX_URL_LENGTH).nullable(),
  /** The outbound URL as the site gave it, for a person to open; null for a text post. */
  link: z.string().max(MAX_URL_LENGTH).nullable(),
  /** The page of the item at its own source. */
  discussionUrl: z.string().max(MAX_URL_LENGTH),
  snippet: z.string().max(4000),
  author: z.string().max(200).nullable(),
  /** Site or author behind the item: what corroboration counts. */
  publisher: z.string().min(1).max(MAX_PUBLISHER_LENGTH),
  publishedAt: instantSchema.nullable(),
  /** Native points (votes, stars); null where the source shows none. */
  points: z.number().int().nullable(),
  /** Native comments or replies; null where the source shows none. */
  commentCount: z.number().int().nonnegative().nullable(),
  /** Best place in a ranked listing, 1 = first; null when it came from no ranked listing. */
  rank: z.number().int().positive().nullable(),
  topComments: z.array(itemCommentSchema).max(20),
});
export type Item = z.infer<typeof itemSchema>;

/** The key on which items of different sources are one: the outbound URL, else the item itself. */
export function canonicalIdOf(item: Pick<Item, 'id' | 'url'>): string {
  return item.url ?? item.id;
}

/** Native numbers a person would read as reach; null where the source shows none. */
export function engagementOf(item: Pick<Item, 'points' | 'commentCount'>): number | null {
  if (item.points === null && item.commentCount === null) return null;
  return (item.points ?? 0) + (item.commentCount ?? 0);
}

/** Undated items are in: leaving them out would call them old without knowing. */
export function isWithin(item: Pick<Item, 'publishedAt'>, { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): boolean {
  if (item.publishedAt === null) return true;
  const publishedMs = Date.parse(item.publishedAt);
  return publishedMs >= fromMs && publishedMs <= toMs;
}

/** Age in hours at an instant (epoch ms), never negative; null for an undated item. */
export function ageHoursOf(item: Pick<Item, 'publishedAt'>, atMs: number): number | null {
  if (item.publishedAt === null) return null;
  return Math.max(0, atMs - Date.parse(item.publishedAt)) / HOUR_MS;
}

/** `7 items on hackernews, lobsters and reddit`, the sources in their own order. */
export function itemsPhrase(items: readonly Pick<Item, 'source'>[], noun: string): string {
  const sources = SOURCE_IDS.filter((source) => items.some((item) => item.source === source));
  return `${counted(items.length, noun)} on ${listed(sources)}`;
}
