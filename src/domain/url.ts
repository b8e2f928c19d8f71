/**
 * Canonical outbound URLs, on which items of several sources join: one story linked with a tracking parameter here
 * and from a mobile or AMP host there is still one URL. Pure; the WHATWG parser does the reading.
 */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(enc|mi)|ref|ref_src|ref_url|referrer|cmpid|cmp|ocid|smid|spm|s_cid|ncid|sr_share|guccounter|guce_\w+|at_\w+|amp|outputtype)$/i;

/** Parameters that only track on one site, and mean something elsewhere. */
const TRACKING_BY_HOST: Readonly<Record<string, RegExp>> = {
  'medium.com': /^(source|sk)$/,
  'youtube.com': /^(feature|si|t|ab_channel)$/,
  'twitter.com': /^(s|t|lang)$/,
};
const MAX_URL_LENGTH = 2048;
const HOST_PREFIX = /^(www\d?|m|mobile|amp|old|new|np|i|touch|wap)\.(?=[^.]+\.)/;
const HOST_ALIASES: Readonly<Record<string, string>> = {
  'youtu.be': 'youtube.com',
  'x.com': 'twitter.com',
  'mobile.twitter.com': 'twitter.com',
  'en.m.wikipedia.org': 'en.wikipedia.org',
};

/** Parses an http(s) URL; null for anything else, for credentials and for absurd length. */
export function parseWebUrl(text: string, base?: string): URL | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

function canonicalHost(hostname: string): string {
  const plain = hostname.replace(/\.$/, '');
  const mobileWiki = plain.replace(/^([a-z-]+)\.m\.(?=wiki)/, '$1.');
  let host = HOST_ALIASES[mobileWiki] ?? mobileWiki;
  while (HOST_PREFIX.test(host)) host = host.replace(HOST_PREFIX, '');
  return HOST_ALIASES[host] ?? host;
}

/** `https://www.google.com/amp/s/site/x` and `https://site.cdn.ampproject.org/c/s/site/x` are `https://site/x`. */
function unwrapAmp(url: URL): URL {
  const wrapped = /^\/(?:amp|c|v|a)\/(?:s\/)?([^/]+\.[^/]+.*)$/.exec(url.pathname);
  const isWrapper = /(^|\.)google\.[a-z.]+$/.test(url.hostname) || url.hostname.endsWith('.cdn.ampproject.org');
  if (wrapped === null || !isWrapper) return url;
  return parseWebUrl(`https://${wrapped[1]}${url.search}`) ?? url;
}

function canonicalPath(pathname: string, host: string): string {
  const withoutAmp = pathname.replace(/\/amp\/?$|\.amp(\.html)?$/i, (_, html) => (html ? '.html' : ''));
  const trimmed = withoutAmp.replace(/\/+$/, '').replace(/\/{2,}/g, '/');
  return host === 'github.com' ? trimmed.replace(/\.git$/, '').toLowerCase() : trimmed;
}

function canonicalQuery(url: URL, host: string): string {
  const kept = [...url.searchParams].filter(([key]) => !TRACKING.test(key) && TRACKING_BY_HOST[host]?.test(key) !== true);
  kept.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

/** The join key of a web page: https, bare host, no tracking, no fragment, sorted query. Null when it is no web URL. */
export function canonicalUrl(text: string, base?: string): string | null {
  const parsed = parseWebUrl(text, base);
  if (parsed === null) return null;
  const url = unwrapAmp(parsed);
  const host = canonicalHost(url.hostname);
  if (url.hostname === 'youtu.be') return `https://${host}/watch?v=${url.pathname.slice(1)}`;
  return `https://${host}${canonicalPath(url.pathname, host)}${canonicalQuery(url, host)}`;
}

/** Hosts where the first path segment, not the host, is who published. */
const SHARED_HOSTS = new Set([
  'github.com',
  'gitlab.com',
  'medium.com',
  'twitter.com',
  'dev.to',
  'codeberg.org',
  'substack.com',
  'bsky.app',
  'mastodon.social',
]);

/** Who stands behind a web page: the site, or on shared hosts the account. */
export function publisherOfUrl(canonical: string): string | null {
  const url = parseWebUrl(canonical);
  if (url === null) return null;
  const host = canonicalHost(url.hostname);
  const account = url.pathname.split('/')[1] ?? '';
  return SHARED_HOSTS.has(host) && account !== '' ? `${host}/${account.toLowerCase()}` : host;
}
