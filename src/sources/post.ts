import { type Item, itemSchema, MAX_PUBLISHER_LENGTH } from '../domain/item.ts';
import type { SourceId } from '../domain/source-id.ts';
import { canonicalUrl, MAX_URL_LENGTH, parseWebUrl } from '../domain/url.ts';
import { toInstant } from './instant.ts';
import { TITLE_CAP, toPlainLine } from './plain-text.ts';
import { publisherOf } from './publisher.ts';

/** What a source knows of one of its posts, still in the site's own terms. */
export interface Post {
  readonly source: SourceId;
  readonly nativeId: string;
  /** Plain text. */
  readonly title: string;
  /** Where the site's title leads; null or '' for a text post. */
  readonly outbound: string | null;
  /** Hosts of the site itself: a link to them (a thread, an uploaded picture) leads to no other publisher. */
  readonly ownHosts: readonly string[];
  readonly discussionUrl: string;
  /** Plain text. */
  readonly snippet: string;
  readonly author: string | null;
  /** In any form of time a site uses. */
  readonly publishedAt: unknown;
  readonly points: number | null;
  readonly commentCount: number | null;
  readonly rank: number | null;
}

const AUTHOR_CAP = 100;

/** A user's name; null where the site shows none or the account is gone. */
export function toAuthor(name: string | null | undefined): string | null {
  const plain = toPlainLine(name ?? '', AUTHOR_CAP);
  return plain === '' || plain === '[deleted]' ? null : plain;
}

function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  return ownHosts.some((own) => host === own || host.endsWith(`.${own}`));
}

function readLink(post: Post): Pick<Item, 'url' | 'link' | 'publisher'> | null {
  const parsed = post.outbound === null ? null : parseWebUrl(post.outbound.trim());
  if (parsed === null || isOwnHost(parsed.hostname, post.ownHosts)) return null;
  const link = parsed.href;
  const url = canonicalUrl(link);
  const publisher = url === null ? null : publisherOf(url);
  // Percent-encoding can push a URL over the limit that it kept to as the site wrote it.
  if (url === null || publisher === null || Math.max(url.length, link.length) > MAX_URL_LENGTH) return null;
  return { url, link, publisher: publisher.slice(0, MAX_PUBLISHER_LENGTH) };
}

function toTextPost(post: Post, author: string | null): Pick<Item, 'url' | 'link' | 'publisher'> {
  const who = author?.toLowerCase() ?? `anonymous-${post.nativeId}`;
  return { url: null, link: null, publisher: `${post.source}/${who}` };
}

/** The item of a post; null when it does not make a valid one (no title, an id no file could hold). */
export function toItem(post: Post): Item | null {
  const author = toAuthor(post.author);
  const item = itemSchema.safeParse({
    id: `${post.source}:${post.nativeId}`,
    source: post.source,
    title: toPlainLine(post.title, TITLE_CAP),
    ...(readLink(post) ?? toTextPost(post, author)),
    discussionUrl: post.discussionUrl,
    snippet: post.snippet,
    author,
    publishedAt: toInstant(post.publishedAt),
    points: post.points,
    commentCount: post.commentCount,
    rank: post.rank,
    topComments: [],
  });
  return item.success ? item.data : null;
}

/** A source's own id of one of its items; null for an item of another source or an id the site cannot have given. */
export function readNativeId(item: Item, source: SourceId, pattern: RegExp): string | null {
  const nativeId = item.id.slice(source.length + 1);
  return item.source === source && pattern.test(nativeId) ? nativeId : null;
}
