import type { Kind } from './kinds.ts';
import { COMMON_BIGRAMS, COMMON_WORDS, SINGULAR_S, STOP_CHARACTERS, STOP_WORDS, TOPIC_WORDS } from './words.ts';

/** `position` counts words and breaks, so that neighbours differ by exactly one; a stem stands where its long form stands. */
export interface Token {
  readonly text: string;
  readonly kind: Kind;
  readonly position: number;
}

// A title is a line; whatever goes on longer is an attack on the join, not a title.
const MAX_LENGTH = 500;

const SCAFFOLDING =
  /^(?:show|ask|tell|launch) hn\b\s*[:–—-]?|[[(](?:video|audio|pdf|oc|[dpnr]|discussion|project|research|news|yc [swfx]\d\d|(?:18|19|20)\d\d)[\])]/gu;

// Scripts written without spaces, or (Hangul) with endings glued on: cut into character pairs, as ICU's word lists vary by build.
const SPACELESS = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const SPACELESS_RUN = new RegExp(`[${SPACELESS}]+`, 'gu');
const OTHER_SCRIPT = /[^\P{L}\p{sc=Latin}]{2}/u;
const LATIN = /^\p{sc=Latin}/u;
const HIRAGANA_PAIR = /^[\p{sc=Hiragana}ー]+$/u;

const WORD =
  /\d+(?:[.,]\d+)+(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:[a-z](?:\+\+|#)|\.net)(?![\p{L}\p{N}])|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.\-'][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu;
const NUMBER = /^(v?)\d+(?:[.,]\d+)*$/u;
const YEAR = /^(?:19|20)\d\d$/u;
const MEASURE = /^\d[\d.]*\p{L}{1,3}$/u;
const SYMBOLIC = /^(?:[a-z](?:\+\+|#)|\.net)$/u;
const INITIALS = /^\p{L}(?:\.\p{L})+$/u;
const SERIES_NAME = /^\p{L}[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)*-\d+(?:\.\d+)*$/u;
const HAS_DIGIT = /\p{N}/u;
const TRAILING_DIGITS = /(?<!\d)\d+$/u;
const MIN_STEM = 3;
// Shorter mixtures (k8s, mp4, i18n) are everyday names, not the mark of one story.
const MIN_IDENTIFIER = 5;

/** The distinct tokens of a title in reading order; empty when it holds nothing but grammar, scaffolding or symbols. */
export function tokenise(title: string): readonly Token[] {
  const text = title
    .slice(0, MAX_LENGTH)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[’‘ʼ]/gu, "'")
    .replace(SCAFFOLDING, ' ')
    .replace(/https?:\/\/\S+/gu, ' ');
  const sink = new TokenSink(OTHER_SCRIPT.test(text));
  let end = 0;
  for (const run of text.matchAll(SPACELESS_RUN)) {
    addWords(text.slice(end, run.index), sink);
    addBigrams(run[0], sink);
    end = run.index + run[0].length;
  }
  addWords(text.slice(end), sink);
  return sink.tokens;
}

class TokenSink {
  readonly tokens: Token[] = [];
  readonly #seen = new Set<string>();
  readonly #isForeignText: boolean;
  #position = 0;

  constructor(isForeignText: boolean) {
    this.#isForeignText = isForeignText;
  }

  /** Leaves a gap, so that words on both sides of a stop word or punctuation are not neighbours. */
  skip(): void {
    this.#position += 1;
  }

  add(text: string, kind: Kind): void {
    this.addBeside(text, kind);
    this.#position += 1;
  }

  /** Adds a token that shares its place with the next one. */
  addBeside(text: string, kind: Kind): void {
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    const isForeign = this.#isForeignText && kind === 'word' && LATIN.test(text);
    this.tokens.push({ text, kind: isForeign ? 'foreign' : kind, position: this.#position });
  }
}

/** Pairs never reach across a particle, which is where most words end. */
function addBigrams(run: string, sink: TokenSink): void {
  let previous = '';
  let length = 0;
  for (const character of `${run} `) {
    const isEnd = character === ' ' || STOP_CHARACTERS.has(character);
    if (isEnd && length === 1) sink.add(previous, 'faint');
    if (!isEnd && length > 0) addBigram(previous + character, sink);
    length = isEnd ? 0 : length + 1;
    previous = character;
  }
  sink.skip();
}

function addBigram(pair: string, sink: TokenSink): void {
  sink.add(pair, COMMON_BIGRAMS.has(pair) || HIRAGANA_PAIR.test(pair) ? 'faint' : 'bigram');
}

function addWords(text: string, sink: TokenSink): void {
  let end = 0;
  for (const match of text.matchAll(WORD)) {
    if (text.slice(end, match.index).trim() !== '') sink.skip();
    addCompound(match[0], sink);
    end = match.index + match[0].length;
  }
  sink.skip();
}

/** A word as written, with its inner dots, hyphens and apostrophes: v3.0, gpt-5, node.js, open-source, apple's. */
function addCompound(written: string, sink: TokenSink): void {
  const text = written.replace(/'s?(?=$|[-.])/gu, '').replaceAll("'", '');
  if (SYMBOLIC.test(text)) sink.add(text, 'topic');
  else if (NUMBER.test(text)) addNumber(text, sink);
  else if (MEASURE.test(text)) sink.add(text, 'number');
  else if (INITIALS.test(text)) addWord(text.replaceAll('.', ''), sink);
  else if (SERIES_NAME.test(text)) addSeriesName(text, sink);
  else if (text.includes('.')) addDotted(text, sink);
  else for (const part of text.split('-')) addWord(part, sink);
}

/** A version also counts by its major number, so that v3 meets 3.0; 0 is everybody's first and says nothing. */
function addNumber(text: string, sink: TokenSink): void {
  const isVersion = text.startsWith('v') || text.includes('.');
  const digits = withoutZeros(text.replace(/^v/u, '').replaceAll(',', ''));
  const major = digits.replace(/\..*/su, '');
  if (major !== digits) sink.addBeside(digits, 'version');
  if (major !== digits && major === '0') sink.skip();
  else sink.add(major, toNumberKind(major, major === digits && isVersion));
}

/** 3.0.0 is 3.0, and 1.2.0 is 1.2: trailing zeros go, but for the first number after the dot. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits.endsWith('.0', end) && digits.indexOf('.') < end - 2) end -= 2;
  return digits.slice(0, end);
}

function toNumberKind(major: string, isVersion: boolean): Kind {
  if (isVersion) return 'version';
  return YEAR.test(major) ? 'year' : 'number';
}

/** node.js also counts as node; what follows the first part is a file type, a top-level domain or noise. */
function addDotted(text: string, sink: TokenSink): void {
  sink.addBeside(text, 'whole');
  for (const part of text.split(/[.-]/u, 1)) addWord(part, sink);
}

/** gpt-5 also counts as gpt; us-east-1 and F-35 have no stem worth a word and are names as they stand. */
function addSeriesName(text: string, sink: TokenSink): void {
  const stem = text.replace(/-[\d.]+$/u, '');
  if (stem.length < MIN_STEM || stem.includes('-')) {
    sink.add(text, 'identifier');
    return;
  }
  sink.addBeside(text, 'whole');
  addWord(stem, sink);
}

function addWord(text: string, sink: TokenSink): void {
  if (NUMBER.test(text)) addNumber(text, sink);
  else if (MEASURE.test(text)) sink.add(text, 'number');
  else if (HAS_DIGIT.test(text)) addIdentifier(text, sink);
  else if (STOP_WORDS.has(text) || text === '') sink.skip();
  else {
    const word = toSingular(text);
    sink.add(word, toWordKind(text, word));
  }
}

function toWordKind(written: string, word: string): Kind {
  if (TOPIC_WORDS.has(word)) return 'topic';
  return COMMON_WORDS.has(written) || COMMON_WORDS.has(word) || word.length === 1 ? 'common' : 'word';
}

function addIdentifier(text: string, sink: TokenSink): void {
  const stem = text.replace(TRAILING_DIGITS, '');
  if (stem === text || stem.length < MIN_STEM) {
    sink.add(text, text.length < MIN_IDENTIFIER ? 'word' : 'identifier');
    return;
  }
  sink.addBeside(text, 'whole');
  addWord(stem, sink);
}

/** Folds English plurals only; a stemmer would also weld "universal" to "university". */
function toSingular(word: string): string {
  if (word.length <= 3 || !/^[a-z]+s$/u.test(word) || /(?:ss|us|is)$/u.test(word) || SINGULAR_S.has(word)) return word;
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:ss|x|ch|sh)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}
