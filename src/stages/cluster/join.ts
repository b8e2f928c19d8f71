import { floatAt, GrowingNumbers, intAt } from './arrays.ts';
import type { Corpus } from './corpus.ts';
import { isIdentifying } from './kinds.ts';
import { Likeness, type Thresholds } from './likeness.ts';

// A key shared by more texts than this is not followed, or the join would be quadratic. The smaller the corpus the more it can afford,
// and the more of it one story may fill: 400 up to 10,000 tokens (some 800 titles), 50 at 80,000, 25 from 160,000 on.
const MIN_CAP = 25;
const MAX_CAP = 400;
const COMPARISON_BUDGET = 4_000_000;

/**
 * Blocked cosine join: calls `found` once for each pair of texts (left < right) whose similarity is at least `edgeAt`, or a veto. A text
 * is filed under its prefix: its tokens, rarest first, until the rest could no longer reach the cosine `joinAt` alone, so two texts at or
 * above it share a prefix token (Chaudhuri et al. 2006, prefix filter). An identifier is always filed. A frequent token is filed with
 * each later token instead.
 */
export function join(corpus: Corpus, thresholds: Thresholds, found: (left: number, right: number, similarity: number) => void): void {
  const blocks = new Blocks(corpus, thresholds.joinAt);
  const likeness = new Likeness(corpus);
  for (let right = 1; right < corpus.textCount; right += 1) {
    const candidates = blocks.collect(right);
    likeness.focus(right);
    for (let k = 0; k < candidates.length; k += 1) {
      const left = candidates.get(k);
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
  readonly #starts: Uint32Array;
  readonly #members: Uint32Array;
  readonly #stamps: Uint32Array;
  readonly #candidates = new GrowingNumbers();

  constructor(corpus: Corpus, joinAt: number) {
    this.#corpus = corpus;
    this.#joinAt = joinAt;
    this.#cap = Math.max(MIN_CAP, Math.min(MAX_CAP, Math.floor(COMPARISON_BUDGET / (corpus.tokens.length + 1))));
    const bucketCount = 2 ** Math.ceil(Math.log2(2 * corpus.tokens.length + 2));
    this.#mask = bucketCount - 1;
    this.#stamps = new Uint32Array(corpus.textCount);
    this.#starts = new Uint32Array(bucketCount + 1);
    this.#members = this.#fill(this.#count());
  }

  /** The earlier texts that share a bucket with `right`, each once; overwritten by the next call. */
  collect(right: number): GrowingNumbers {
    this.#candidates.clear();
    this.#eachKey(right, (bucket) => {
      const end = intAt(this.#starts, bucket + 1);
      for (let place = intAt(this.#starts, bucket); place < end; place += 1) {
        const left = intAt(this.#members, place);
        if (left >= right) break;
        if (intAt(this.#stamps, left) === right) continue;
        this.#stamps[left] = right;
        this.#candidates.push(left);
      }
    });
    return this.#candidates;
  }

  #count(): Uint32Array {
    const sizes = new Uint32Array(this.#mask + 1);
    for (let text = 0; text < this.#corpus.textCount; text += 1) {
      this.#eachKey(text, (bucket) => {
        sizes[bucket] = intAt(sizes, bucket) + 1;
      });
    }
    return sizes;
  }

  /** Lays the buckets out; `sizes` is used up as the number of places still free in each. */
  #fill(sizes: Uint32Array): Uint32Array {
    for (let bucket = 0; bucket <= this.#mask; bucket += 1) {
      const size = intAt(sizes, bucket);
      if (size < 2 || size > this.#cap) sizes[bucket] = 0;
      this.#starts[bucket + 1] = intAt(this.#starts, bucket) + intAt(sizes, bucket);
    }
    const members = new Uint32Array(intAt(this.#starts, this.#mask + 1));
    for (let text = 0; text < this.#corpus.textCount; text += 1) {
      this.#eachKey(text, (bucket) => {
        const free = intAt(sizes, bucket);
        if (free === 0) return;
        members[intAt(this.#starts, bucket + 1) - free] = text;
        sizes[bucket] = free - 1;
      });
    }
    return members;
  }

  #eachKey(text: number, each: (bucket: number) => void): void {
    const { tokens, kinds, weights, frequencies, starts } = this.#corpus;
    const end = intAt(starts, text + 1);
    let rest = 1;
    const floor = this.#joinAt ** 2;
    for (let entry = intAt(starts, text); entry < end; entry += 1) {
      if (rest < floor && !isIdentifying(intAt(kinds, entry))) continue;
      const token = intAt(tokens, entry);
      rest -= floatAt(weights, entry) ** 2;
      if (intAt(frequencies, token) <= this.#cap) each(this.#hash(token, token));
      else for (let later = entry + 1; later < end; later += 1) each(this.#hash(token, intAt(tokens, later)));
    }
  }

  #hash(first: number, second: number): number {
    const mixed = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & this.#mask;
  }
}
