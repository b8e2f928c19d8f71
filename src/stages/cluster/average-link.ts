import { GrowingIntegers, GrowingNumbers, intAt } from './arrays.ts';
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

/** `pairCount` is the least number of node pairs an average must rest on. */
interface Round extends LinkOptions {
  readonly pairCount: number;
}

/**
 * Sparse average linkage over nodes 0..count-1. Pairs never given count as similarity 0. The average of a union is never above the
 * larger of the two averages it replaces, so a heap entry is an upper bound and is put right only when it comes up: near-linear.
 */
export class AverageLink {
  readonly #sets: DisjointSets;
  readonly #sizes: Uint32Array;
  readonly #pairs: PairTable;
  readonly #sums = new GrowingNumbers();
  readonly #bestEdges = new GrowingIntegers();
  readonly #bestValues = new GrowingNumbers();
  // The pairs of a cluster as a linked list: heads by cluster, then (pair, next); 0 ends it.
  readonly #heads: Uint32Array;
  readonly #degrees: Uint32Array;
  readonly #links = new GrowingIntegers();
  readonly #nexts = new GrowingIntegers();

  /** `pairCount` is about how many pairs will be given. */
  constructor(count: number, pairCount = 0) {
    this.#pairs = new PairTable(pairCount);
    this.#sets = new DisjointSets(count);
    this.#sizes = new Uint32Array(count).fill(1);
    this.#heads = new Uint32Array(count);
    this.#degrees = new Uint32Array(count);
    this.#links.push(END);
    this.#nexts.push(END);
  }

  /** Gives the similarity of two different nodes; of several for one pair the largest counts. `edge` is the caller's name for it. */
  connect(left: number, right: number, similarity: number, edge: number): void {
    const pair = this.#pairs.add(Math.min(left, right), Math.max(left, right));
    if (pair === this.#sums.length) {
      this.#sums.push(similarity);
      this.#bestValues.push(similarity);
      this.#bestEdges.push(edge);
      this.#list(left, pair);
      this.#list(right, pair);
    } else if (similarity > this.#bestValues.get(pair)) {
      this.#sums.set(pair, similarity);
      this.#bestValues.set(pair, similarity);
      this.#bestEdges.set(pair, edge);
    }
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

  #runRound(round: Round, merges: number[]): void {
    const heap = this.#toHeap(round);
    while (heap.size > 0) {
      const value = heap.topValue;
      const pair = this.#current(heap.topId);
      heap.pop();
      const average = pair < 0 ? 0 : this.#average(pair);
      if (average < round.mergeAt) continue;
      if (average < value - EPSILON) heap.push(average, pair);
      else if (this.#isAllowed(pair, round)) {
        merges.push(this.#bestEdges.get(pair));
        this.#merge(this.#pairs.first(pair), this.#pairs.second(pair));
      }
    }
  }

  #toHeap(round: Round): Heap {
    const heap = new Heap();
    for (let pair = 0; pair < this.#pairs.size; pair += 1) {
      const average = this.#average(pair);
      if (average >= round.mergeAt && this.#isCurrent(pair)) heap.push(average, pair);
    }
    return heap;
  }

  #isAllowed(pair: number, round: Round): boolean {
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

  #average(pair: number): number {
    return this.#sums.get(pair) / (intAt(this.#sizes, this.#pairs.first(pair)) * intAt(this.#sizes, this.#pairs.second(pair)));
  }

  /** The pair of clusters that now hold the two ends of a pair, or -1 when one cluster holds both. */
  #current(pair: number): number {
    const left = this.#sets.find(this.#pairs.first(pair));
    const right = this.#sets.find(this.#pairs.second(pair));
    return left === right ? -1 : this.#pairs.find(Math.min(left, right), Math.max(left, right));
  }

  #list(cluster: number, pair: number): void {
    this.#links.push(pair);
    this.#nexts.push(0);
    this.#prepend(cluster, this.#links.length - 1);
  }

  #prepend(cluster: number, link: number): void {
    this.#nexts.set(link, intAt(this.#heads, cluster));
    this.#heads[cluster] = link;
    this.#degrees[cluster] = intAt(this.#degrees, cluster) + 1;
  }

  /** Small into large: the cluster with fewer pairs hands them over, so a pair moves at most log2(n) times. */
  #merge(left: number, right: number): void {
    const isLeftKept = intAt(this.#degrees, left) >= intAt(this.#degrees, right);
    const kept = isLeftKept ? left : right;
    const gone = isLeftKept ? right : left;
    this.#sets.unite(kept, gone);
    this.#sizes[kept] = intAt(this.#sizes, kept) + intAt(this.#sizes, gone);
    let link = intAt(this.#heads, gone);
    while (link !== END) {
      const next = this.#nexts.get(link);
      const pair = this.#links.get(link);
      const other = this.#pairs.first(pair) === gone ? this.#pairs.second(pair) : this.#pairs.first(pair);
      // A pair whose other end is no longer a cluster was folded into another.
      if (other !== kept && this.#sets.find(other) === other) this.#handOver(link, kept, other);
      link = next;
    }
  }

  /** The pair goes on under the name of its new cluster, or into the pair that has it already. */
  #handOver(link: number, kept: number, other: number): void {
    const pair = this.#links.get(link);
    const first = Math.min(kept, other);
    const second = Math.max(kept, other);
    const known = this.#pairs.find(first, second);
    if (known >= 0) this.#fold(pair, known);
    else {
      this.#pairs.rename(pair, first, second);
      this.#prepend(kept, link);
    }
  }

  #fold(pair: number, into: number): void {
    this.#sums.set(into, this.#sums.get(into) + this.#sums.get(pair));
    if (this.#bestValues.get(pair) <= this.#bestValues.get(into)) return;
    this.#bestValues.set(into, this.#bestValues.get(pair));
    this.#bestEdges.set(into, this.#bestEdges.get(pair));
  }
}
