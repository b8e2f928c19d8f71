import { z } from 'zod';

/** Every source there is, in the order the digest names them. */
export const SOURCE_IDS = ['hackernews', 'lobsters', 'reddit', 'v2ex', 'github'] as const;
export const sourceIdSchema = z.enum(SOURCE_IDS);
export type SourceId = z.infer<typeof sourceIdSchema>;

/** A family is a source; once user feeds exist they are one family together. */
export const familySchema = z.enum(SOURCE_IDS);
export type Family = SourceId;
