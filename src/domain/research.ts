import { z } from 'zod';
import { coverageSchema } from './coverage.ts';
import { itemSchema } from './item.ts';

/** UTF-16 units. */
export const MAX_REASON_LENGTH = 400;

/** What searching for one nomination brought. Seeds are never in here: evidence is what research itself found. */
export const researchSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('researched'),
    /** On-topic items that the sweep had not shown. */
    evidence: z.array(itemSchema),
    /** Seeds that the searches showed again: they support the story, and are no evidence of research. */
    confirmedCount: z.number().int().nonnegative(),
    /** Queries asked, in our words. */
    queries: z.array(z.string()),
    coverage: coverageSchema,
  }),
  z.strictObject({
    status: z.literal('downgraded'),
    /** Why, in our words. */
    reason: z.string().max(MAX_REASON_LENGTH),
    coverage: coverageSchema,
  }),
]);
export type Research = z.infer<typeof researchSchema>;
