import { z } from 'zod';
import type { Item } from './item.ts';

/** Why two items are one story: the URL they share, or the tokens. Every merge can name its cause. */
export const mergeSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('url'), left: z.string(), right: z.string(), url: z.string() }),
  z.strictObject({
    kind: z.literal('tokens'),
    left: z.string(),
    right: z.string(),
    tokens: z.array(z.string()).readonly(),
    /** Cosine of the two titles' token weights, 0-1. */
    similarity: z.number(),
  }),
]);

export type Merge = z.infer<typeof mergeSchema>;

/** Items telling one story. */
export interface Cluster {
  readonly items: readonly Item[];
  readonly merges: readonly Merge[];
}
