/** Numbers of the hot path: typed, growable, and total (an index out of range reads as 0). */

type Numbers = Uint32Array | Int32Array | Uint16Array | Uint8Array | Float64Array;

/** Reads one element; past the end it is 0, so that loops over neighbours need no guard. */
export function at(array: Numbers, index: number): number {
  return array[index] ?? 0;
}

/** A list that doubles as it grows; doubles hold every integer used here exactly. */
export class GrowingNumbers {
  #values = new Float64Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return at(this.#values, index);
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Float64Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }
}
