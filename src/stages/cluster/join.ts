import { floatAt, intAt, shortAt } from './arrays.ts';
import type { Corpus } from './corpus.ts';
import { isIdentifying } from './kinds.ts';
import { Likeness, type Thresholds } from './likeness.ts';

// A key shared by more texts than this is not followed, or the join would be quadratic. The smaller the corpus the more it can afford,
// and the more of it one story may fill: 400 up to 10,000 tokens (some 800 titles), 50 at 80,000, 16 from 250,000 on.
const MIN_CAP = 16;
const MAX_CAP = 400;
const COMPARISON_BUDGET = 4_000_000;
const CLOSED = 0xffffffff;

/**
 * Blocked cosine join: calls `found` once for each pair of texts (left < right) whose similarity is at least `edgeAt`, or a veto. A text
 * is filed under its prefix: its tokens, rarest first, until the rest could no longer reach the cosine `joinAt` alone, so two texts at or
 * above it share a prefix token (Chaudhuri et al. 2006, prefix filter). An identifier is always filed. A frequent token is filed with
 * each later token instead.
 */
export function join(corpus: Corpus, thresholds: Thresholds, found: (left: number, right: number, similarity: number) => void): void {
  const blocks = new Blocks(corpus, thresholds.joinAt);
  const likeness = new Likeness(corpus);
  for (let right = 0; right < corpus.textCount; right += 1) {
    const count = blocks.collect(right);
    likeness.focus(right);
    for (let k = 0; k < count; k += 1) {
      const left = blocks.candidate(k);
      const similarity = likeness.compare(left, thresholds);
      if (similarity !== 0) found(left, right, similarity);
    }
  }
}

/**
 * The texts under each key, as slices of one array. Keys are hashed into buckets rather than told apart: a collision costs one comparison
 * too many, a table of millions of keys most of the memory. A bucket above the cap stays empty.
 */
class Blocks {
  readonly #corpus: Corpus;
  readonly #joinAt: number;
  readonly #cap: number;
  readonly #mask: number;
  // The buckets of the text in hand.
  readonly #keys: Uint32Array;
  // By bucket the first place and the first free one, side by side: buckets are met in no order, and memory is the price.
  readonly #bounds: Uint32Array;
  readonly #members: Uint32Array;
  readonly #stamps: Uint32Array;
  readonly #candidates: Uint32Array;

  constructor(corpus: Corpus, joinAt: number) {
    this.#corpus = corpus;
    this.#joinAt = joinAt;
    this.#cap = Math.max(MIN_CAP, Math.min(MAX_CAP, Math.floor(COMPARISON_BUDGET / (corpus.tokens.length + 1))));
    const bucketCount = 2 ** Math.ceil(Math.log2(2 * corpus.tokens.length + 2));
    this.#mask = bucketCount - 1;
    this.#keys = new Uint32Array((corpus.longest * (corpus.longest + 1)) / 2);
    this.#stamps = new Uint32Array(corpus.textCount);
    this.#candidates = new Uint32Array(corpus.textCount);
    this.#bounds = new Uint32Array(2 * bucketCount);
    this.#members = new Uint32Array(this.#layOut());
  }

  /** Files the next text, in order from 0; the number of earlier texts that share a bucket with it, each once. */
  collect(right: number): number {
    const keyCount = this.#toKeys(right);
    let count = 0;
    // Two keys of one text may share a bucket: it must not meet itself.
    this.#stamps[right] = right;
    for (let k = 0; k < keyCount; k += 1) {
      const bucket = 2 * intAt(this.#keys, k);
      const end = intAt(this.#bounds, bucket + 1);
      if (end === CLOSED) continue;
      for (let place = intAt(this.#bounds, bucket); place < end; place += 1) {
        const left = intAt(this.#members, place);
        if (intAt(this.#stamps, left) === right) continue;
        this.#stamps[left] = right;
        this.#candidates[count] = left;
        count += 1;
      }
      this.#members[end] = right;
      this.#bounds[bucket + 1] = end + 1;
    }
    return count;
  }

  /** One of the texts that the last `collect` found. */
  candidate(k: number): number {
    return intAt(this.#candidates, k);
  }

  /** Gives each bucket its places, none to those of one text or above the cap; returns how many there are. */
  #layOut(): number {
    const sizes = this.#countMembers();
    let places = 0;
    for (let bucket = 0; bucket <= this.#mask; bucket += 1) {
      const size = shortAt(sizes, bucket);
      const isOpen = size > 1 && size <= this.#cap;
      this.#bounds[2 * bucket] = places;
      this.#bounds[2 * bucket + 1] = isOpen ? places : CLOSED;
      if (isOpen) places += size;
    }
    return places;
  }

  /** Members of each bucket, not counted further than one above the cap. */
  #countMembers(): Uint16Array {
    const sizes = new Uint16Array(this.#mask + 1);
    for (let text = 0; text < this.#corpus.textCount; text += 1) {
      const keyCount = this.#toKeys(text);
      for (let k = 0; k < keyCount; k += 1) {
        const bucket = intAt(this.#keys, k);
        const size = shortAt(sizes, bucket);
        if (size <= this.#cap) sizes[bucket] = size + 1;
      }
    }
    return sizes;
  }

  #toKeys(text: number): number {
    const { tokens, kinds, weights, frequencies, starts } = this.#corpus;
    const end = intAt(starts, text + 1);
    const floor = this.#joinAt ** 2;
    let rest = 1;
    let count = 0;
    for (let entry = intAt(starts, text); entry < end; entry += 1) {
      if (rest < floor && !isIdentifying(intAt(kinds, entry))) continue;
      const token = intAt(tokens, entry);
      rest -= floatAt(weights, entry) ** 2;
      const isRare = intAt(frequencies, token) <= this.#cap;
      for (let later = isRare ? entry : entry + 1; later < (isRare ? entry + 1 : end); later += 1) {
        this.#keys[count] = this.#hash(token, intAt(tokens, later));
        count += 1;
      }
    }
    return count;
  }

  #hash(first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
