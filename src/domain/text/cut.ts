import { CAPS } from './caps.ts';
import { sanitiseLine } from './sanitise.ts';

/** UTF-16 units of host text that are looked at at all. */
const HOST_TEXT_CAP = 4096;
/** What reads as a slip of the pen at the end of a cut phrase. */
const LOOSE_ENDS = ' "\'`.,;:!?-';
const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });

/**
 * At most `cap` code points, `ending` (of plain characters) included where something had to go. Cuts at white space when there is
 * some in the last third, else between two graphemes: never inside a surrogate pair, a base with its marks, or a flag.
 */
export function cut(text: string, cap: number, ending = ''): string {
  if (fits(text, cap)) return text;
  const room = cap - ending.length;
  return room < 0 ? '' : `${atWord(text, headWithin(text, room))}${ending}`;
}

/** As {@link cut}, but at most `units` UTF-16 units, which is what the schemas count. */
export function cutToUnits(text: string, units: number): string {
  if (text.length <= units) return text;
  const wholePoints = text.slice(0, units).replace(/[\uD800-\uDBFF]$/, '');
  return cut(text, [...wholePoints].length);
}

/** A host's topic name: one safe line of at most 96 UTF-16 units, cut at a word; null where no letter or digit is left. */
export function cutName(text: string): string | null {
  return cutPhrase(text, CAPS.name);
}

/** A host's angle: as a name, at most 200. */
export function cutAngle(text: string): string | null {
  return cutPhrase(text, CAPS.angle);
}

function cutPhrase(text: string, units: number): string | null {
  const line = sanitiseLine(text, HOST_TEXT_CAP);
  const phrase = line.length <= units ? line : withoutLooseEnds(cutToUnits(line, units));
  return /[\p{L}\p{N}]/u.test(phrase) ? phrase : null;
}

function withoutLooseEnds(text: string): string {
  let end = text.length;
  while (end > 0 && LOOSE_ENDS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

function fits(text: string, cap: number): boolean {
  return endOfPoints(text, cap) === text.length;
}

/** Index just after the first `cap` code points. */
function endOfPoints(text: string, cap: number): number {
  let end = 0;
  for (let count = 0; count < cap && end < text.length; count += 1) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}

/** Asks for the one grapheme at the cut: walking all of them takes V8 time that grows with the square of the length. */
function headWithin(text: string, cap: number): string {
  const end = endOfPoints(text, cap);
  const around = GRAPHEMES.segment(text.slice(0, end + 2)).containing(end);
  return text.slice(0, around?.index ?? end);
}

function atWord(text: string, head: string): string {
  if (/\s/.test(text.charAt(head.length))) return head.trimEnd();
  const space = Math.max(head.lastIndexOf(' '), head.lastIndexOf('\n'));
  return (space >= (head.length * 2) / 3 ? head.slice(0, space) : head).trimEnd();
}
