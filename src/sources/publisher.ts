import { getDomain } from 'tldts';
import { parseWebUrl } from '../domain/url.ts';

/** Sites where the first part of the path is who publishes. */
const ACCOUNT_IN_PATH = new Set([
  'github.com',
  'gitlab.com',
  'codeberg.org',
  'medium.com',
  'twitter.com',
  'dev.to',
  'bsky.app',
  'mastodon.social',
]);
/** Sites where the first label of the host is, beside those that the public suffix list knows (github.io, blogspot.com). */
const ACCOUNT_IN_HOST = new Set(['substack.com', 'medium.com', 'tumblr.com', 'hey.com', 'bearblog.dev', 'hashnode.dev']);

/**
 * Who stands behind a web page: its registrable domain by the public suffix list, on shared sites the account. `canonical` is a
 * canonical URL; null for anything that is no web page.
 */
export function publisherOf(canonical: string): string | null {
  const url = parseWebUrl(canonical);
  if (url === null) return null;
  const domain = getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.hostname;
  const account = ACCOUNT_IN_PATH.has(url.hostname) ? url.pathname.split('/')[1] : '';
  if (account !== undefined && account !== '') return `${url.hostname}/${account.toLowerCase()}`;
  return ACCOUNT_IN_HOST.has(domain) ? url.hostname : domain;
}
