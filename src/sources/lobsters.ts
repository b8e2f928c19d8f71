import { z } from 'zod';
import type { Item } from '../domain/item.ts';
import type { CommentHarvest, Harvest } from '../domain/source.ts';
import type { RawComment } from './best-comments.ts';
import { Call } from './call.ts';
import { toListing } from './listing.ts';
import type { Network, SourceEntry } from './network.ts';
import { toCommentHarvest, toHarvest, toSkipped } from './outcome-of.ts';
import { SNIPPET_CAP, toPlainText } from './plain-text.ts';
import { readNativeId, toItem } from './post.ts';
import { SweepCall } from './sweep-call.ts';

const SITE = 'https://lobste.rs';

const SHORT_ID = /^[a-z0-9]{1,20}$/i;

const rowsSchema = z.array(z.unknown());

/** A name since 2023, an object before, and still an object on some pages. */
const userSchema = z.union([z.string(), z.object({ username: z.string() }).transform(({ username }) => username)]);

const storySchema = z.object({
  short_id: z.string().regex(SHORT_ID),
  title: z.string(),
  /** '' for a text post. */
  url: z.string().nullish(),
  score: z.number().nullish(),
  comment_count: z.number().nullish(),
  description: z.string().nullish(),
  submitter_user: userSchema.nullish(),
  created_at: z.string(),
});

const threadSchema = z.object({ comments: z.array(z.unknown()) }).transform(({ comments: rows }) => rows);

const commentSchema = z.object({
  comment: z.string().nullish(),
  comment_plain: z.string().nullish(),
  score: z.number().nullish(),
  commenting_user: userSchema.nullish(),
  is_deleted: z.boolean().nullish(),
  is_moderated: z.boolean().nullish(),
  /** Counts from 0; its forerunner `indent_level` counted from 1. */
  depth: z.number().nullish(),
  indent_level: z.number().nullish(),
});

function toStory(row: z.infer<typeof storySchema>, rank: number | null): Item | null {
  return toItem({
    source: 'lobsters',
    nativeId: row.short_id,
    title: row.title,
    outbound: row.url ?? null,
    ownHosts: ['lobste.rs'],
    discussionUrl: `${SITE}/s/${row.short_id}`,
    snippet: toPlainText(row.description ?? '', SNIPPET_CAP),
    author: row.submitter_user ?? null,
    publishedAt: row.created_at,
    points: row.score ?? null,
    commentCount: row.comment_count ?? null,
    rank,
  });
}

/** A reply reads poorly without what it answers, so only the first level counts. */
function toComment(row: z.infer<typeof commentSchema>): RawComment | 'left-out' {
  const level = row.depth ?? (row.indent_level ?? 1) - 1;
  if (level > 0 || row.is_deleted === true || row.is_moderated === true) return 'left-out';
  return { author: row.commenting_user, html: row.comment ?? row.comment_plain, points: row.score };
}

async function sweep(call: SweepCall): Promise<Harvest> {
  const listings = [
    call.listJson({ name: 'front page', url: `${SITE}/hottest.json` }, rowsSchema, {
      schema: storySchema,
      toEntry: toStory,
      isNeverEmpty: true,
    }),
    call.listJson({ name: 'newest stories', url: `${SITE}/newest.json` }, rowsSchema, {
      schema: storySchema,
      toEntry: (row) => toStory(row, null),
      isNeverEmpty: true,
    }),
  ];
  return toHarvest(call, await Promise.all(listings));
}

async function comments(network: Network, item: Item, signal: AbortSignal): Promise<CommentHarvest> {
  const id = readNativeId(item, 'lobsters', SHORT_ID);
  if (id === null) return { comments: [], outcome: toSkipped('not a Lobsters item') };
  const call = new Call(network, signal);
  const reading = await call.readJson({ name: 'comments', url: `${SITE}/s/${id}.json` }, threadSchema);
  return toCommentHarvest(call, toListing(reading, { schema: commentSchema, toEntry: toComment, isNeverEmpty: false }));
}

/** Lobsters: two JSON pages of 25 stories each; the site has no search for programs. */
export const lobsters: SourceEntry = {
  id: 'lobsters',
  title: 'Lobsters',
  site: SITE,
  listing: 'front page and newest stories',
  hasSearch: false,
  limits: 'no published quota; heavy pollers are blocked by address',
  open: (network) => ({
    id: 'lobsters',
    sweep: (_request, signal, memory) => sweep(new SweepCall(network, signal, memory)),
    search: null,
    comments: (item, signal) => comments(network, item, signal),
  }),
};
