/**
 * Numbers of the hot path: typed, growable, and total (an index out of range reads as 0, so loops over neighbours need no guard). One
 * reader for each array type: a reader that sees several is compiled to a slow generic one.
 */

export function intAt(array: Uint32Array, index: number): number {
  return array[index] ?? 0;
}

export function shortAt(array: Uint16Array, index: number): number {
  return array[index] ?? 0;
}

export function doubleAt(array: Float64Array, index: number): number {
  return array[index] ?? 0;
}

export function floatAt(array: Float32Array, index: number): number {
  return array[index] ?? 0;
}

/** A list of unsigned 32-bit integers that doubles as it grows. */
export class GrowingIntegers {
  #values = new Uint32Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#values[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#values[index] = value;
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const grown = new Uint32Array(this.#length * 2);
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[this.#length] = value;
    this.#length += 1;
  }
}

/** The same for doubles. */
export class GrowingNumbers {
  #values = new Float64Array(256);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  get(index: number): number {
    return this.#values[index] ?? 0;
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
