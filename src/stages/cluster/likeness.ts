import { at } from './arrays.ts';
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

/** Calls `each` for every shared token, rarest first, with its entry in either text. */
function overlap(corpus: Corpus, left: number, right: number, each: (leftEntry: number, rightEntry: number) => void): void {
  const { tokens, starts } = corpus;
  const leftEnd = at(starts, left + 1);
  const rightEnd = at(starts, right + 1);
  let a = at(starts, left);
  let b = at(starts, right);
  while (a < leftEnd && b < rightEnd) {
    const difference = at(tokens, a) - at(tokens, b);
    if (difference === 0) each(a, b);
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
}

/** Plain cosine of two texts, 0..1. */
export function toCosine(corpus: Corpus, left: number, right: number): number {
  let dot = 0;
  overlap(corpus, left, right, (a, b) => {
    dot += at(corpus.weights, a) * at(corpus.weights, b);
  });
  return dot / Math.sqrt(at(corpus.energies, left) * at(corpus.energies, right));
}

/**
 * Cosine with a shared name counted about once, times how far the shared tokens prove one story; or VETO. The discount is taken from the
 * dot product and from both norms alike, so that equal texts stay at 1 before proof.
 */
export function toSimilarity(corpus: Corpus, left: number, right: number): number {
  if (isConflict(corpus, left, right)) return VETO;
  const phrases = new Phrases(corpus, left, right);
  let dot = 0;
  let discount = 0;
  let proof = 0;
  let floor = 0;
  for (const [a, b] of phrases.shared) {
    const product = at(corpus.weights, a) * at(corpus.weights, b);
    const depth = isNumbered(at(corpus.kinds, a)) ? 0 : phrases.depth(a, b);
    dot += product;
    if (at(corpus.kinds, a) === IDENTIFIER && at(corpus.kinds, b) === IDENTIFIER) floor = IDENTIFIER_FLOOR;
    if (depth > 0 && depth < NAME_LENGTH) discount += product * PHRASE_DISCOUNT;
    proof += toProof(at(corpus.kinds, a), at(corpus.kinds, b)) * at(corpus.rarities, at(corpus.tokens, a)) * (depth > 0 ? PHRASE_PROOF : 1);
  }
  const rest = (at(corpus.energies, left) - discount) * (at(corpus.energies, right) - discount);
  return Math.max(floor,((dot - discount) / Math.sqrt(rest)) * Math.min(1, proof / FULL_PROOF));
}

/** The shared tokens of two texts and where they stand side by side in both. */
class Phrases {
  readonly shared: (readonly [number, number])[] = [];
  readonly #places = new Set<number>();
  readonly #corpus: Corpus;

  constructor(corpus: Corpus, left: number, right: number) {
    this.#corpus = corpus;
    overlap(corpus, left, right, (a, b) => {
      this.shared.push([a, b]);
      this.#places.add(this.#place(a, b));
    });
  }

  #place(a: number, b: number): number {
    return at(this.#corpus.positions, a) * 0x10000 + at(this.#corpus.positions, b);
  }

  /** How many shared tokens stand directly before this one in both texts. */
  depth(a: number, b: number): number {
    const step = 0x10001;
    let depth = 0;
    for (let place = this.#place(a, b) - step; this.#places.has(place); place -= step) depth += 1;
    return depth;
  }
}

/** The words both titles hold, most telling first; words that only the addresses share stand in when there are none. */
export function toSharedWords(corpus: Corpus, left: number, right: number): readonly string[] {
  const shared: { readonly word: string; readonly weight: number; readonly isAddress: boolean }[] = [];
  overlap(corpus, left, right, (a, b) => {
    const isAddress = at(corpus.kinds, a) === ADDRESS || at(corpus.kinds, b) === ADDRESS;
    shared.push({ word: corpus.vocabulary[at(corpus.tokens, a)] ?? '', weight: at(corpus.weights, a), isAddress });
  });
  const inTitles = shared.filter((token) => !token.isAddress);
  return (inTitles.length > 0 ? inTitles : shared).toSorted((a, b) => b.weight - a.weight).map((token) => token.word);
}
