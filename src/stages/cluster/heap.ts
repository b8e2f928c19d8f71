import { GrowingIntegers, GrowingNumbers } from './arrays.ts';

// Four children to a place: half the levels of a binary heap, and the four stand side by side in memory.
const WIDTH = 4;

/** A max-heap of (value, id); of equal values the smallest id comes first, so the order is fully determined. */
export class Heap {
  readonly #values = new GrowingNumbers();
  readonly #ids = new GrowingIntegers();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The largest value; 0 when empty. */
  get topValue(): number {
    return this.#size === 0 ? 0 : this.#values.get(0);
  }

  get topId(): number {
    return this.#ids.get(0);
  }

  push(value: number, id: number): void {
    if (this.#size === this.#values.length) {
      this.#values.push(0);
      this.#ids.push(0);
    }
    let place = this.#size;
    this.#size += 1;
    while (place > 0) {
      const parent = Math.floor((place - 1) / WIDTH);
      if (!this.#isBefore(value, id, parent)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#put(place, value, id);
  }

  /** Removes the first; the heap must not be empty. */
  pop(): void {
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
  }

  /** The child that comes first, which is the only one that may take the parent's place. */
  #firstChild(place: number): number {
    const start = place * WIDTH + 1;
    const end = Math.min(start + WIDTH, this.#size);
    let first = start;
    for (let child = start + 1; child < end; child += 1) {
      if (this.#isBefore(this.#values.get(child), this.#ids.get(child), first)) first = child;
    }
    return first;
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
