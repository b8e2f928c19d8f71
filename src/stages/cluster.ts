import { toAddressWords } from './cluster/address.ts';
import { at, GrowingNumbers } from './cluster/arrays.ts';
import { AverageLink } from './cluster/average-link.ts';
import { type Corpus, CorpusBuilder } from './cluster/corpus.ts';
import { DisjointSets } from './cluster/disjoint-sets.ts';
import { join } from './cluster/join.ts';
import { toShared, toSimilarity } from './cluster/likeness.ts';
import { tokenise } from './cluster/tokens.ts';

/** What clustering reads of an item. `urlKey` is the canonical outbound URL; ids are unique (the caller's guarantee). */
export interface ClusterInput {
  readonly id: string;
  readonly title: string;
  readonly urlKey: string | null;
  readonly source: string;
}

/** Why two items are one story: the same URL, or these words in both titles (most telling first; similarity 0..1). */
export type Merge =
  | { readonly kind: 'url'; readonly left: string; readonly right: string; readonly url: string }
  | {
      readonly kind: 'tokens';
      readonly left: string;
      readonly right: string;
      readonly tokens: readonly string[];
      readonly similarity: number;
    };

/** One story: its items by id, and the merges that connect them (always one fewer than items). */
export interface Cluster<I extends ClusterInput> {
  readonly items: readonly I[];
  readonly merges: readonly Merge[];
}

export interface ClusterOptions {
  /** Cosine at which two titles are compared at all. */
  readonly join?: number;
  /** Average similarity down to which clusters merge. */
  readonly stop?: number;
  /** Most distinct nodes (URLs or wordings) in one story. */
  readonly largest?: number;
}

const DEFAULTS = { join: 0.25, stop: 0.25, largest: 200 } as const;

/**
 * Groups items into stories: same URL or same words at once, then sparse average linkage of tf-idf titles. Every item is in exactly one
 * cluster; the result depends on neither the order of `items` nor the clock. Clusters are ordered by their smallest id.
 */
export function cluster<I extends ClusterInput>(items: readonly I[], options: ClusterOptions = {}): Cluster<I>[] {
  const sorted = items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const { corpus, texts } = toTexts(sorted);
  const stories = new Stories(sorted, texts, corpus);
  stories.uniteByUrl();
  stories.uniteByText();
  stories.uniteByLikeness({ ...DEFAULTS, ...options });
  return stories.toClusters();
}

const NO_TEXT = -1;

function toTexts(items: readonly ClusterInput[]): { readonly corpus: Corpus; readonly texts: Int32Array } {
  const builder = new CorpusBuilder();
  const texts = Int32Array.from(items, (item) => {
    const tokens = tokenise(item.title);
    return tokens.length === 0 ? NO_TEXT : builder.add(tokens, item.urlKey === null ? [] : toAddressWords(item.urlKey));
  });
  return { corpus: builder.build(), texts };
}

class Stories<I extends ClusterInput> {
  readonly #items: readonly I[];
  readonly #texts: Int32Array;
  readonly #corpus: Corpus;
  readonly #sets: DisjointSets;
  readonly #merges: { readonly member: number; readonly merge: Merge }[] = [];
  readonly #firstByText: Int32Array;

  constructor(items: readonly I[], texts: Int32Array, corpus: Corpus) {
    this.#items = items;
    this.#texts = texts;
    this.#corpus = corpus;
    this.#sets = new DisjointSets(items.length);
    this.#firstByText = new Int32Array(corpus.textCount).fill(-1);
  }

  uniteByUrl(): void {
    const firsts = new Map<string, number>();
    for (const [member, item] of this.#items.entries()) {
      if (item.urlKey === null) continue;
      const first = firsts.get(item.urlKey);
      if (first === undefined) firsts.set(item.urlKey, member);
      else this.#unite(first, member, (left, right) => ({ kind: 'url', left, right, url: item.urlKey ?? '' }));
    }
  }

  uniteByText(): void {
    for (let member = 0; member < this.#items.length; member += 1) {
      const text = at(this.#texts, member);
      if (text === NO_TEXT) continue;
      const first = at(this.#firstByText, text);
      if (first < 0) this.#firstByText[text] = member;
      else this.#uniteByTokens(first, member, 1);
    }
  }

  uniteByLikeness(options: Required<ClusterOptions>): void {
    const edges = { lefts: new GrowingNumbers(), rights: new GrowingNumbers(), similarities: new GrowingNumbers() };
    const link = new AverageLink(this.#items.length);
    join(this.#corpus, options.join, (leftText, rightText) => {
      const left = at(this.#firstByText, leftText);
      const right = at(this.#firstByText, rightText);
      const a = this.#sets.find(left);
      const b = this.#sets.find(right);
      if (a === b) return;
      const similarity = toSimilarity(this.#corpus, leftText, rightText);
      link.connect(a, b, similarity, edges.lefts.length);
      edges.lefts.push(left);
      edges.rights.push(right);
      edges.similarities.push(similarity);
    });
    for (const edge of link.run(options)) this.#uniteByTokens(edges.lefts.get(edge), edges.rights.get(edge), edges.similarities.get(edge));
  }

  #uniteByTokens(left: number, right: number, similarity: number): void {
    this.#unite(left, right, (leftId, rightId) => ({
      kind: 'tokens',
      left: leftId,
      right: rightId,
      tokens: toWords(this.#corpus, at(this.#texts, left), at(this.#texts, right)),
      similarity: Math.round(similarity * 1e4) / 1e4,
    }));
  }

  #unite(left: number, right: number, toMerge: (left: string, right: string) => Merge): void {
    if (!this.#sets.unite(left, right)) return;
    this.#merges.push({ member: left, merge: toMerge(this.#items[left]?.id ?? '', this.#items[right]?.id ?? '') });
  }

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

function toWords(corpus: Corpus, left: number, right: number): readonly string[] {
  return toShared(corpus, left, right)
    .toSorted(([a], [b]) => at(corpus.weights, b) - at(corpus.weights, a))
    .map(([entry]) => corpus.vocabulary[at(corpus.tokens, entry)] ?? '');
}
