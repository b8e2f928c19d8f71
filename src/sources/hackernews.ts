import { z } from 'zod';
import type { Item } from '../domain/item.ts';
import type { CommentHarvest, Harvest, SearchRequest, SweepRequest } from '../domain/source.ts';
import { toAddress, toQuery } from './address.ts';
import { Call, type Page } from './call.ts';
import { toListing } from './listing.ts';
import type { Network, SourceEntry } from './network.ts';
import { toCommentHarvest, toHarvest, toSkipped } from './outcome-of.ts';
import { SNIPPET_CAP, toPlainText } from './plain-text.ts';
import { readNativeId, toItem } from './post.ts';
import { SweepCall } from './sweep-call.ts';

const API = 'https://hn.algolia.com/api/v1';
const SITE = 'https://news.ycombinator.com';
const DAY_SECONDS = 86_400;
const QUERY_CAP = 200;

const hitsSchema = z.object({ hits: z.array(z.unknown()) }).transform(({ hits }) => hits);

const storySchema = z.object({
  objectID: z.string(),
  title: z.string(),
  /** Absent, null or '' for Ask HN and other text posts. */
  url: z.string().nullish(),
  author: z.string().nullish(),
  points: z.number().nullish(),
  num_comments: z.number().nullish(),
  created_at_i: z.number(),
  story_text: z.string().nullish(),
});

const threadSchema = z.object({ children: z.array(z.unknown()) }).transform(({ children }) => children);

const commentSchema = z.object({ author: z.string().nullish(), text: z.string().nullish(), points: z.number().nullish() });

function toStory(row: z.infer<typeof storySchema>): Item | null {
  return toItem({
    source: 'hackernews',
    nativeId: row.objectID,
    title: row.title,
    outbound: row.url ?? null,
    ownHosts: ['news.ycombinator.com'],
    discussionUrl: `${SITE}/item?id=${row.objectID}`,
    snippet: toPlainText(row.story_text ?? '', SNIPPET_CAP),
    author: row.author ?? null,
    publishedAt: row.created_at_i,
    points: row.points ?? null,
    commentCount: row.num_comments ?? null,
    // Algolia orders by its own relevance: the place on the front page is not to be had.
    rank: null,
  });
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

function frontPage(): Page {
  return { name: 'front page', url: toAddress(`${API}/search`, { tags: 'front_page', hitsPerPage: 60 }) };
}

function risingPage(toMs: number): Page {
  const numericFilters = `created_at_i>${toSeconds(toMs) - DAY_SECONDS},points>=5`;
  return { name: 'rising stories', url: toAddress(`${API}/search_by_date`, { tags: 'story', numericFilters, hitsPerPage: 100 }) };
}

function domainPage(query: string, fromMs: number): Page {
  const numericFilters = `created_at_i>${toSeconds(fromMs)}`;
  return { name: 'domain stories', url: toAddress(`${API}/search_by_date`, { tags: 'story', query, numericFilters, hitsPerPage: 50 }) };
}

async function sweep(call: SweepCall, request: SweepRequest): Promise<Harvest> {
  const query = toQuery([request.domain], QUERY_CAP);
  const pages = [
    { page: frontPage(), isNeverEmpty: true },
    { page: risingPage(request.toMs), isNeverEmpty: false },
    ...(query === '' ? [] : [{ page: domainPage(query, request.fromMs), isNeverEmpty: false }]),
  ];
  const listings = pages.map(({ page, isNeverEmpty }) =>
    call.listJson(page, hitsSchema, { schema: storySchema, toEntry: toStory, isNeverEmpty }),
  );
  return toHarvest(call, await Promise.all(listings));
}

async function search(network: Network, request: SearchRequest, signal: AbortSignal): Promise<Harvest> {
  const query = toQuery(request.words, QUERY_CAP);
  if (query === '') return { items: [], outcome: toSkipped('no word to search for') };
  const call = new Call(network, signal);
  const numericFilters = `created_at_i>${toSeconds(request.fromMs)}`;
  const url = toAddress(`${API}/search`, { tags: 'story', query, numericFilters, hitsPerPage: 30 });
  const reading = await call.readJson({ name: 'search', url }, hitsSchema);
  return toHarvest(call, [toListing(reading, { schema: storySchema, toEntry: toStory, isNeverEmpty: false })]);
}

async function comments(network: Network, item: Item, signal: AbortSignal): Promise<CommentHarvest> {
  const id = readNativeId(item, 'hackernews', /^\d{1,15}$/);
  if (id === null) return { comments: [], outcome: toSkipped('not a Hacker News item') };
  const call = new Call(network, signal);
  const reading = await call.readJson({ name: 'comments', url: `${API}/items/${id}` }, threadSchema);
  const listing = toListing(reading, {
    schema: commentSchema,
    toEntry: ({ author, text, points }) => ({ author, html: text, points }),
    isNeverEmpty: false,
  });
  return toCommentHarvest(call, listing);
}

/** Hacker News through its Algolia index: numbers included, no key. */
export const hackernews: SourceEntry = {
  id: 'hackernews',
  title: 'Hacker News',
  site: SITE,
  listing: 'front page and the rising stories of the last day',
  hasSearch: true,
  limits: 'about 10,000 requests an hour and address',
  open: (network) => ({
    id: 'hackernews',
    sweep: (request, signal, memory) => sweep(new SweepCall(network, signal, memory), request),
    search: (request, signal) => search(network, request, signal),
    comments: (item, signal) => comments(network, item, signal),
  }),
};
