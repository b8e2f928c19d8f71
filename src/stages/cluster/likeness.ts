import { doubleAt, floatAt, intAt, shortAt } from './arrays.ts';
import { isConflict } from './conflict.ts';
import type { Corpus } from './corpus.ts';
import { FULL_PROOF, isIdentifying, isNumbered, isOfAddress, toProof } from './kinds.ts';

export interface Thresholds {
  /** Plain cosine from which on two texts are compared, 0..1. */
  readonly joinAt: number;
  /** Similarity from which on a pair counts in an average, 0..1. */
  readonly edgeAt: number;
}

/** Similarity of two texts that contradict one another: it outweighs the agreement of any third. */
export const VETO = -1;

// The two words beside the most telling one of a shared phrase are no evidence of their own: "Apple Vision Pro" is one name, not three
// agreements. A longer phrase is a quotation, and its further words count again.
const NAME_LENGTH = 3;
// A name like log4j is a story by itself, however much else two long titles say.
const IDENTIFIER_FLOOR = 0.35;

/** Compares texts of a corpus, one against many, in buffers it reuses: millions of pairs are looked at and few are kept. */
export class Likeness {
  readonly #corpus: Corpus;
  // By token its place in the text in focus, from 1 on; 0 for all others: no search for shared tokens is needed.
  readonly #places: Uint16Array;
  // By place the weight in focus, 0 at place 0.
  readonly #focused: Float32Array;
  #focus = 0;
  // The entries of the shared tokens in the left text and in the one in focus, rarest first.
  readonly #lefts: Uint32Array;
  readonly #rights: Uint32Array;
  // 1 for a shared token that only repeats a name, else 0.
  readonly #repeats: Uint32Array;
  #count = 0;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
    this.#places = new Uint16Array(corpus.vocabulary.length);
    this.#focused = new Float32Array(corpus.longest + 1);
    this.#lefts = new Uint32Array(corpus.longest);
    this.#rights = new Uint32Array(corpus.longest);
    this.#repeats = new Uint32Array(corpus.longest);
  }

  /** Sets the text that the others compare with. */
  focus(text: number): void {
    const { tokens, starts, weights } = this.#corpus;
    for (let entry = intAt(starts, this.#focus); entry < intAt(starts, this.#focus + 1); entry += 1) this.#places[intAt(tokens, entry)] = 0;
    this.#focus = text;
    const start = intAt(starts, text);
    for (let entry = start; entry < intAt(starts, text + 1); entry += 1) {
      this.#places[intAt(tokens, entry)] = entry - start + 1;
      this.#focused[entry - start + 1] = floatAt(weights, entry);
    }
  }

  /**
   * Cosine with a shared name counted about once, times how far the shared tokens prove one story; or VETO. It is 0 where the plain
   * cosine is below `joinAt` or the result below `edgeAt`. The discount is taken from dot product and norms alike, so that equal texts
   * stay at 1 before proof.
   */
  compare(left: number, { joinAt, edgeAt }: Thresholds): number {
    const cosine = this.#toCosine(left);
    const mayBeIdentified = this.#bothHave(this.#corpus.identified, left);
    if (cosine < joinAt && !mayBeIdentified) return 0;
    this.#overlap(left);
    const floor = mayBeIdentified && this.#sharesIdentifier() ? IDENTIFIER_FLOOR : 0;
    if (floor === 0 && (cosine < joinAt || cosine * this.#toProof() < edgeAt)) return 0;
    if (this.#bothHave(this.#corpus.numbered, left) && isConflict(this.#corpus, left, this.#focus)) return VETO;
    const similarity = Math.max(floor, this.#toSimilarity(cosine, left));
    return similarity >= edgeAt ? similarity : 0;
  }

  #toSimilarity(cosine: number, left: number): number {
    if (!this.#hasPhrase()) return cosine * this.#toProof();
    for (let k = 0; k < this.#count; k += 1) this.#repeats[k] = this.#isRepeat(k) ? 1 : 0;
    return this.#withoutRepeats(cosine, left) * this.#toProof();
  }

  /** Whether two shared words are neighbours in both texts alike: without that, none only repeats a name. */
  #hasPhrase(): boolean {
    const { positions } = this.#corpus;
    for (let k = 1; k < this.#count; k += 1) {
      const left = intAt(positions, intAt(this.#lefts, k));
      const right = intAt(positions, intAt(this.#rights, k));
      for (let rarer = 0; rarer < k; rarer += 1) {
        const distance = left - intAt(positions, intAt(this.#lefts, rarer));
        if (Math.abs(distance) === 1 && distance === right - intAt(positions, intAt(this.#rights, rarer))) return true;
      }
    }
    return false;
  }

  #bothHave(flags: Uint32Array, left: number): boolean {
    return intAt(flags, this.#focus) === 1 && intAt(flags, left) === 1;
  }

  /** The words a title shares with the one in focus, most telling first; words of the addresses stand in when there are none. */
  toWords(left: number): readonly string[] {
    const { kinds, tokens, vocabulary, weights } = this.#corpus;
    this.#overlap(left);
    const all = Array.from({ length: this.#count }, (_, k) => k);
    const inTitles = all.filter(
      (k) => !isOfAddress(intAt(kinds, intAt(this.#lefts, k))) && !isOfAddress(intAt(kinds, intAt(this.#rights, k))),
    );
    const entries = (inTitles.length > 0 ? inTitles : all).map((k) => intAt(this.#lefts, k));
    return entries.sort((a, b) => floatAt(weights, b) - floatAt(weights, a)).map((entry) => vocabulary[intAt(tokens, entry)] ?? '');
  }

  #toCosine(left: number): number {
    const { tokens, starts, weights } = this.#corpus;
    const end = intAt(starts, left + 1);
    let dot = 0;
    for (let entry = intAt(starts, left); entry < end; entry += 1) {
      dot += floatAt(weights, entry) * floatAt(this.#focused, shortAt(this.#places, intAt(tokens, entry)));
    }
    return dot;
  }

  /** Collects the shared tokens. */
  #overlap(left: number): void {
    const { tokens, starts } = this.#corpus;
    const end = intAt(starts, left + 1);
    const beforeFocus = intAt(starts, this.#focus) - 1;
    this.#count = 0;
    for (let entry = intAt(starts, left); entry < end; entry += 1) {
      const place = shortAt(this.#places, intAt(tokens, entry));
      if (place === 0) continue;
      this.#lefts[this.#count] = entry;
      this.#rights[this.#count] = beforeFocus + place;
      this.#repeats[this.#count] = 0;
      this.#count += 1;
    }
  }

  #sharesIdentifier(): boolean {
    const { kinds } = this.#corpus;
    for (let k = 0; k < this.#count; k += 1) {
      const left = intAt(kinds, intAt(this.#lefts, k));
      const right = intAt(kinds, intAt(this.#rights, k));
      if (isIdentifying(left) && isIdentifying(right) && !(isOfAddress(left) && isOfAddress(right))) return true;
    }
    return false;
  }

  /** The cosine after the words that only repeat a name have lost most of their weight, in both texts alike. */
  #withoutRepeats(cosine: number, left: number): number {
    const { norms, weights } = this.#corpus;
    const leftNorm = doubleAt(norms, left);
    const focusNorm = doubleAt(norms, this.#focus);
    let discount = 0;
    for (let k = 0; k < this.#count; k += 1) {
      if (intAt(this.#repeats, k) === 0) continue;
      // The smaller of the two, so that neither text loses more than it has.
      discount += Math.min(floatAt(weights, intAt(this.#lefts, k)) * leftNorm, floatAt(weights, intAt(this.#rights, k)) * focusNorm) ** 2;
    }
    return Math.min(1, (cosine * leftNorm * focusNorm - discount) / Math.sqrt((leftNorm ** 2 - discount) * (focusNorm ** 2 - discount)));
  }

  /** How far the shared tokens that do not only repeat a name prove one story, 0..1. */
  #toProof(): number {
    const { kinds, rarities, tokens } = this.#corpus;
    let proof = 0;
    for (let k = 0; k < this.#count; k += 1) {
      if (intAt(this.#repeats, k) === 1) continue;
      const entry = intAt(this.#lefts, k);
      proof += toProof(intAt(kinds, entry), intAt(kinds, intAt(this.#rights, k))) * doubleAt(rarities, intAt(tokens, entry));
    }
    return Math.min(1, proof / FULL_PROOF);
  }

  /** Whether rarer words of the same phrase already stand for it. A number beside a name is evidence of its own, never part of it. */
  #isRepeat(k: number): boolean {
    if (isNumbered(intAt(this.#corpus.kinds, intAt(this.#lefts, k)))) return false;
    const rarer = this.#countRarer(k, 1) + this.#countRarer(k, -1);
    return rarer > 0 && rarer < NAME_LENGTH;
  }

  #countRarer(k: number, step: number): number {
    const { positions } = this.#corpus;
    let left = intAt(positions, intAt(this.#lefts, k)) + step;
    let right = intAt(positions, intAt(this.#rights, k)) + step;
    let rarer = 0;
    for (let other = this.#wordAt(left, right); other < this.#count; other = this.#wordAt(left, right)) {
      if (other < k) rarer += 1;
      left += step;
      right += step;
    }
    return rarer;
  }

  /** The shared word that stands at these positions, or as many as there are when none does. */
  #wordAt(left: number, right: number): number {
    const { kinds, positions } = this.#corpus;
    for (let k = 0; k < this.#count; k += 1) {
      const entry = intAt(this.#lefts, k);
      if (intAt(positions, entry) !== left || intAt(positions, intAt(this.#rights, k)) !== right) continue;
      if (!isNumbered(intAt(kinds, entry))) return k;
    }
    return this.#count;
  }
}
