import { type Cluster, type ClusterInput, Stories } from './cluster/stories.ts';

export type { Cluster, ClusterInput } from './cluster/stories.ts';

export interface ClusterOptions {
  /** Cosine of two titles from which on they are compared closely, 0..1. Lower finds more pairs and costs time. */
  readonly joinAt?: number;
  /** Average similarity down to which clusters merge, 0..1: about .28 keeps to one story, .05 gathers a topic. */
  readonly mergeAt?: number;
  /** Most sets of one URL or wording in one story; what is equal outright is never capped. */
  readonly largest?: number;
}

// Tuned on hand-judged pairs of one real December and on cross-posted links of one summer; the bench prints what it costs.
const DEFAULTS = { joinAt: 0.25, mergeAt: 0.28, largest: 400 } as const;
// A pair below this share of mergeAt counts as unlike: such pairs are most of all and tip no average.
const EDGE_SHARE = 0.6;

/**
 * Groups items into stories. Items with one URL, or with one title but for grammar, belong together at once; the rest is sparse average
 * linkage of tf-idf titles found by a blocked cosine join, near-linear in the number of items. Every item is in exactly one cluster; the
 * result depends on neither the order of `items` nor the clock. Clusters are ordered by their smallest id.
 */
export function cluster<I extends ClusterInput>(items: readonly I[], options: ClusterOptions = {}): Cluster<I>[] {
  const { joinAt, mergeAt, largest } = { ...DEFAULTS, ...options };
  const stories = new Stories(items.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  stories.uniteByUrl();
  stories.uniteByText();
  stories.uniteByLikeness({ joinAt, edgeAt: mergeAt * EDGE_SHARE, mergeAt, largest });
  return stories.toClusters();
}
