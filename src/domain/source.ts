import { z } from 'zod';
import { type Item, itemCommentSchema, itemSchema } from './item.ts';
import { outcomeSchema, type Refusal } from './outcome.ts';
import { SOURCE_IDS, type SourceId, sourceIdSchema } from './source-id.ts';

/** What a run may ask of its sources; null = no boundary, [] = an empty one, and the two never mix. */
export const boundarySchema = z.array(sourceIdSchema).nullable();
export type Boundary = z.infer<typeof boundarySchema>;

export function boundedSources(boundary: Boundary): readonly SourceId[] {
  return boundary === null ? SOURCE_IDS : SOURCE_IDS.filter((id) => boundary.includes(id));
}

/** A subreddit's name as the site allows it, without `r/`. */
export const SUBREDDIT_NAME = /^[A-Za-z0-9_]{2,21}$/;

export interface SweepRequest {
  /** Collapsed domain words; empty = global. */
  readonly domain: string;
  /** The window, epoch milliseconds. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Named subreddits instead of the default list; null = the default list. */
  readonly subreddits: readonly string[] | null;
}

export interface SearchRequest {
  /** Words every hit should carry, most distinctive first. */
  readonly words: readonly string[];
  readonly fromMs: number;
  readonly toMs: number;
  readonly subreddits: readonly string[] | null;
}

export const harvestSchema = z.strictObject({ items: z.array(itemSchema).readonly(), outcome: outcomeSchema }).readonly();
export type Harvest = z.infer<typeof harvestSchema>;

export const commentHarvestSchema = z.strictObject({ comments: z.array(itemCommentSchema).readonly(), outcome: outcomeSchema }).readonly();
export type CommentHarvest = z.infer<typeof commentHarvestSchema>;

/** One listing page of a sweep as it was read, lossless; a page that could not be read is none. */
export const listingPageSchema = z
  .strictObject({
    items: z.array(itemSchema).readonly(),
    /** Rows that did not fit. */
    lostCount: z.number().int().nonnegative(),
    httpStatus: z.number().int().nullable(),
    /** What keeps the page from being clean, in our words. */
    note: z.string().nullable(),
  })
  .readonly();
export type ListingPage = z.infer<typeof listingPageSchema>;

/** What a sweep that was cut short has read already of one source, by the page's name: stable, and the source's own. */
export interface PageMemory {
  /** The page as it was kept; null when it must be asked for. */
  recall(page: string): ListingPage | null;
  /** Resolves when the page survives a kill; only then does it count. */
  keep(page: string, read: ListingPage): Promise<void>;
  /** Why the page is not asked for again, or not yet; null where it may be. */
  recallRefusal(page: string): Refusal | null;
  /** The page was asked for and refused. */
  fail(page: string, refusal: Refusal): Promise<void>;
}

/** Of a sweep that nobody will continue. */
export const NO_MEMORY: PageMemory = {
  recall: () => null,
  recallRefusal: () => null,
  keep: async () => undefined,
  fail: async () => undefined,
};

/** The port: one source, bound to its network door. It never throws for what a site can do; it reports an outcome. */
export interface Source {
  readonly id: SourceId;
  /** `memory` answers for pages read before; without one all are asked for. */
  sweep(request: SweepRequest, signal: AbortSignal, memory?: PageMemory): Promise<Harvest>;
  /** Null where the site offers no topic search. */
  readonly search: ((request: SearchRequest, signal: AbortSignal) => Promise<Harvest>) | null;
  /** Comments under one item of this source; null where they cannot be had keyless. */
  readonly comments: ((item: Item, signal: AbortSignal) => Promise<CommentHarvest>) | null;
}
