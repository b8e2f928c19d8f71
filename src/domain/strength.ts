import { z } from 'zod';
import { FLOOR } from './floor.ts';
import { familySchema } from './source-id.ts';

export const momentumSchema = z.strictObject({
  direction: z.enum(['new', 'building', 'cooling']),
  /** True until the sightings table has history to judge by. */
  provisional: z.boolean(),
});
export type Momentum = z.infer<typeof momentumSchema>;

/** `building (provisional)`. */
export function momentumPhrase({ direction, provisional }: Momentum): string {
  return `${direction}${provisional ? ' (provisional)' : ''}`;
}

export const corroborationSchema = z.strictObject({
  families: z.array(familySchema).min(1),
  publisherCount: z.number().int().positive(),
  itemCount: z.number().int().positive(),
});
export type Corroboration = z.infer<typeof corroborationSchema>;

/** Enough families and as many independent publishers among the seed items. */
export function isCorroborated(corroboration: Corroboration): boolean {
  return Math.min(corroboration.families.length, corroboration.publisherCount) >= FLOOR.corroborationCount;
}

/** `corroborated by 4 families and 6 publishers` or `single-source watch`. */
export function corroborationPhrase(corroboration: Corroboration): string {
  const { families, publisherCount } = corroboration;
  if (isCorroborated(corroboration)) return `corroborated by ${families.length} families and ${publisherCount} publishers`;
  return families.length === 1 ? 'single-source watch' : `${families.length} families, one publisher`;
}
