import { MAX_URL_LENGTH, parseWebUrl } from '../url.ts';
import { cut } from './cut.ts';
import { sanitise, sanitiseLine } from './sanitise.ts';

/** UTF-16 units of a stranger's text that are looked at for one line, unless the line itself may be longer. */
const INPUT_CAP = 16_384;
const ELLIPSIS = '…';
/** What a WHATWG path, query or fragment leaves bare, and Markdown, a shell line or a reader's linkifier might take for an end. */
const URL_BREAKERS = /[\s()[\]{}<>"'`|\\^]/g;

function inputCap(cap: number): number {
  return Math.max(INPUT_CAP, 2 * cap);
}

/** One safe line of at most `cap` code points, cut at a word with `…`; also `…` where the tail was too long to be looked at. */
export function toLine(text: string, cap: number): string {
  const line = sanitiseLine(text, inputCap(cap));
  const whole = text.length > inputCap(cap) ? `${line} ${ELLIPSIS}`.trimStart() : line;
  return cut(whole, cap, ELLIPSIS);
}

/** A line for a terminal: no control character and no escape sequence, so nothing moves, colours, links or copies. */
export function toTerminalText(text: string, cap: number): string {
  return toLine(text, cap);
}

/** The value of an `untrusted` key; the serialiser does the quoting. */
export function toUntrustedJson(text: string, cap: number): string {
  return toLine(text, cap);
}

/** A file name part `[a-z0-9-]` of at most `cap` characters (8 for the fallback); never empty, never a leading dash. */
export function toSlug(text: string, cap: number): string {
  const folded = sanitise(text, inputCap(cap)).normalize('NFKD').toLowerCase();
  const words = folded
    .replace(/[\p{M}'’]+/gu, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  const slug = cut(words, cap).replaceAll(' ', '-');
  return slug === '' ? 'untitled' : slug;
}

/** A web address in canonical ASCII, safe between `(<` and `>)` and on a terminal; null for other schemes, credentials and excess length. */
export function toSafeUrl(text: string): string | null {
  const url = parseWebUrl(text);
  if (url === null) return null;
  const rest = `${url.pathname}${url.search}${url.hash}`.replace(URL_BREAKERS, percentEncode);
  const safe = `${url.origin}${rest}`;
  return safe.length <= MAX_URL_LENGTH ? safe : null;
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
}
