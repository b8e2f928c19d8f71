import { z } from 'zod';
import { coverageSchema } from './coverage.ts';
import { itemSchema, itemsPhrase } from './item.ts';
import { isFailed } from './outcome.ts';
import { counted, listed } from './phrase.ts';

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

/** What research brought, as a digest and progress say it: `researched, 7 further items, 2 confirmed`. */
export function researchFact(research: Research): string {
  if (research.status === 'downgraded') return `not researched: ${research.reason}`;
  return `researched, ${counted(research.evidence.length, 'further item')}, ${research.confirmedCount} confirmed`;
}

/** The same as a brief says it, with the sources; sweep items never pass for research. */
export function researchPhrase(research: Research): string {
  if (research.status === 'downgraded') return `NOT RESEARCHED: ${research.reason}; what follows are sweep items only`;
  const silent = research.coverage.filter((row) => isFailed(row.outcome)).map((row) => row.source);
  const found = research.evidence.length === 0 ? 'nothing further' : itemsPhrase(research.evidence, 'further item');
  const confirmed = research.confirmedCount === 0 ? '' : `, and met ${counted(research.confirmedCount, 'sweep item')} again`;
  return `research found ${found}${confirmed}${silent.length === 0 ? '' : `; no answer from ${listed(silent)}`}`;
}
