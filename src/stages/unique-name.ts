import { CAPS } from '../domain/text/caps.ts';
import { cutToUnits } from '../domain/text/cut.ts';
import { type Token, tokenise } from './cluster/tokens.ts';
import { KIND_WEIGHTS } from './distinctive.ts';

const TRIED_TOKENS = 5;

/** Names given so far, case-folded, with the titles of the story that has each. */
export type TakenNames = ReadonlyMap<string, readonly string[]>;

/**
 * A name nobody has taken (case-folded): the name itself, else with one of its titles' frequent words that the titles of its
 * holder lack; null when the two stories cannot be told apart.
 */
export function uniqueName(name: string, titles: readonly string[], taken: TakenNames): string | null {
  const holder = taken.get(name.toLowerCase());
  if (holder === undefined) return name;
  const candidates = distinguishing(name, titles, holder).map((word) => suffixed(name, word));
  return candidates.find((candidate) => !taken.has(candidate.toLowerCase())) ?? null;
}

/** As {@link uniqueName}, but a judged story is never dropped: an ordinal tells the last ones apart. */
export function uniqueNameOrOrdinal(name: string, titles: readonly string[], taken: TakenNames): string {
  const unique = uniqueName(name, titles, taken);
  if (unique !== null) return unique;
  let ordinal = 2;
  while (taken.has(suffixed(name, `${ordinal}`).toLowerCase())) ordinal += 1;
  return suffixed(name, `${ordinal}`);
}

/** The suffix tells names apart, so it is the name that gives way. */
function suffixed(name: string, suffix: string): string {
  return `${cutToUnits(name, CAPS.name - suffix.length - 1)} ${suffix}`;
}

/** Words of the titles that neither the name nor the holder's titles have, most telling first, in the titles' own spelling. */
function distinguishing(name: string, titles: readonly string[], holder: readonly string[]): string[] {
  const known = new Set([name, ...holder].flatMap((text) => tokenise(text).map((token) => token.text)));
  const weights = new Map<string, { readonly kind: Token['kind']; readonly weight: number }>();
  for (const { text, kind } of titles.flatMap((title) => tokenise(title))) {
    if (!known.has(text)) weights.set(text, { kind, weight: (weights.get(text)?.weight ?? 0) + KIND_WEIGHTS[kind] });
  }
  return [...weights]
    .filter(([, { weight }]) => weight > 0)
    .sort(([left, a], [right, b]) => b.weight - a.weight || (left < right ? -1 : 1))
    .slice(0, TRIED_TOKENS)
    .map(([text, { kind }]) => asWritten(text, kind, titles));
}

/** The whole word that a token was made of; a pair of Chinese characters has no word around it. */
function asWritten(token: string, kind: Token['kind'], titles: readonly string[]): string {
  if (kind === 'bigram') return token;
  const words = titles.flatMap((title) => title.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}.'’-]+|[.'’-]+(?![\p{L}\p{N}])/u));
  return words.find((word) => tokenise(word).some(({ text }) => text === token)) ?? token;
}
