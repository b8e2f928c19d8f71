import { GrowingIntegers, intAt } from './arrays.ts';

/**
 * Numbers each ordered pair of 32-bit integers in order of first use, without a string or an object per pair. The caller keeps what it
 * knows of pair k at index k of its own list.
 */
export class PairTable {
  readonly #firsts = new GrowingIntegers();
  readonly #seconds = new GrowingIntegers();
  // Pair number plus one; 0 is an empty slot.
  #slots: Uint32Array;
  // A pair that took another name keeps the slot of its first one, which then stands in the way of others and matches none.
  #usedCount = 0;

  /** `count` is about how many pairs there will be; more are no harm. */
  constructor(count: number) {
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1024)));
  }

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
    return intAt(this.#slots, this.#slotOf(first, second)) - 1;
  }

  /** The number of a pair, given now if it has none. */
  add(first: number, second: number): number {
    const slot = this.#slotOf(first, second);
    const known = intAt(this.#slots, slot);
    if (known !== 0) return known - 1;
    const pair = this.size;
    this.#firsts.push(first);
    this.#seconds.push(second);
    this.#put(slot, pair);
    return pair;
  }

  /** Gives a pair another name, which no other pair may have. */
  rename(pair: number, first: number, second: number): void {
    const slot = this.#slotOf(first, second);
    this.#firsts.set(pair, first);
    this.#seconds.set(pair, second);
    this.#put(slot, pair);
  }

  #put(slot: number, pair: number): void {
    this.#slots[slot] = pair + 1;
    this.#usedCount += 1;
    if (this.#usedCount * 2 > this.#slots.length) this.#rebuild();
  }

  #slotOf(first: number, second: number): number {
    const mask = this.#slots.length - 1;
    let hash = Math.imul(first ^ Math.imul(second, 0x9e3779b1), 0x85ebca6b);
    hash ^= hash >>> 15;
    let slot = hash & mask;
    for (;;) {
      const pair = intAt(this.#slots, slot) - 1;
      if (pair < 0 || (this.first(pair) === first && this.second(pair) === second)) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #rebuild(): void {
    const isCrowded = this.size * 4 > this.#slots.length;
    this.#slots = new Uint32Array(this.#slots.length * (isCrowded ? 2 : 1));
    this.#usedCount = this.size;
    for (let pair = 0; pair < this.size; pair += 1) {
      this.#slots[this.#slotOf(this.first(pair), this.second(pair))] = pair + 1;
    }
  }
}
