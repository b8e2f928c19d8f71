import { stripEscapes } from './escapes.ts';

/** UTF-16 units of one text that are looked at whatever the cap: no megabyte of a stranger's costs more than this. */
export const MAX_INPUT = 65_536;
/** Every line break there is: CR LF, CR, VT, FF, NEL, LINE and PARAGRAPH SEPARATOR. */
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** A run at a time, as everything here that may come in runs: a million matches cost more than a million characters. */
const LONE_SURROGATES = /\p{Cs}+/gu;
/** Nothing a reader can see: controls, format, private use, unassigned, default-ignorable, and the blank braille cell. */
const HIDDEN = /(?:(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800])+/gu;
const MARK_PILE = /(\p{M}{3})\p{M}+/gu;
const COMMENT_OPEN = '<!--';
const TAG_START = /<(?=[\p{L}/!?|])/gu;
const LEADING_BLANK = /^[\s\p{M}]+/u;

/**
 * The one sanitiser: what strangers wrote, made safe to show to a person, a terminal or a model, still as text of several lines.
 * Pure, total, linear and idempotent; `cap` counts UTF-16 units (65,536 at most) and bounds the input before any pattern sees it, and
 * the output.
 *
 * Lost on purpose, so that nothing hidden gets through: zero-width joiners and variation selectors (an emoji family falls apart
 * into its members, a red heart may turn black and white, some Indic and Arabic ligatures are spelt out), direction marks (mixed
 * right-to-left lines may order their punctuation otherwise), flags of regions (their tag characters), code points newer than
 * this runtime's Unicode, the fourth and later combining mark of a pile, HTML comments. The store keeps the raw text.
 */
export function sanitise(text: string, cap: number): string {
  const visible = stripEscapes(headOf(text, cap))
    .replace(LINE_BREAK, '\n')
    .replaceAll('\t', ' ')
    .replace(LONE_SURROGATES, (run) => '\uFFFD'.repeat(run.length))
    .replace(HIDDEN, '');
  const inert = stripComments(visible)
    .replace(MARK_PILE, '$1')
    .replace(TAG_START, '\u2039')
    .split('![')
    .join('! [')
    .split('](')
    .join('] (')
    .replace(/`{3,}/g, '``')
    .replace(/~{3,}/g, '~~');
  return headOf(inert, cap);
}

/** `sanitise`, then one line: white space collapsed and trimmed, and no mark that would settle on what stands before the text. */
export function sanitiseLine(text: string, cap: number): string {
  return sanitise(text, cap).replace(/\s+/g, ' ').replace(LEADING_BLANK, '').trimEnd();
}

/** At most `cap` UTF-16 units, never half a surrogate pair. */
function headOf(text: string, cap: number): string {
  const head = text.slice(0, Math.max(0, Math.min(cap, MAX_INPUT)));
  const isSplit = /[\uD800-\uDBFF]$/.test(head.slice(-1)) && /^[\uDC00-\uDFFF]/.test(text.charAt(head.length));
  return isSplit ? head.slice(0, -1) : head;
}

/** Closed as HTML closes them (`-->`, `--!>`, and at once: `<!-->`); an open one hides the rest, as it would in a page. */
function stripComments(text: string): string {
  const close = /--!?>/g;
  const kept: string[] = [];
  let at = 0;
  for (let open = text.indexOf(COMMENT_OPEN); open >= 0; open = text.indexOf(COMMENT_OPEN, at)) {
    kept.push(text.slice(at, open));
    close.lastIndex = open + 2;
    at = close.test(text) ? close.lastIndex : text.length;
  }
  kept.push(text.slice(at));
  return kept.join('');
}
