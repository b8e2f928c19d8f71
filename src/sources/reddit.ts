import { z } from 'zod';
import type { Item } from '../domain/item.ts';
import { type Harvest, type SearchRequest, SUBREDDIT_NAME, type SweepRequest } from '../domain/source.ts';
import { MAX_URL_LENGTH, parseWebUrl } from '../domain/url.ts';
import { DAY_MS } from '../domain/window.ts';
import { toAddress, toQuery } from './address.ts';
import { Call } from './call.ts';
import { type Listing, toListing } from './listing.ts';
import type { Network, SourceEntry } from './network.ts';
import { toHarvest, toSkipped } from './outcome-of.ts';
import { SNIPPET_CAP, toPlainLine, toPlainText } from './plain-text.ts';
import { toItem } from './post.ts';
import { SweepCall } from './sweep-call.ts';

const SITE = 'https://www.reddit.com';
const QUERY_CAP = 200;

/** Large and general enough to show what many people talk about; one call reads them all, since the site grants about one per half minute. */
export const DEFAULT_SUBREDDITS: readonly string[] = [
  'programming',
  'technology',
  'worldnews',
  'science',
  'MachineLearning',
  'LocalLLaMA',
  'netsec',
  'opensource',
  'space',
  'business',
  'Economics',
  'gadgets',
];

const entrySchema = z.object({
  /** `t3_...` for a post; searches also return communities (`t5_...`). */
  id: z.string(),
  title: z.object({ value: z.string() }),
  links: z.array(z.object({ href: z.string() })).min(1),
  authors: z.array(z.object({ name: z.string() })).nullish(),
  content: z.object({ value: z.string().nullish() }).nullish(),
  published: z.string().nullish(),
  updated: z.string().nullish(),
});

const LINK_ANCHOR = /<a href="([^"]*)">\s{0,99}\[link\]\s{0,99}<\/a>/gi;
const BODY_START = '<div class="md">';
const BODY_END = '<!-- SC_ON -->';

/** The site's own `[link]` comes after the post's text, in which anyone may write another. */
function readOutbound(content: string): string | null {
  const href = [...content.matchAll(LINK_ANCHOR)].at(-1)?.[1];
  return href === undefined ? null : toPlainLine(href, MAX_URL_LENGTH);
}

function readBody(content: string): string {
  const start = content.indexOf(BODY_START);
  if (start < 0) return '';
  const end = content.indexOf(BODY_END, start);
  return content.slice(start, end < 0 ? content.lastIndexOf('</div>') : end);
}

/** The thread's page on the main host, whatever language or mirror host the feed used; null for a link to anywhere else. */
function readPermalink(href: string): string | null {
  const url = parseWebUrl(href);
  const isReddit = url !== null && (url.hostname === 'reddit.com' || url.hostname.endsWith('.reddit.com'));
  return isReddit ? `${SITE}${url.pathname}` : null;
}

function toPost(row: z.infer<typeof entrySchema>, rank: number | null): Item | null | 'left-out' {
  if (!row.id.startsWith('t3_')) return 'left-out';
  const discussionUrl = readPermalink(row.links[0]?.href ?? '');
  if (discussionUrl === null) return null;
  const content = row.content?.value ?? '';
  return toItem({
    source: 'reddit',
    nativeId: row.id,
    title: row.title.value,
    outbound: readOutbound(content),
    ownHosts: ['reddit.com', 'redd.it'],
    discussionUrl,
    snippet: toPlainText(readBody(content), SNIPPET_CAP),
    author: row.authors?.[0]?.name.replace(/^\/u\//, '') ?? null,
    publishedAt: row.published ?? row.updated,
    points: null,
    commentCount: null,
    rank,
  });
}

function noteOf(listing: Listing<Item>, refusedCount: number): Listing<Item> {
  return refusedCount === 0 ? listing : { ...listing, note: `subreddit names left out as impossible: ${refusedCount}` };
}

/** `a+b+c` and how many names were refused. */
function toMulti(subreddits: readonly string[] | null): { readonly multi: string; readonly refusedCount: number } {
  const names = subreddits ?? DEFAULT_SUBREDDITS;
  const valid = names.filter((name) => SUBREDDIT_NAME.test(name));
  return { multi: valid.join('+'), refusedCount: names.length - valid.length };
}

async function sweep(call: SweepCall, request: SweepRequest): Promise<Harvest> {
  const { multi, refusedCount } = toMulti(request.subreddits);
  if (multi === '') return { items: [], outcome: toSkipped('no subreddit to read') };
  const name = 'hot posts';
  const listing = await call.list(name, async () => {
    const reading = await call.readAtom({ name, url: toAddress(`${SITE}/r/${multi}/hot/.rss`, { limit: 100 }) });
    return noteOf(toListing(reading, { schema: entrySchema, toEntry: toPost, isNeverEmpty: true }), refusedCount);
  });
  return toHarvest(call, [listing]);
}

/** The shortest span the site offers that holds the window. */
function toSpan(ms: number): string {
  if (ms <= 7 * DAY_MS) return ms <= DAY_MS ? 'day' : 'week';
  return ms <= 31 * DAY_MS ? 'month' : 'year';
}

async function search(network: Network, request: SearchRequest, signal: AbortSignal): Promise<Harvest> {
  const { multi, refusedCount } = toMulti(request.subreddits);
  const q = toQuery(request.words, QUERY_CAP);
  if (multi === '' || q === '') return { items: [], outcome: toSkipped(q === '' ? 'no word to search for' : 'no subreddit to read') };
  const call = new Call(network, signal);
  const t = toSpan(request.toMs - request.fromMs);
  const url = toAddress(`${SITE}/r/${multi}/search.rss`, { q, restrict_sr: 'on', sort: 'relevance', t, limit: 25 });
  const reading = await call.readAtom({ name: 'search', url });
  const listing = toListing(reading, { schema: entrySchema, toEntry: (row) => toPost(row, null), isNeverEmpty: false });
  return toHarvest(call, [noteOf(listing, refusedCount)]);
}

/** Reddit by its Atom feeds: its JSON has been closed to anonymous readers, and the feeds show no votes and no comments. */
export const reddit: SourceEntry = {
  id: 'reddit',
  title: 'Reddit',
  site: SITE,
  listing: `hot posts of ${DEFAULT_SUBREDDITS.length} subreddits`,
  hasSearch: true,
  limits: 'about one request in 30 seconds and address; no votes, no comments',
  open: (network) => ({
    id: 'reddit',
    sweep: (request, signal, memory) => sweep(new SweepCall(network, signal, memory), request),
    search: (request, signal) => search(network, request, signal),
    comments: null,
  }),
};
