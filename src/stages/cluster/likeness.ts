import { doubleAt, intAt } from './arrays.ts';
import { isConflict } from './conflict.ts';
import type { Corpus } from './corpus.ts';
import { FULL_PROOF, isNumbered, toCode, toProof } from './kinds.ts';

/** Similarity of two texts that contradict one another: it outweighs the agreement of any third. */
export const VETO = -1;

const IDENTIFIER = toCode('identifier');
const ADDRESS = toCode('address');

// Words of a shared phrase after its first are hardly evidence of their own: "Apple Vision Pro" is one name, not three agreements.
const PHRASE_DISCOUNT = 0.9;
const PHRASE_PROOF = 0.25;
// A name like log4j is a story by itself, however much else two long titles say.
const IDENTIFIER_FLOOR = 0.35;
// A shared phrase longer than a name is a quotation, and its further words count again.
const NAME_LENGTH = 3;
// More than any position, so that a pair of positions makes one number.
const PLACES = 0x10000;

/** Calls `each` for every shared token, rarest first, with its entry in either text. */
function overlap(corpus: Corpus, left: number, right: number, each: (leftEntry: number, rightEntry: number) => void): void {
  const { tokens, starts } = corpus;
  const leftEnd = intAt(starts, left + 1);
  const rightEnd = intAt(starts, right + 1);
  let a = intAt(starts, left);
  let b = intAt(starts, right);
  while (a < leftEnd && b < rightEnd) {
    const difference = intAt(tokens, a) - intAt(tokens, b);
    if (difference === 0) each(a, b);
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
}

/**
 * Cosine with a shared name counted about once, times how far the shared tokens prove one story: 0..1, 0 where the plain cosine is below
 * `threshold`, or VETO. The discount is taken from the dot product and from both norms alike, so that equal texts stay at 1 before proof.
 */
export function toSimilarity(corpus: Corpus, left: number, right: number, threshold: number): number {
  let dot = 0;
  let isIdentified = false;
  overlap(corpus, left, right, (a, b) => {
    dot += doubleAt(corpus.weights, a) * doubleAt(corpus.weights, b);
    isIdentified ||= intAt(corpus.kinds, a) === IDENTIFIER && intAt(corpus.kinds, b) === IDENTIFIER;
  });
  const energy = doubleAt(corpus.energies, left) * doubleAt(corpus.energies, right);
  if (!isIdentified && dot * dot < threshold * threshold * energy) return 0;
  if (isConflict(corpus, left, right)) return VETO;
  const { discount, proof } = weighEvidence(corpus, left, right);
  const rest = (doubleAt(corpus.energies, left) - discount) * (doubleAt(corpus.energies, right) - discount);
  const similarity = ((dot - discount) / Math.sqrt(rest)) * Math.min(1, proof / FULL_PROOF);
  return isIdentified ? Math.max(similarity, IDENTIFIER_FLOOR) : similarity;
}

/** What the shared tokens prove, and the part of the dot product that only repeats a name. */
function weighEvidence(corpus: Corpus, left: number, right: number): { readonly discount: number; readonly proof: number } {
  const places = new Set<number>();
  let discount = 0;
  let proof = 0;
  overlap(corpus, left, right, (a, b) => places.add(toPlace(corpus, a, b)));
  overlap(corpus, left, right, (a, b) => {
    const depth = isNumbered(intAt(corpus.kinds, a)) ? 0 : toDepth(places, toPlace(corpus, a, b));
    const isRest = depth > 0 && depth < NAME_LENGTH;
    if (isRest) discount += doubleAt(corpus.weights, a) * doubleAt(corpus.weights, b) * PHRASE_DISCOUNT;
    const own = toProof(intAt(corpus.kinds, a), intAt(corpus.kinds, b)) * doubleAt(corpus.rarities, intAt(corpus.tokens, a));
    proof += depth > 0 ? own * PHRASE_PROOF : own;
  });
  return { discount, proof };
}

/** Where a shared token stands in both texts, as one number. */
function toPlace(corpus: Corpus, a: number, b: number): number {
  return intAt(corpus.positions, a) * PLACES + intAt(corpus.positions, b);
}

/** How many shared tokens stand directly before this one in both texts. */
function toDepth(places: ReadonlySet<number>, place: number): number {
  let depth = 0;
  while (places.has(place - (depth + 1) * (PLACES + 1))) depth += 1;
  return depth;
}

/** The words both titles hold, most telling first; words that only the addresses share stand in when there are none. */
export function toSharedWords(corpus: Corpus, left: number, right: number): readonly string[] {
  const shared: { readonly word: string; readonly weight: number; readonly isAddress: boolean }[] = [];
  overlap(corpus, left, right, (a, b) => {
    const isAddress = intAt(corpus.kinds, a) === ADDRESS || intAt(corpus.kinds, b) === ADDRESS;
    shared.push({ word: corpus.vocabulary[intAt(corpus.tokens, a)] ?? '', weight: doubleAt(corpus.weights, a), isAddress });
  });
  const inTitles = shared.filter((token) => !token.isAddress);
  return (inTitles.length > 0 ? inTitles : shared).toSorted((a, b) => b.weight - a.weight).map((token) => token.word);
}
