import { GrowingNumbers } from './arrays.ts';

/** A max-heap of (value, id); of equal values the smallest id comes first, so the order is fully determined. */
export class Heap {
  readonly #values = new GrowingNumbers();
  readonly #ids = new GrowingNumbers();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: number, id: number): void {
    if (this.#size === this.#values.length) {
      this.#values.push(0);
      this.#ids.push(0);
    }
    let place = this.#size;
    this.#size += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(value, id, parent)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, value, id);
  }

  /** Removes the first; the heap must not be empty. */
  pop(): { readonly value: number; readonly id: number } {
    const first = { value: this.#values.get(0), id: this.#ids.get(0) };
    this.#size -= 1;
    const value = this.#values.get(this.#size);
    const id = this.#ids.get(this.#size);
    let place = 0;
    for (;;) {
      const child = this.#firstChild(place);
      if (child >= this.#size || this.#isBefore(value, id, child)) break;
      this.#move(child, place);
      place = child;
    }
    this.#put(place, value, id);
    return first;
  }

  /** The child that comes first, which is the only one that may take the parent's place. */
  #firstChild(place: number): number {
    const left = place * 2 + 1;
    const right = left + 1;
    return right < this.#size && this.#isBefore(this.#values.get(right), this.#ids.get(right), left) ? right : left;
  }

  #isBefore(value: number, id: number, place: number): boolean {
    const other = this.#values.get(place);
    return value > other || (value === other && id < this.#ids.get(place));
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#values.get(from), this.#ids.get(from));
  }

  #put(place: number, value: number, id: number): void {
    this.#values.set(place, value);
    this.#ids.set(place, id);
  }
}
