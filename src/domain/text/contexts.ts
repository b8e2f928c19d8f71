import { MAX_URL_LENGTH, parseWebUrl, withoutCredentials } from '../url.ts';
import { cut } from './cut.ts';
import { MAX_INPUT, sanitise, sanitiseLine } from './sanitise.ts';

/** UTF-16 units of a stranger's text that are looked at for one line, unless the line itself may be longer. */
const INPUT_CAP = 16_384;
const ELLIPSIS = '…';
/** What a WHATWG path, query or fragment leaves bare, and Markdown, a shell line or a reader's linkifier might take for an end. */
const URL_BREAKERS = /[\s()[\]{}<>"'`|\\^]/g;
/** The WHATWG parser lets quotes, parentheses, backticks and `$` into a host, where no name of a site has them. */
const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:]+\])$/;
/** What begins a Markdown heading, were the line relayed into a chat that renders it, be it behind list marks of ours. */
const HEADING = /(?<=^|[ >])#{1,6}(?= |$)/g;
const FULL_WIDTH_HASH = '\uFF03';
/** Names that Windows opens as a device in whatever directory and with whatever extension. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

function inputCap(cap: number): number {
  return Math.min(MAX_INPUT, Math.max(INPUT_CAP, 2 * cap));
}

/** One safe line of at most `cap` code points, cut at a word with `…`; also `…` where the tail was too long to be looked at. */
export function toLine(text: string, cap: number): string {
  return cut(wholeLine(text, cap), cap, ELLIPSIS);
}

/**
 * A line for a terminal: no control character and no escape sequence, so nothing moves, colours, links or copies. What a host relays
 * may end in a chat that renders Markdown, so it begins no heading and defines no link there either.
 */
export function toTerminalText(text: string, cap: number): string {
  return cut(withoutBlocks(wholeLine(text, cap)), cap, ELLIPSIS);
}

/** The value of an `untrusted` key, safe on a terminal too; the serialiser does the quoting. */
export function toUntrustedJson(text: string, cap: number): string {
  return toTerminalText(text, cap);
}

function wholeLine(text: string, cap: number): string {
  const line = sanitiseLine(text, inputCap(cap));
  return text.length > inputCap(cap) ? `${line} ${ELLIPSIS}`.trimStart() : line;
}

function withoutBlocks(line: string): string {
  return line.replaceAll(']:', '] :').replace(HEADING, (hashes) => FULL_WIDTH_HASH.repeat(hashes.length));
}

/** A file name part `[a-z0-9-]` of at most `cap` characters (8 for the fallback); never empty, never a leading dash. */
export function toSlug(text: string, cap: number): string {
  const folded = sanitise(text, inputCap(cap)).normalize('NFKD').toLowerCase();
  const words = folded
    .replace(/[\p{M}'’]+/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const slug = cut(words, cap).replaceAll(' ', '-');
  return slug === '' || WINDOWS_DEVICE.test(slug) ? 'untitled' : slug;
}

/** A web address in canonical ASCII, safe between `(<` and `>)` and on a terminal, credentials left out; null for other schemes, odd hosts and excess length. */
export function toSafeUrl(text: string): string | null {
  const url = parseWebUrl(withoutCredentials(text));
  if (url === null || !PLAIN_HOST.test(url.hostname)) return null;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(URL_BREAKERS, percentEncode);
  const safe = `${url.origin}${rest}`;
  return safe.length <= MAX_URL_LENGTH ? safe : null;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
