import { GrowingNumbers, intAt } from './arrays.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { Heap } from './heap.ts';
import { PairTable } from './pair-table.ts';

const END = 0;
// Two averages nearer than this are the same one, computed in another order.
const EPSILON = 1e-9;
const ROUNDS = 4;

export interface LinkOptions {
  /** Average similarity at or above which two clusters become one, 0..1. */
  readonly mergeAt: number;
  /** Most nodes in one cluster. */
  readonly largest: number;
}

/**
 * Sparse average linkage over nodes 0..count-1. Pairs never given count as similarity 0. The average of a union is never above the
 * larger of the two averages it replaces, so a heap entry is an upper bound and is put right only when it comes up: near-linear.
 */
export class AverageLink {
  readonly #sets: DisjointSets;
  readonly #sizes: Uint32Array;
  readonly #pairs = new PairTable();
  readonly #sums = new GrowingNumbers();
  readonly #bestEdges = new GrowingNumbers();
  readonly #bestValues = new GrowingNumbers();
  // The pairs of a cluster as a linked list: heads by cluster, then (pair, next); 0 ends it.
  readonly #heads: Uint32Array;
  readonly #degrees: Uint32Array;
  readonly #links = new GrowingNumbers();
  readonly #nexts = new GrowingNumbers();

  constructor(count: number) {
    this.#sets = new DisjointSets(count);
    this.#sizes = new Uint32Array(count).fill(1);
    this.#heads = new Uint32Array(count);
    this.#degrees = new Uint32Array(count);
    this.#links.push(END);
    this.#nexts.push(END);
  }

  /** Gives the similarity of two different nodes; of several for one pair the largest counts. `edge` is the caller's name for it. */
  connect(left: number, right: number, similarity: number, edge: number): void {
    const pair = this.#add(Math.min(left, right), Math.max(left, right));
    if (similarity <= this.#bestValues.get(pair)) return;
    this.#sums.set(pair, similarity);
    this.#bestValues.set(pair, similarity);
    this.#bestEdges.set(pair, edge);
  }

  /**
   * Merges while the best average reaches the threshold; returns the strongest edge of each merge, in order of merging. An average over
   * many pairs is rarely chance, so each further round asks for eight times the pairs and half the average: a story of a hundred
   * headlines would otherwise stay in a dozen pieces.
   */
  run(options: LinkOptions): readonly number[] {
    const merges: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      this.#runRound({ mergeAt: options.mergeAt / 2 ** round, largest: options.largest, pairCount: 8 ** round }, merges);
    }
    return merges;
  }

  #runRound(round: LinkOptions & { readonly pairCount: number }, merges: number[]): void {
    const heap = new Heap();
    const known = this.#pairs.size;
    for (let pair = 0; pair < known; pair += 1) {
      if (this.#isCurrent(pair)) this.#offer(heap, pair, round.mergeAt);
    }
    while (heap.size > 0) {
      const { value, id } = heap.pop();
      const pair = this.#current(id);
      if (pair < 0) continue;
      if (this.#average(pair) < value - EPSILON) this.#offer(heap, pair, round.mergeAt);
      else if (this.#isAllowed(pair, round)) {
        merges.push(this.#bestEdges.get(pair));
        this.#merge(this.#pairs.first(pair), this.#pairs.second(pair));
      }
    }
  }

  #isAllowed(pair: number, round: { readonly largest: number; readonly pairCount: number }): boolean {
    const leftSize = intAt(this.#sizes, this.#pairs.first(pair));
    const rightSize = intAt(this.#sizes, this.#pairs.second(pair));
    return leftSize + rightSize <= round.largest && leftSize * rightSize >= round.pairCount;
  }

  /** Whether both ends of a pair still name clusters. */
  #isCurrent(pair: number): boolean {
    const left = this.#pairs.first(pair);
    const right = this.#pairs.second(pair);
    return this.#sets.find(left) === left && this.#sets.find(right) === right;
  }

  #offer(heap: Heap, pair: number, mergeAt: number): void {
    const average = this.#average(pair);
    if (average >= mergeAt) heap.push(average, pair);
  }

  #average(pair: number): number {
    return this.#sums.get(pair) / (intAt(this.#sizes, this.#pairs.first(pair)) * intAt(this.#sizes, this.#pairs.second(pair)));
  }

  /** The pair of clusters that now hold the two ends of a pair, or -1 when one cluster holds both. */
  #current(pair: number): number {
    const left = this.#sets.find(this.#pairs.first(pair));
    const right = this.#sets.find(this.#pairs.second(pair));
    return left === right ? -1 : this.#pairs.find(Math.min(left, right), Math.max(left, right));
  }

  #add(left: number, right: number): number {
    const pair = this.#pairs.add(left, right);
    if (pair < this.#sums.length) return pair;
    this.#sums.push(0);
    this.#bestValues.push(Number.NEGATIVE_INFINITY);
    this.#bestEdges.push(0);
    for (const end of [left, right]) this.#list(end, pair);
    return pair;
  }

  #list(cluster: number, pair: number): void {
    this.#nexts.push(intAt(this.#heads, cluster));
    this.#heads[cluster] = this.#links.length;
    this.#links.push(pair);
    this.#degrees[cluster] = intAt(this.#degrees, cluster) + 1;
  }

  /** Small into large: the cluster with fewer pairs hands them over, so a pair moves at most log2(n) times. */
  #merge(left: number, right: number): void {
    const isLeftKept = intAt(this.#degrees, left) >= intAt(this.#degrees, right);
    const kept = isLeftKept ? left : right;
    const gone = isLeftKept ? right : left;
    this.#sets.unite(kept, gone);
    this.#sizes[kept] = intAt(this.#sizes, kept) + intAt(this.#sizes, gone);
    for (let link = intAt(this.#heads, gone); link !== END; link = this.#nexts.get(link)) {
      const pair = this.#links.get(link);
      const other = this.#pairs.first(pair) === gone ? this.#pairs.second(pair) : this.#pairs.first(pair);
      // A neighbour that is no longer a cluster has handed this pair over already.
      if (this.#sets.find(other) === other && other !== kept) this.#fold(pair, this.#add(Math.min(kept, other), Math.max(kept, other)));
    }
  }

  #fold(pair: number, into: number): void {
    this.#sums.set(into, this.#sums.get(into) + this.#sums.get(pair));
    if (this.#bestValues.get(pair) <= this.#bestValues.get(into)) return;
    this.#bestValues.set(into, this.#bestValues.get(pair));
    this.#bestEdges.set(into, this.#bestEdges.get(pair));
  }
}
