import { areDigits, toDigits, toWord, toWordOf, WORD_DIGITS, writeWord } from './hex-words.ts';

/** `"0123456789abcdef",` */
const ITEM_BYTES = 19;
const QUOTE = 0x22;
const COMMA = 0x2c;

/** Hashes in their order, two words each; one may come twice. */
export type HashList = Uint32Array;

export function toHashList(hashes: readonly string[]): HashList {
  return Uint32Array.from(hashes.flatMap((hash) => [toWordOf(hash, 0), toWordOf(hash, WORD_DIGITS)]));
}

/** Reads the bytes of HashSet's writeJsonItems, or null where there is anything else. */
export function readJsonItems(bytes: Uint8Array): HashList | null {
  if (bytes.length > 0 && (bytes.length + 1) % ITEM_BYTES !== 0) return null;
  const list = new Uint32Array(2 * Math.ceil(bytes.length / ITEM_BYTES));
  for (let start = 0, at = 0; start < bytes.length; start += ITEM_BYTES, at += 2) {
    const end = start + ITEM_BYTES - 1;
    const isItem = bytes[start] === QUOTE && bytes[end - 1] === QUOTE && (end === bytes.length || bytes[end] === COMMA);
    if (!isItem || !areDigits(bytes, start + 1, 2 * WORD_DIGITS)) return null;
    list[at] = toWord(bytes, start + 1);
    list[at + 1] = toWord(bytes, start + 1 + WORD_DIGITS);
  }
  return list;
}

/**
 * Hashes of items, 16 lower-case hex digits each, in the order they came. Two words and some slots for each: a million take 16 to 48 MB, and a
 * fraction of the time of a Set of strings. Slots are probed in a row; the hashes are SHA-256's, so their low bits are evenly spread.
 */
export class HashSet {
  #words = new Uint32Array(2048);
  /** Place in `#words` by low bits: the index of a hash + 1, 0 where it is free. Never more than half full. */
  #slots = new Int32Array(2048);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(hash: string): void {
    this.addWords(toWordOf(hash, 0), toWordOf(hash, WORD_DIGITS));
  }

  addWords(high: number, low: number): void {
    const slot = this.#slotOf(high, low);
    if ((this.#slots[slot] ?? 0) !== 0) return;
    this.#words[2 * this.#size] = high;
    this.#words[2 * this.#size + 1] = low;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    if (2 * this.#size === this.#words.length) this.#widen(2 * this.#words.length);
    // By four: every hash finds its slot anew, and at twice the size each would do so once on average instead of a third as often.
    if (2 * this.#size === this.#slots.length) this.#spread(4 * this.#slots.length);
  }

  /** Makes room for so many hashes at once. */
  reserve(count: number): void {
    const room = 2 ** Math.ceil(Math.log2(2 * count + 1));
    if (room > this.#words.length) this.#widen(room);
    if (room > this.#slots.length) this.#spread(room);
  }

  has(hash: string): boolean {
    const low = toWordOf(hash, WORD_DIGITS);
    return (this.#slots[this.#slotOf(toWordOf(hash, 0), low)] ?? 0) !== 0;
  }

  /** Adds those of a list that `isWanted`; all where it is left out. A list in this set's own order costs next to nothing. */
  addAll(list: HashList, isWanted?: (hash: string) => boolean): void {
    for (let at = 0; at + 1 < list.length; at += 2) {
      const [high, low] = [list[at] ?? 0, list[at + 1] ?? 0];
      if (at < 2 * this.#size && this.#words[at] === high && this.#words[at + 1] === low) continue;
      if (isWanted?.(toDigits(high, low)) !== false) this.addWords(high, low);
    }
  }

  /** Those of a list that are not in this set. */
  missingOf(list: HashList): Set<string> {
    const missing = new Set<string>();
    for (let at = 0; at + 1 < list.length; at += 2) {
      const [high, low] = [list[at] ?? 0, list[at + 1] ?? 0];
      if (this.#slots[this.#slotOf(high, low)] === 0) missing.add(toDigits(high, low));
    }
    return missing;
  }

  /** How many bytes writeJsonItems writes. */
  get jsonItemsLength(): number {
    return Math.max(0, this.#size * ITEM_BYTES - 1);
  }

  /** The hashes as what stands between the brackets of a JSON array. */
  writeJsonItems(bytes: Uint8Array, start: number): void {
    for (let index = 0; index < this.#size; index += 1) {
      const at = start + index * ITEM_BYTES;
      if (index > 0) bytes[at - 1] = COMMA;
      bytes[at] = QUOTE;
      writeWord(this.#words[2 * index] ?? 0, bytes, at + 1);
      writeWord(this.#words[2 * index + 1] ?? 0, bytes, at + 1 + WORD_DIGITS);
      bytes[at + ITEM_BYTES - 2] = QUOTE;
    }
  }

  /** The slot of a hash, or the free one where it would go. */
  #slotOf(high: number, low: number): number {
    const mask = this.#slots.length - 1;
    let slot = low & mask;
    for (let index = (this.#slots[slot] ?? 0) - 1; index !== -1; index = (this.#slots[slot] ?? 0) - 1) {
      if (this.#words[2 * index + 1] === low && this.#words[2 * index] === high) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  #widen(length: number): void {
    const words = new Uint32Array(length);
    words.set(this.#words);
    this.#words = words;
  }

  #spread(length: number): void {
    this.#slots = new Int32Array(length);
    for (let index = 0; index < this.#size; index += 1) {
      this.#slots[this.#slotOf(this.#words[2 * index] ?? 0, this.#words[2 * index + 1] ?? 0)] = index + 1;
    }
  }
}
