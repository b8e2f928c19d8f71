import { z } from 'zod';
import type { Item, ItemComment } from './item.ts';
import type { Outcome } from './outcome.ts';
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

export interface Harvest {
  readonly items: readonly Item[];
  readonly outcome: Outcome;
}

export interface CommentHarvest {
  readonly comments: readonly ItemComment[];
  readonly outcome: Outcome;
}

/** The port: one source, bound to its network door. It never throws for what a site can do; it reports an outcome. */
export interface Source {
  readonly id: SourceId;
  sweep(request: SweepRequest, signal: AbortSignal): Promise<Harvest>;
  /** Null where the site offers no topic search. */
  readonly search: ((request: SearchRequest, signal: AbortSignal) => Promise<Harvest>) | null;
  /** Comments under one item of this source; null where they cannot be had keyless. */
  readonly comments: ((item: Item, signal: AbortSignal) => Promise<CommentHarvest>) | null;
}
