import { z } from 'zod';
import { mergeSchema } from './cluster.ts';
import { hashSchema, type NominationId, nominationIdSchema, type Sha256 } from './id.ts';
import { canonicalIdOf } from './item.ts';
import { type Seed, seedSchema } from './seed.ts';
import { familySchema } from './source-id.ts';
import { CAPS } from './text/caps.ts';

/** The judge pool is cut here; every id in it reaches the host. */
export const POOL_SIZE = 15;

export const nominationSchema = z.strictObject({
  id: nominationIdSchema,
  rank: z.number().int().positive(),
  /** The engine's own name and junk guess; the host's word goes before both. */
  name: z.string().min(1).max(CAPS.name),
  junk: z.boolean(),
  families: z.array(familySchema).min(1),
  /** Strongest first. */
  seeds: z.array(seedSchema).min(1),
  merges: z.array(mergeSchema),
});
export type Nomination = z.infer<typeof nominationSchema>;

/** Hash over the sorted canonical ids of the seed items: the same stories get the same hash in any sweep. */
export function contentHashOf(seeds: readonly Seed[], sha256: Sha256): string {
  const ids = seeds.map((seed) => canonicalIdOf(seed.item));
  return sha256([...new Set(ids)].sort().join('\n'));
}

export function nominationIdOf(rank: number, contentHash: string): NominationId {
  return nominationIdSchema.parse(`n${rank}-${hashSchema.parse(contentHash).slice(0, 4)}`);
}
