import { intAt } from './arrays.ts';
import type { Corpus } from './corpus.ts';
import { isEdition, isNumbered, isOfAddress, toCode } from './kinds.ts';
import { SERIAL_WORDS } from './words.ts';

const WHOLE = toCode('whole');

/** A number in a title and the word it belongs to: "part 3" is {context: 'part', value: '3'}, gpt-5 is {context: 'gpt', value: '5'}. */
interface Numbered {
  readonly context: string;
  readonly value: string;
  readonly isSerial: boolean;
}

/**
 * Two titles of one template tell different stories when their numbers disagree: all other words are equal ("Day 10", "Day 11"), or a
 * serial number or version of the same thing differs (Part 3 and Part 4, Python 3.10 and Python 3.11).
 */
export function isConflict(corpus: Corpus, left: number, right: number): boolean {
  const leftOnly = toNumbered(corpus, left, right);
  if (leftOnly.length === 0) return false;
  const rightOnly = toNumbered(corpus, right, left);
  if (rightOnly.length === 0 || isCompatible(leftOnly, rightOnly)) return false;
  if (hasSameWords(corpus, left, right)) return true;
  return leftOnly.some((mine) => mine.isSerial && rightOnly.some((other) => other.isSerial && other.context === mine.context));
}

function isCompatible(left: readonly Numbered[], right: readonly Numbered[]): boolean {
  return left.every((mine) => right.some((other) => isPrefix(mine.value, other.value) || isPrefix(other.value, mine.value)));
}

/** 3 is compatible with 3.0 and 3.1, but not with 30. */
function isPrefix(short: string, long: string): boolean {
  return long === short || long.startsWith(`${short}.`);
}

/** Numbers of `text` that `other` lacks. */
function toNumbered(corpus: Corpus, text: number, other: number): readonly Numbered[] {
  const found: Numbered[] = [];
  for (let entry = intAt(corpus.starts, text); entry < intAt(corpus.starts, text + 1); entry += 1) {
    const kind = intAt(corpus.kinds, entry);
    if (!isNumbered(kind) || hasToken(corpus, other, intAt(corpus.tokens, entry))) continue;
    const word = corpus.vocabulary[intAt(corpus.tokens, entry)] ?? '';
    const value = /(?<![\d.])\.*(\d[\d.]*\p{L}{0,3})$/u.exec(word)?.[1];
    if (value === undefined) continue;
    const context =
      kind === WHOLE ? word.slice(0, -value.length).replace(/-$/u, '') : toPrevious(corpus, text, intAt(corpus.positions, entry));
    found.push({ context, value, isSerial: isEdition(kind) || SERIAL_WORDS.has(context) });
  }
  return found;
}

function toPrevious(corpus: Corpus, text: number, position: number): string {
  for (let entry = intAt(corpus.starts, text); entry < intAt(corpus.starts, text + 1); entry += 1) {
    if (intAt(corpus.positions, entry) === position - 1) return corpus.vocabulary[intAt(corpus.tokens, entry)] ?? '';
  }
  return '';
}

function hasToken(corpus: Corpus, text: number, token: number): boolean {
  for (let entry = intAt(corpus.starts, text); entry < intAt(corpus.starts, text + 1); entry += 1) {
    if (intAt(corpus.tokens, entry) === token) return true;
  }
  return false;
}

function hasSameWords(corpus: Corpus, left: number, right: number): boolean {
  return hasAllWords(corpus, left, right) && hasAllWords(corpus, right, left);
}

function hasAllWords(corpus: Corpus, text: number, other: number): boolean {
  for (let entry = intAt(corpus.starts, text); entry < intAt(corpus.starts, text + 1); entry += 1) {
    const kind = intAt(corpus.kinds, entry);
    if (isNumbered(kind) || isOfAddress(kind)) continue;
    if (!hasToken(corpus, other, intAt(corpus.tokens, entry))) return false;
  }
  return true;
}
