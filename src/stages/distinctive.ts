import type { Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import { type Token, tokenise } from './cluster/tokens.ts';

type Kind = Token['kind'];

/** How much a kind of token says about which story this is. */
export const KIND_WEIGHTS: Readonly<Record<Kind, number>> = {
  identifier: 2,
  foreign: 1.5,
  word: 1,
  version: 0.6,
  common: 0.25,
  year: 0.2,
  number: 0.2,
  bigram: 0.3,
  whole: 0,
  faint: 0,
  topic: 0.7,
  address: 0,
  handle: 0,
};
/** Whose repository it is says less than what it is. */
const REPOSITORY_OWNER = /^[\w.-]+\/(?=[\w.-]+(?::|$))/;
const NAMED_BOOST = 1.5;
const PROPER_BOOST = 1.6;
/** A word that only the host's name has: it adds to what a hit may say, and steers no search. */
const NAME_ONLY_WEIGHT = 0.3;
const KEPT = 8;
const KEPT_OF_NAME = 3;
/** Share of the two heaviest words' weight that makes an item on-topic. */
const RELEVANT_SHARE = 0.6;

export interface DistinctiveWord {
  readonly text: string;
  readonly weight: number;
  readonly kind: Kind;
  /** Share of seed titles that carry it, 0-1. */
  readonly share: number;
}

/**
 * The words that tell a story from the others of its pool, heaviest first: share of seed titles x kind x log(pool / stories
 * that have it), ties in reading order. They come from the seeds, so that research does not hang on the name a host happened
 * to choose: its words only follow, and where there is but one title they say which of its words matter.
 */
export function distinctiveWords(nomination: Nomination, pool: readonly Nomination[], name: string): DistinctiveWord[] {
  const titles = nomination.seeds.map(({ item }) => (item.source === 'github' ? item.title.replace(REPOSITORY_OWNER, '') : item.title));
  const named = titles.length === 1 ? new Set(tokenise(name).map((token) => token.text)) : new Set<string>();
  const spread = storyCounts(pool);
  const proper = properNouns(titles);
  const words = [...countTokens(titles)].map(([text, { kind, count }]) => {
    const share = count / titles.length;
    const rarity = Math.log1p(pool.length / (spread.get(text) ?? 1));
    return {
      text,
      kind,
      share,
      weight: share * KIND_WEIGHTS[kind] * rarity * (proper.has(text) ? PROPER_BOOST : 1) * (named.has(text) ? NAMED_BOOST : 1),
    };
  });
  const added = tokenise(name)
    .filter((token) => !words.some((word) => word.text === token.text))
    .map(({ text, kind }) => ({ text, kind, share: 0, weight: NAME_ONLY_WEIGHT * KIND_WEIGHTS[kind] }));
  return [...toHeaviest(words, KEPT), ...toHeaviest(added, KEPT_OF_NAME)];
}

function toHeaviest(words: readonly DistinctiveWord[], count: number): DistinctiveWord[] {
  return words
    .filter((word) => word.weight > 0)
    .sort((left, right) => right.weight - left.weight)
    .slice(0, count);
}

function countTokens(titles: readonly string[]): Map<string, { kind: Kind; count: number }> {
  const counts = new Map<string, { kind: Kind; count: number }>();
  for (const token of titles.flatMap((title) => tokenise(title))) {
    counts.set(token.text, { kind: token.kind, count: (counts.get(token.text)?.count ?? 0) + 1 });
  }
  return counts;
}

function storyCounts(pool: readonly Nomination[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { seeds } of pool) {
    const own = new Set(seeds.flatMap((seed) => tokenise(seed.item.title).map((token) => token.text)));
    for (const text of own) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Tokens written with a capital where not all words are, and never without one. */
function properNouns(titles: readonly string[]): Set<string> {
  const proper = new Set<string>();
  const plain = new Set<string>();
  for (const title of titles) {
    const words = title.split(/\s+/);
    const isHeadline = words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * 0.7;
    for (const word of words) {
      const isNamed = /\p{Lu}.*\p{Lu}/u.test(word) || (!isHeadline && /^\P{L}*\p{Lu}/u.test(word));
      for (const token of tokenise(word)) (isNamed ? proper : plain).add(token.text);
    }
  }
  return new Set([...proper].filter((text) => !plain.has(text)));
}

/** On-topic: carries enough of the heaviest words, or is the very page a seed links to. */
export function isRelevant(
  item: Pick<Item, 'title' | 'snippet' | 'url'>,
  words: readonly DistinctiveWord[],
  seedUrls: ReadonlySet<string>,
): boolean {
  if (item.url !== null && seedUrls.has(item.url)) return true;
  return (
    matchedWeight(item.title, words) >= relevantWeight(words) ||
    matchedWeight(`${item.title} ${item.snippet.slice(0, 300)}`, words) >= 1.5 * relevantWeight(words)
  );
}

/** Measured by the seeds' own words where they have any, whatever else the name says. */
function relevantWeight(words: readonly DistinctiveWord[]): number {
  const own = words.filter((word) => word.share > 0);
  const [first, second] = own.length > 0 ? own : words;
  return first === undefined ? Number.POSITIVE_INFINITY : RELEVANT_SHARE * (first.weight + (second?.weight ?? 0));
}

/** Summed weight of the distinctive words a text carries. */
export function matchedWeight(text: string, words: readonly DistinctiveWord[]): number {
  const present = new Set(tokenise(text).map((token) => token.text));
  return words.reduce((sum, word) => sum + (present.has(word.text) ? word.weight : 0), 0);
}

/** The first query and, for when it finds nothing, a broader one (null when there is none). */
export interface QueryPlan {
  readonly first: readonly string[];
  readonly broader: readonly string[] | null;
}

const STRONG_SHARE = 0.6;

export function planQueries(words: readonly DistinctiveWord[], name: string): QueryPlan {
  const searchable = words.filter((word) => word.kind !== 'bigram' && word.share > 0);
  const [first, second] = searchable;
  if (first === undefined) return { first: wordsOfName(name), broader: null };
  if (second === undefined) return { first: [first.text], broader: null };
  if (isStrong(first, second)) return { first: [first.text], broader: [second.text] };
  return { first: [first.text, second.text], broader: [first.text] };
}

/** What to ask for where no seed title has a word a site could search for. */
function wordsOfName(name: string): string[] {
  const words = tokenise(name).filter((token) => KIND_WEIGHTS[token.kind] >= 0.5);
  return words.length > 0 ? words.slice(0, 2).map((token) => token.text) : [name];
}

/** A word that finds the story alone. */
function isStrong(first: DistinctiveWord, second: DistinctiveWord): boolean {
  return first.kind === 'identifier' || (first.share >= STRONG_SHARE && first.weight >= 2 * second.weight);
}
