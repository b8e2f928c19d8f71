/**
 * Canonical outbound URLs, on which items of several sources join: one story linked with a tracking parameter here
 * and from a mobile or AMP host there is still one URL. Pure; the WHATWG parser does the reading.
 */
const TRACKING =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|igshid|mc_[ce]id|_hs(enc|mi)|ref|ref_src|ref_url|referrer|cmpid|cmp|ocid|smid|spm|s_cid|ncid|sr_share|guccounter|guce_\w+|at_\w+|amp|outputtype)$/i;

/** Parameters that only track on one site, and mean something elsewhere. */
const TRACKING_BY_HOST: ReadonlyMap<string, RegExp> = new Map([
  ['medium.com', /^(source|sk)$/],
  ['youtube.com', /^(feature|si|t|ab_channel|pp)$/],
  ['twitter.com', /^(s|t|lang)$/],
]);
/** UTF-16 units. */
export const MAX_URL_LENGTH = 2048;
const HOST_PREFIX = /^(www\d?|m|mobile|amp|old|new|np|i|touch|wap)\.(?=[^.]+\.)/;
const HOST_ALIASES: ReadonlyMap<string, string> = new Map([
  ['youtu.be', 'youtube.com'],
  ['x.com', 'twitter.com'],
]);
/** Each pass only strips or sorts; what is not at rest after so many was built to keep us busy. */
const MAX_PASSES = 8;

/** Parses an http(s) URL; null for anything else, for credentials and for absurd length. */
export function parseWebUrl(text: string, base?: string): URL | null {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text, base)) return null;
  const url = new URL(text, base);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' ? url : null;
}

/** The same address without a user and a password, which say nothing of the page and hide its host; other texts as they are. */
export function withoutCredentials(text: string): string {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  return url.href;
}

function canonicalHost(hostname: string): string {
  let host = hostname.replace(/\.$/, '').replace(/^([a-z-]+)\.m\.(?=wiki)/, '$1.');
  while (HOST_PREFIX.test(host)) host = host.replace(HOST_PREFIX, '');
  return HOST_ALIASES.get(host) ?? host;
}

/** `https://www.google.com/amp/s/site/x` and `https://site.cdn.ampproject.org/c/s/site/x` are `https://site/x`. */
function unwrapAmp(url: URL): URL {
  const wrapped = /^\/(?:amp|c|v|a)\/(?:s\/)?([^/][^/.]*\.[^/].*)$/.exec(url.pathname);
  const isWrapper = /^(www\.)?google\.(com?\.)?[a-z]{2,3}$/.test(url.hostname) || url.hostname.endsWith('.cdn.ampproject.org');
  if (wrapped === null || !isWrapper) return url;
  return parseWebUrl(`https://${wrapped[1]}${url.search}`) ?? url;
}

function canonicalPath(pathname: string, host: string): string {
  const single = pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '');
  const withoutAmp = single.replace(/\/amp$|\.amp(?=(\.html)?$)/i, '');
  return host === 'github.com' ? withoutAmp.replace(/\.git$/i, '').toLowerCase() : withoutAmp;
}

function canonicalQuery(url: URL, host: string): string {
  const kept = [...url.searchParams].filter(([key]) => !TRACKING.test(key) && TRACKING_BY_HOST.get(host)?.test(key) !== true);
  kept.sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0));
  return kept.length === 0 ? '' : `?${new URLSearchParams(kept)}`;
}

/** Id of a video under its short addresses, youtu.be/<id> and youtube.com/shorts/<id>; null for other pages. */
function videoIdOf({ hostname, pathname }: URL): string | null {
  const pattern = hostname.endsWith('youtu.be') ? /^\/([\w-]+)\/*$/ : /^\/(?:shorts|live)\/([\w-]+)\/*$/;
  return pattern.exec(pathname)?.[1] ?? null;
}

function canonicalise(text: string, base?: string): string | null {
  const parsed = parseWebUrl(text, base);
  if (parsed === null) return null;
  const url = unwrapAmp(parsed);
  const host = canonicalHost(url.hostname);
  const videoId = host === 'youtube.com' ? videoIdOf(url) : null;
  if (videoId !== null) return `https://${host}/watch?v=${videoId}`;
  const port = ['', '80', '443'].includes(url.port) ? '' : `:${url.port}`;
  return `https://${host}${port}${canonicalPath(url.pathname, host)}${canonicalQuery(url, host)}`;
}

/**
 * The join key of a web page: https, bare host, no tracking, no fragment, sorted query; its own canonical URL. Null when it is
 * no web URL, or one that is too long.
 */
export function canonicalUrl(text: string, base?: string): string | null {
  let current = canonicalise(text, base);
  for (let pass = 0; current !== null && pass < MAX_PASSES; pass += 1) {
    const next = canonicalise(current);
    if (next === current) return current;
    current = next;
  }
  return null;
}
