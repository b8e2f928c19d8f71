import { decodeHTMLStrict } from 'entities';
import { cut } from '../domain/text/cut.ts';

/** Code points; UTF-16 needs at most twice as many units, which is what the item schema allows. */
export const TITLE_CAP = 500;
export const SNIPPET_CAP = 1000;
export const COMMENT_CAP = 2000;

/** How much of a field is looked at at all, in output caps: markup may make up the greater part of HTML. */
const HEADROOM = 8;

const BLOCK_TAG = /<\/?(?:p|br|hr|div|li|ul|ol|pre|blockquote|tr|td|th|table|h[1-6])(?=[\s/>])[^<>]*>/gi;
const ANY_TAG = /<[a-z/!?][^<>]*>/gi;
const CLOSED_PAIR = /<([a-z][a-z0-9]*)(?:\s[^<>]*)?>([^<>]*)<\/\1>/gi;

// Split instead of a lazy pattern, which many unclosed comments would make quadratic.
function withoutComments(html: string): string {
  const [first = '', ...rest] = html.split('<!--');
  const closed = rest.map((part) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : ''));
  return [first, ...closed].join('');
}

function toOneLine(text: string, cap: number): string {
  return cut(text.replace(/\s+/g, ' ').trim(), cap, '…');
}

/** What a reader of an HTML field sees, as one line of at most `cap` code points: tags go first, so that encoded ones stay as text. */
export function toPlainText(html: string, cap: number): string {
  const bare = withoutComments(html.slice(0, cap * HEADROOM))
    .replace(BLOCK_TAG, ' ')
    .replace(ANY_TAG, '');
  return toOneLine(decodeHTMLStrict(bare), cap);
}

/**
 * One line of a field that holds plain text, entities that slipped in decoded. Only a closed pair of tags is taken for markup:
 * `vector<bool>` and `<ruby>: the annotation element` are what such a title is about.
 */
export function toPlainLine(text: string, cap: number): string {
  const decoded = decodeHTMLStrict(text.slice(0, cap * HEADROOM));
  return toOneLine(decoded.replace(CLOSED_PAIR, '$2').replace(CLOSED_PAIR, '$2'), cap);
}
