import { z } from 'zod';
import type { Item } from '../domain/item.ts';
import type { Harvest } from '../domain/source.ts';
import type { SourceEntry } from './network.ts';
import { toHarvest } from './outcome-of.ts';
import { SNIPPET_CAP, toPlainLine } from './plain-text.ts';
import { countedIdSchema, toItem } from './post.ts';
import { SweepCall } from './sweep-call.ts';

const SITE = 'https://www.v2ex.com';
const API = `${SITE}/api/topics`;

const rowsSchema = z.array(z.unknown());

const topicSchema = z.object({
  id: countedIdSchema,
  title: z.string(),
  /** Markdown or plain text. */
  content: z.string().nullish(),
  replies: z.number().nullish(),
  created: z.number(),
  /** 1 when it was deleted. */
  deleted: z.number().nullish(),
  member: z.object({ username: z.string() }).nullish(),
});

const BARE_URL = /^\s{0,99}(https?:\/\/\S{1,2048})[^\S\r\n]{0,99}(?:[\r\n]|$)/;
const PICTURE = /\.(?:png|jpe?g|gif|webp|svg|mp4)(?:[?#]|$)/i;

/** A topic has no link of its own; one that shares a page opens with its bare address, one that opens with a picture shares none. */
function readOutbound(content: string): string | null {
  const address = BARE_URL.exec(content)?.[1] ?? null;
  return address === null || PICTURE.test(address) ? null : address;
}

function toTopic(row: z.infer<typeof topicSchema>, rank: number | null): Item | null | 'left-out' {
  if (row.deleted === 1) return 'left-out';
  const content = row.content ?? '';
  const outbound = readOutbound(content);
  return toItem({
    source: 'v2ex',
    nativeId: row.id,
    title: row.title,
    outbound,
    ownHosts: ['v2ex.com'],
    discussionUrl: `${SITE}/t/${row.id}`,
    snippet: toPlainLine(outbound === null ? content : content.replace(BARE_URL, ''), SNIPPET_CAP),
    author: row.member?.username ?? null,
    publishedAt: row.created,
    points: null,
    commentCount: row.replies ?? null,
    rank,
  });
}

async function sweep(call: SweepCall): Promise<Harvest> {
  const listings = [
    call.listJson({ name: 'hot topics', url: `${API}/hot.json` }, rowsSchema, {
      schema: topicSchema,
      toEntry: toTopic,
      isNeverEmpty: true,
    }),
    call.listJson({ name: 'latest topics', url: `${API}/latest.json` }, rowsSchema, {
      schema: topicSchema,
      toEntry: (row) => toTopic(row, null),
      isNeverEmpty: true,
    }),
  ];
  return toHarvest(call, await Promise.all(listings));
}

/** V2EX: two JSON pages; points are not shown, and neither search nor replies can be had without a token. */
export const v2ex: SourceEntry = {
  id: 'v2ex',
  title: 'V2EX',
  site: SITE,
  listing: 'hot and latest topics',
  hasSearch: false,
  limits: '120 requests an hour and address',
  open: (network) => ({
    id: 'v2ex',
    sweep: (_request, signal, memory) => sweep(new SweepCall(network, signal, memory)),
    search: null,
    comments: null,
  }),
};
