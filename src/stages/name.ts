import { CAPS } from '../domain/text/caps.ts';
import { cut, cutToUnits } from '../domain/text/cut.ts';
import { tokenise } from './cluster/tokens.ts';

const MAX_WORDS = 6;
const MAX_LENGTH = 80;
/** Scripts without spaces get a length instead of a word count. */
const MAX_UNSPACED = 24;

const SCAFFOLDS: readonly RegExp[] = [
  /^(show|ask|tell|launch) hn\s*[:–—-]\s*/i,
  /^(psa|til|eli5|breaking|update|opinion|news|video)\s*[:–—-]\s*/i,
  /^\[[^\]]{1,20}\]\s*/,
  /^https?:\/\/(www\.)?/i,
  /^(how|why|what|when|where|who|which)\s+(do|does|did|is|are|was|were|can|could|should|would|will)\s+((i|we|you|they|it|there)\s+)?/i,
  /^(is|are|can|could|should|would|will|does|do|did|has|have)\s+(anyone|anybody|someone|there|it|this|we|you|i|they)\s+(else\s+)?/i,
  /^(i|we)('ve)?\s+(just\s+)?(built|made|wrote|created|found|tried|launched|released|open[- ]sourced)\s+/i,
  /^my\s+(coworker|boss|friend|wife|husband|company|team)\s+/i,
  /^(hey|please|so|well|ok|okay|introducing|announcing|presenting|meet)\s*[,:!]?\s+/i,
  /^(a|an|the)\s+/i,
];
/** A note in brackets, a year, a publisher after a dash; longer than this it is part of the title. */
const SUFFIXES: readonly RegExp[] = [/\[[^\]]{1,20}\]$/, /\((18|19|20)\d\d\)$/, /\s[-–—|]\s[^-–—|]{2,}$/];
const MAX_SUFFIX = 33;
/** Punctuation between two clauses; the dot of an initial or of a title ends none. */
const CLAUSE_BREAK =
  /[;:!?](?=\s|$)|[。！？；：，、…|]|,(?=\s)|\s[–—-](?=\s)|(?<!\b(?:\p{L}|vs|dr|mr|ms|mrs|st|no|inc|jr|sr|etc))\.(?=\s|$)/giu;
const SECOND_QUESTION = /\s(and|but|or)\s+(why|how|what|when|where|who|which|should|does|is|are)\b.*/is;
const EDGE = /^[\s"'`“”‘’.,;:!?()[\]–—-]+|(?<![\s"'`“”‘’.,;:!?([–—-])[\s"'`“”‘’.,;:!?([–—-]+$/gu;
/** A name of more than two words does not end on one of these. */
const TRAILING_WORDS: ReadonlySet<string> = new Set(
  'a an the of in on at for to by with and or as is are was were be has have from that this its their your our using'.split(' '),
);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The engine's own name for a story: its title without anecdote framing, cut at the first clause that names something and
 * then at six words. Null when the title holds no letter and no digit.
 */
export function heuristicName(title: string): string | null {
  const plain = withoutScaffolding(title.replace(/[‘’]/g, "'").replace(/[“”"]/g, '').trim());
  const shortened = UNSPACED.test(plain) ? cutUnspaced(plain) : cutWords(nameRepository(plain));
  const name = withoutLoneBrackets(cutToUnits(cut(shortened, MAX_LENGTH), CAPS.name).replace(EDGE, ''));
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

/** A title that is all framing ("What can I do") keeps it: its rest would name nothing. */
function withoutScaffolding(title: string): string {
  let text = title;
  for (let round = 0; round < SCAFFOLDS.length; round += 1) {
    const before = text;
    for (const scaffold of SCAFFOLDS) text = text.replace(scaffold, '');
    if (text === before) break;
  }
  const unsuffixed = withoutSuffix(text);
  const rest = countWords(unsuffixed) >= 2 ? unsuffixed : text;
  return rest !== '' && tokenise(rest).length === 0 ? title : rest;
}

function withoutSuffix(text: string): string {
  const starts = SUFFIXES.flatMap((suffix) => {
    const found = suffix.exec(text.slice(-MAX_SUFFIX));
    return found === null ? [] : [found.index];
  });
  return starts.length === 0 ? text : text.slice(0, Math.max(0, text.length - MAX_SUFFIX) + Math.min(...starts)).trimEnd();
}

/** `owner/repo: what it does` is known by its repository's name; TCP/IP and 24/7 are no repositories. */
function nameRepository(text: string): string {
  const repository = /^(?![A-Z\d]{1,4}\/[A-Z\d]{1,4}:)[\w.-]+\/([\w.-]+)(?::|$)/.exec(text);
  return repository?.[1] === undefined ? text : repository[1].replace(/[-_]+/g, ' ');
}

function countWords(text: string): number {
  return text.trim().split(/\s+/).length;
}

function firstWords(text: string): string[] {
  return text.trim().split(/\s+/).slice(0, MAX_WORDS);
}

function cutWords(text: string): string {
  if (countWords(text) <= MAX_WORDS) return text;
  const clause = firstNamingClause(text).replace(SECOND_QUESTION, '');
  const words = firstWords(clause);
  while (words.length > 2 && TRAILING_WORDS.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}

/** The first clause that names something; else the first. */
function firstNamingClause(text: string): string {
  const isLong = (clause: string) => countWords(clause) >= 2;
  const [first, ...others] = splitClauses(text, isLong);
  return [first, ...others].find((clause) => isLong(clause) && /\p{Lu}|\d/u.test(clause)) ?? first;
}

/** Too short a clause goes with the next one, so that "Apple, Google and ..." keeps its subject. */
function splitClauses(text: string, isEnough: (clause: string) => boolean): [first: string, ...others: string[]] {
  const found = [...text.matchAll(CLAUSE_BREAK)].find((candidate) => isEnough(text.slice(0, candidate.index)));
  if (found === undefined) return [text];
  return [text.slice(0, found.index), ...splitClauses(text.slice(found.index + found[0].length), isEnough)];
}

function cutUnspaced(text: string): string {
  const [clause] = [...text].length <= MAX_UNSPACED ? [text] : splitClauses(text, (part) => [...part.trim()].length >= 4);
  return firstWords(cut(clause.trim(), MAX_UNSPACED)).join(' ');
}

function withoutLoneBrackets(name: string): string {
  const isEven = name.split('(').length === name.split(')').length && name.split('[').length === name.split(']').length;
  return isEven ? name : name.replace(/[()[\]]/g, '').trim();
}
