import { z } from 'zod';

export const momentumSchema = z.strictObject({
  direction: z.enum(['new', 'building', 'cooling']),
  /** True until the sightings table has history to judge by. */
  provisional: z.boolean(),
});
export type Momentum = z.infer<typeof momentumSchema>;

export const corroborationSchema = z.strictObject({
  families: z.array(z.string()).min(1),
  publisherCount: z.number().int().positive(),
  itemCount: z.number().int().positive(),
});
export type Corroboration = z.infer<typeof corroborationSchema>;

/** At least two families and two independent publishers among the seed items. */
export function isCorroborated(corroboration: Corroboration): boolean {
  return corroboration.families.length >= 2 && corroboration.publisherCount >= 2;
}

/** `corroborated by 4 families and 6 publishers` or `single-source watch`. */
export function corroborationPhrase(corroboration: Corroboration): string {
  const { families, publisherCount } = corroboration;
  if (isCorroborated(corroboration)) return `corroborated by ${families.length} families and ${publisherCount} publishers`;
  if (families.length >= 2) return `${families.length} families, one publisher`;
  return 'single-source watch';
}
