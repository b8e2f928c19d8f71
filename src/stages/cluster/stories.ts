import type { Merge } from '../../domain/cluster.ts';
import { toAddressWords } from './address.ts';
import { GrowingIntegers, GrowingNumbers, intAt } from './arrays.ts';
import { AverageLink, type LinkOptions } from './average-link.ts';
import { type Corpus, CorpusBuilder } from './corpus.ts';
import { DisjointSets } from './disjoint-sets.ts';
import { join } from './join.ts';
import { Likeness, type Thresholds } from './likeness.ts';
import { tokenise } from './tokens.ts';

/** What clustering reads of an item. `urlKey` is the canonical outbound URL; ids are unique (the caller's guarantee). */
export interface ClusterInput {
  readonly id: string;
  readonly title: string;
  readonly urlKey: string | null;
  readonly source: string;
}

/** One story: its items by id, and the merges that hold it together (one fewer than items). */
export interface Cluster<I extends ClusterInput> {
  readonly items: readonly I[];
  readonly merges: readonly Merge[];
}

const NO_TEXT = 0xffffffff;

/** Items on their way to becoming stories. A member is an index into the items, which must be sorted. */
export class Stories<I extends ClusterInput> {
  readonly #items: readonly I[];
  readonly #corpus: Corpus;
  readonly #likeness: Likeness;
  readonly #texts: Uint32Array;
  readonly #firstByText = new GrowingIntegers();
  readonly #sets: DisjointSets;
  readonly #merges: { readonly member: number; readonly merge: Merge }[] = [];

  constructor(items: readonly I[]) {
    const builder = new CorpusBuilder();
    this.#items = items;
    this.#texts = new Uint32Array(items.length);
    for (const [member, item] of items.entries()) {
      const tokens = tokenise(item.title);
      this.#texts[member] = tokens.length === 0 ? NO_TEXT : builder.add(tokens, item.urlKey === null ? [] : toAddressWords(item.urlKey));
    }
    this.#corpus = builder.build();
    this.#likeness = new Likeness(this.#corpus);
    this.#sets = new DisjointSets(items.length);
  }

  /** One address is one story, whatever the submitters called it. */
  uniteByUrl(): void {
    const firsts = new Map<string, number>();
    for (const [member, { urlKey: url }] of this.#items.entries()) {
      if (url === null) continue;
      const first = firsts.get(url);
      if (first === undefined) firsts.set(url, member);
      else this.#unite(first, member, (left, right) => ({ kind: 'url', left, right, url }));
    }
  }

  /** Texts are numbered in the order of their first members, so a number not seen yet is a first member. */
  uniteByText(): void {
    for (let member = 0; member < this.#items.length; member += 1) {
      const text = intAt(this.#texts, member);
      if (text === NO_TEXT) continue;
      if (text === this.#firstByText.length) this.#firstByText.push(member);
      else this.#uniteByTokens(this.#firstByText.get(text), member, 1);
    }
  }

  /** Average linkage between the sets formed so far; two sets are as alike as their most alike titles. */
  uniteByLikeness(options: Thresholds & LinkOptions): void {
    const lefts = new GrowingIntegers();
    const rights = new GrowingIntegers();
    const similarities = new GrowingNumbers();
    join(this.#corpus, options, (leftText, rightText, similarity) => {
      lefts.push(this.#firstByText.get(leftText));
      rights.push(this.#firstByText.get(rightText));
      similarities.push(similarity);
    });
    const link = new AverageLink(this.#items.length, lefts.length);
    for (let edge = 0; edge < lefts.length; edge += 1) {
      const left = this.#sets.find(lefts.get(edge));
      const right = this.#sets.find(rights.get(edge));
      if (left !== right) link.connect(left, right, similarities.get(edge), edge);
    }
    for (const edge of link.run(options)) this.#uniteByTokens(lefts.get(edge), rights.get(edge), similarities.get(edge));
  }

  #uniteByTokens(left: number, right: number, similarity: number): void {
    this.#likeness.focus(intAt(this.#texts, right));
    this.#unite(left, right, (leftId, rightId) => ({
      kind: 'tokens',
      left: leftId,
      right: rightId,
      tokens: this.#likeness.toWords(intAt(this.#texts, left)),
      similarity: Math.round(similarity * 1e4) / 1e4,
    }));
  }

  #unite(left: number, right: number, toMerge: (leftId: string, rightId: string) => Merge): void {
    if (!this.#sets.unite(left, right)) return;
    const [leftId = '', rightId = ''] = [this.#items[left]?.id, this.#items[right]?.id];
    this.#merges.push({ member: left, merge: toMerge(leftId, rightId) });
  }

  /** The finished clusters, ordered by their first item. */
  toClusters(): Cluster<I>[] {
    const found = new Map<number, { readonly items: I[]; readonly merges: Merge[] }>();
    for (const [member, item] of this.#items.entries()) {
      const name = this.#sets.find(member);
      const known = found.get(name);
      if (known === undefined) found.set(name, { items: [item], merges: [] });
      else known.items.push(item);
    }
    for (const { member, merge } of this.#merges) found.get(this.#sets.find(member))?.merges.push(merge);
    return [...found.values()];
  }
}
