import { z } from 'zod';
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
  /** Hosts of the site itself: a link to them (a thread, an uploaded picture) leads to no other site. */
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

/**
 * A number that a site counts its posts by, as text; it may come as either. One beyond 2^53 has lost digits by the time it is read,
 * so as a number it does not fit: it would name another post.
 */
export const countedIdSchema = z.union([z.string().regex(/^[1-9]\d{0,18}$/), z.number().int().positive()]).transform(String);

const AUTHOR_CAP = 100;

/** A user's name; null where the site shows none or the account is gone. */
export function toAuthor(name: string | null | undefined): string | null {
  const plain = toPlainLine(name ?? '', AUTHOR_CAP);
  return plain === '' || plain === '[deleted]' ? null : plain;
}

function isOwnHost(host: string, ownHosts: readonly string[]): boolean {
  return ownHosts.some((own) => host === own || host.endsWith(`.${own}`));
}

function readLink(post: Post): { readonly url: string; readonly link: string } | null {
  const parsed = post.outbound === null ? null : parseWebUrl(post.outbound.trim());
  if (parsed === null || isOwnHost(parsed.hostname, post.ownHosts)) return null;
  const link = parsed.href;
  const url = canonicalUrl(link);
  // Percent-encoding can push a URL over the limit that it kept to as the site wrote it.
  return url === null || Math.max(url.length, link.length) > MAX_URL_LENGTH ? null : { url, link };
}

/**
 * Who stands behind an item: the person who posted it, under one name wherever that name is used; else the site it leads to. People
 * bringing one page to several places corroborate it; one person doing so does not.
 */
function toPublisher(post: Post, author: string | null, url: string | null): string {
  const site = url === null ? null : publisherOf(url);
  return (author?.toLowerCase() ?? site ?? `${post.source}/anonymous-${post.nativeId}`).slice(0, MAX_PUBLISHER_LENGTH);
}

/** The item of a post; null when it does not make a valid one (no title, an id no file could hold). */
export function toItem(post: Post): Item | null {
  const author = toAuthor(post.author);
  const { url, link } = readLink(post) ?? { url: null, link: null };
  const item = itemSchema.safeParse({
    id: `${post.source}:${post.nativeId}`,
    source: post.source,
    title: toPlainLine(post.title, TITLE_CAP),
    url,
    link,
    discussionUrl: post.discussionUrl,
    snippet: post.snippet,
    author,
    publisher: toPublisher(post, author, url),
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
