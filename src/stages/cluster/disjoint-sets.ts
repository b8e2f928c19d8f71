import { intAt } from './arrays.ts';

/** Union-find over 0..count-1 with path halving. */
export class DisjointSets {
  readonly #parents: Uint32Array;

  constructor(count: number) {
    this.#parents = new Uint32Array(count);
    for (let member = 0; member < count; member += 1) this.#parents[member] = member;
  }

  /** The member that names the set. */
  find(member: number): number {
    let root = member;
    while (intAt(this.#parents, root) !== root) {
      this.#parents[root] = intAt(this.#parents, intAt(this.#parents, root));
      root = intAt(this.#parents, root);
    }
    return root;
  }

  /** Puts the set of `from` into the set of `into`, whose name stays; false when they were one set already. */
  unite(into: number, from: number): boolean {
    const kept = this.find(into);
    const gone = this.find(from);
    this.#parents[gone] = kept;
    return kept !== gone;
  }
}
