import { z } from 'zod';
import { instantSchema, nominationIdSchema } from './id.ts';
import { itemCommentSchema } from './item.ts';
import { worthSchema } from './judgment.ts';
import { researchSchema } from './research.ts';
import { seedSchema } from './seed.ts';
import { sourceIdSchema } from './source-id.ts';
import { corroborationSchema, momentumSchema } from './strength.ts';
import { CAPS } from './text/caps.ts';

/** A brief never shows more. */
export const MAX_TOPICS = 10;

const bestCommentSchema = itemCommentSchema.extend({ source: sourceIdSchema });
export type BestComment = z.infer<typeof bestCommentSchema>;

/** A nomination that cleared the floor. */
export const topicSchema = z.strictObject({
  id: nominationIdSchema,
  rank: z.number().int().positive(),
  name: z.string().min(1).max(CAPS.name),
  junk: z.boolean(),
  worth: worthSchema,
  judgedBy: z.enum(['host', 'heuristics']),
  /** Hottest seed's heat. */
  heat: z.number().min(0).max(1),
  strength: z.number().nonnegative(),
  /** strength x (0.5 + worth/100): the order shown is the order used. */
  score: z.number().nonnegative(),
  momentum: momentumSchema,
  corroboration: corroborationSchema,
  newestAt: instantSchema.nullable(),
  oldestAt: instantSchema.nullable(),
  seeds: z.array(seedSchema).min(1),
  research: researchSchema,
  bestComment: bestCommentSchema.nullable(),
  /** Other nominations that proved to be this story. */
  folded: z.array(z.strictObject({ id: nominationIdSchema, name: z.string() })),
});
export type Topic = z.infer<typeof topicSchema>;

/** The strongest of what did not clear the floor: named, never padded in. */
export const weakSignalSchema = z.strictObject({
  name: z.string(),
  junk: z.boolean(),
  heat: z.number(),
  corroboration: corroborationSchema,
});
export type WeakSignal = z.infer<typeof weakSignalSchema>;

/** Kept by the host or by the heuristics, and yet not researched: outside the slots, or kept by the host and below the floor. */
export const unresearchedSchema = z.strictObject({
  id: nominationIdSchema,
  name: z.string(),
  why: z.enum(['below the floor', 'no slot left']),
});
export type Unresearched = z.infer<typeof unresearchedSchema>;
