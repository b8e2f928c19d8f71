import { z } from 'zod';
import type { Item } from '../domain/item.ts';
import { dayOf } from '../domain/phrase.ts';
import type { Harvest, SearchRequest, SweepRequest } from '../domain/source.ts';
import { DAY_MS } from '../domain/window.ts';
import { toIso } from '../platform/clock.ts';
import { toAddress, toQuery } from './address.ts';
import { Call, type Reading } from './call.ts';
import { type Listing, toListing } from './listing.ts';
import type { Network, SourceEntry } from './network.ts';
import { toHarvest, toSkipped } from './outcome-of.ts';
import { SNIPPET_CAP, toPlainLine } from './plain-text.ts';
import { countedIdSchema, toItem } from './post.ts';
import { refusalOfBody } from './refusal.ts';
import { SweepCall } from './sweep-call.ts';

const API = 'https://api.github.com/search/repositories';
const SITE = 'https://github.com';
const HEADERS = { accept: 'application/vnd.github+json' };
/** Stars are totals: only a young repository has gathered them lately. */
const YOUNG_MS = 14 * DAY_MS;
const NEVER_EMPTY_FROM_MS = 7 * 24 * 3_600_000;
const DESCRIPTION_CAP = 300;
/** The site takes 256 characters, qualifiers included. */
const QUERY_CAP = 160;

const pageSchema = z.object({
  items: z.array(z.unknown()),
  /** True when the search ran out of its own time. */
  incomplete_results: z.boolean().nullish(),
});
type RepositoryPage = z.infer<typeof pageSchema>;

const repositorySchema = z.object({
  id: countedIdSchema,
  full_name: z.string().regex(/^[\w.-]{1,100}\/[\w.-]{1,100}$/),
  owner: z.object({ login: z.string() }).nullish(),
  description: z.string().nullish(),
  stargazers_count: z.number(),
  created_at: z.string(),
});

function toRepository(row: z.infer<typeof repositorySchema>): Item | null {
  const address = `${SITE}/${row.full_name}`;
  const description = toPlainLine(row.description ?? '', SNIPPET_CAP);
  const short = toPlainLine(description, DESCRIPTION_CAP);
  return toItem({
    source: 'github',
    nativeId: row.id,
    title: short === '' ? row.full_name : `${row.full_name}: ${short}`,
    outbound: address,
    ownHosts: [],
    discussionUrl: address,
    // The title already says what fits into it.
    snippet: short === description ? '' : description,
    author: row.owner?.login ?? null,
    publishedAt: row.created_at,
    points: row.stargazers_count,
    commentCount: null,
    rank: null,
  });
}

function toRows(reading: Reading<RepositoryPage>): Reading<readonly unknown[]> {
  return reading.kind === 'refused' ? reading : { ...reading, value: reading.value.items };
}

function toRepositories(reading: Reading<RepositoryPage>, isNeverEmpty: boolean): Listing<Item> {
  const isIncomplete = reading.kind === 'read' && reading.value.incomplete_results === true;
  const listing = toListing(toRows(reading), {
    schema: repositorySchema,
    toEntry: toRepository,
    isNeverEmpty: isNeverEmpty && !isIncomplete,
  });
  if (!isIncomplete || listing.refusal !== null) return listing;
  if (listing.entries.length > 0) return { ...listing, note: `${reading.name}: the site searched only in part` };
  const refusal = refusalOfBody(reading.name, reading.httpStatus, 'and the site gave up searching');
  return { ...listing, refusal: { ...refusal, status: 'timeout' } };
}

async function sweep(call: SweepCall, request: SweepRequest): Promise<Harvest> {
  const domain = toQuery([request.domain], QUERY_CAP);
  const q = `${domain} created:>=${dayOf(toIso(Math.max(request.fromMs, request.toMs - YOUNG_MS)))} stars:>=50`.trim();
  const url = toAddress(API, { q, sort: 'stars', order: 'desc', per_page: 50 });
  const name = 'young repositories';
  // In a day or two no repository need be found; in a week there always are some.
  const isWide = request.toMs - request.fromMs >= NEVER_EMPTY_FROM_MS;
  const listing = await call.list(name, async () =>
    toRepositories(await call.readJson({ name, url, headers: HEADERS }, pageSchema), domain === '' && isWide),
  );
  return toHarvest(call, [listing]);
}

async function search(network: Network, request: SearchRequest, signal: AbortSignal): Promise<Harvest> {
  const words = toQuery(request.words, QUERY_CAP);
  if (words === '') return { items: [], outcome: toSkipped('no word to search for') };
  const call = new Call(network, signal);
  const q = `${words} pushed:>=${dayOf(toIso(request.fromMs))}`;
  const url = toAddress(API, { q, sort: 'stars', order: 'desc', per_page: 20 });
  const reading = await call.readJson({ name: 'search', url, headers: HEADERS }, pageSchema);
  return toHarvest(call, [toRepositories(reading, false)]);
}

/** GitHub repositories by the anonymous search API; issues and discussions are out of its reach, so there are no comments. */
export const github: SourceEntry = {
  id: 'github',
  title: 'GitHub',
  site: SITE,
  listing: 'most starred repositories younger than 14 days',
  hasSearch: true,
  limits: '10 searches a minute and address',
  open: (network) => ({
    id: 'github',
    sweep: (request, signal, memory) => sweep(new SweepCall(network, signal, memory), request),
    search: (request, signal) => search(network, request, signal),
    comments: null,
  }),
};
