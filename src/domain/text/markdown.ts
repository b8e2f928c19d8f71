import { CAPS } from './caps.ts';
import { toLine, toSafeUrl } from './contexts.ts';

/** Runs of plain ASCII, or one character that can open or close a structure wherever it stands. */
const PIECE = /[!-'*-;=?-Z^_a-{}~]+|[`|[\]()<>\\]/g;
const EMPHASIS = /[*_~]/g;
/** A character reference could decode to anything, hidden characters included. */
const REFERENCE = /&(?=#|[A-Za-z][A-Za-z0-9]{0,31};)/g;
/** What GFM's extended autolinks begin with: a scheme, `www.`, or a name before an `@`. */
const AUTOLINK = /:\/\/|www\.|[\w.+-]@[\w-]/i;
/** Heading, setext underline, list, table alignment. */
const LINE_START = /^(?:[-+=]|:(?=-))/;
const LIST_NUMBER = /^\d{1,9}(?=\.(?: |$))/;
const HASH = /(^| )#/g;

/**
 * A stranger's text as inline CommonMark/GFM that reads as written and can start nothing: no heading, list, quote, table, link,
 * image, emphasis, code of its own, HTML or autolink. `cap` counts code points before escaping. A bare address becomes a code
 * span, because renderers that look for addresses after parsing see through a backslash.
 */
export function toMarkdownText(text: string, cap: number): string {
  return toLine(text, cap)
    .replace(PIECE, (piece) => (AUTOLINK.test(piece) ? `\`${piece}\`` : escapePiece(piece)))
    .replace(HASH, '$1\\#')
    .replace(LINE_START, '\\$&')
    .replace(LIST_NUMBER, '$&\\')
    .replace(/!$/, '\\!');
}

/** `[label](<url>)`, or the label alone where the address is refused; an empty label shows the host instead. */
export function toMarkdownLink(label: string, url: string): string {
  const text = toMarkdownText(label, CAPS.title);
  const safe = toSafeUrl(url);
  if (safe === null) return text;
  const shown = text === '' ? toMarkdownText(new URL(safe).host, CAPS.title) : text;
  return `[${shown}](<${safe.replace(REFERENCE, '\\&')}>)`;
}

function escapePiece(piece: string): string {
  if (piece.length === 1 && '`|[]()<>\\'.includes(piece)) return `\\${piece}`;
  return piece.replace(EMPHASIS, '\\$&').replace(REFERENCE, '\\&');
}
