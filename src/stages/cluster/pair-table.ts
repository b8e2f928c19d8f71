import { at, GrowingNumbers } from './arrays.ts';

const NONE = -1;

/**
 * Numbers each ordered pair of 32-bit integers in order of first use, without a string or an object per pair. The caller keeps what it
 * knows of pair k at index k of its own list.
 */
export class PairTable {
  readonly #firsts = new GrowingNumbers();
  readonly #seconds = new GrowingNumbers();
  #slots = new Int32Array(1024).fill(NONE);

  get size(): number {
    return this.#firsts.length;
  }

  first(pair: number): number {
    return this.#firsts.get(pair);
  }

  second(pair: number): number {
    return this.#seconds.get(pair);
  }

  /** The number of a pair, or -1 when it was never added. */
  find(first: number, second: number): number {
    return at(this.#slots, this.#slotOf(first, second));
  }

  /** The number of a pair, given now if it has none. */
  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = at(this.#slots, slot);
    if (known !== NONE) return known;
    const pair = this.size;
    this.#slots[slot] = pair;
    this.#firsts.push(first);
    this.#seconds.push(second);
    if (this.size * 2 > this.#slots.length) this.#grow();
    return pair;
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const pair = at(this.#slots, slot);
      if (pair === NONE || (this.first(pair) === first && this.second(pair) === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(this.#slots.length * 2).fill(NONE);
    for (let pair = 0; pair < this.size; pair += 1) this.#slots[this.#slotOf(this.first(pair), this.second(pair))] = pair;
  }
}
