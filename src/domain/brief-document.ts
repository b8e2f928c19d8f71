import { z } from 'zod';
import { angleSchema } from './angle.ts';
import { provenanceShape } from './brief.ts';
import { bundleSettingsSchema } from './bundle.ts';
import { itemSchema } from './item.ts';
import { quietReportSchema } from './report.ts';
import { seedSchema } from './seed.ts';
import { MAX_TOPICS, topicSchema, unresearchedSchema, weakSignalSchema } from './topic.ts';

/**
 * A brief as a JSON document: the files `briefs/*.json`, and what `--emit json` prints. Strangers' words, and whatever was made of
 * them, stand under `untrusted` alone, shortened and made safe; an address that is not safe is null.
 */

const named = z.strictObject({ name: z.string() });
const namedDocumentSchema = z.strictObject({ id: unresearchedSchema.shape.id, untrusted: named });
export type NamedDocument = z.infer<typeof namedDocumentSchema>;
const unresearchedDocumentSchema = namedDocumentSchema.extend({ why: unresearchedSchema.shape.why });
export type UnresearchedDocument = z.infer<typeof unresearchedDocumentSchema>;

const itemDocumentSchema = itemSchema.pick({ source: true, publishedAt: true, points: true, commentCount: true, rank: true }).extend({
  untrusted: z.strictObject({
    id: z.string(),
    title: z.string(),
    url: z.string().nullable(),
    link: z.string().nullable(),
    discussionUrl: z.string().nullable(),
    snippet: z.string(),
    author: z.string().nullable(),
    publisher: z.string(),
  }),
});
export type ItemDocument = z.infer<typeof itemDocumentSchema>;

const seedDocumentSchema = itemDocumentSchema.extend({ heat: seedSchema.shape.heat });
export type SeedDocument = z.infer<typeof seedDocumentSchema>;

const commentDocumentSchema = z.strictObject({
  source: itemSchema.shape.source,
  points: itemSchema.shape.points,
  untrusted: z.strictObject({ author: z.string().nullable(), text: z.string() }),
});
export type CommentDocument = z.infer<typeof commentDocumentSchema>;

const coverage = bundleSettingsSchema.shape.coverage;
const researchDocumentSchema = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('researched'),
    coverage,
    confirmedCount: z.number().int().nonnegative(),
    evidence: z.array(itemDocumentSchema),
    untrusted: z.strictObject({ queries: z.array(z.string()) }),
  }),
  z.strictObject({ status: z.literal('downgraded'), reason: z.string(), coverage }),
]);
export type ResearchDocument = z.infer<typeof researchDocumentSchema>;

/** A topic without what strangers wrote. */
const topicDocumentSchema = topicSchema.omit({ name: true, seeds: true, research: true, bestComment: true, folded: true });
export type TopicDocument = z.infer<typeof topicDocumentSchema>;

const cardDocumentSchema = topicDocumentSchema.extend({
  untrusted: named,
  seeds: z.array(seedDocumentSchema).min(1),
  research: researchDocumentSchema,
  bestComment: commentDocumentSchema.nullable(),
  folded: z.array(namedDocumentSchema),
  angle: angleSchema.omit({ id: true }).nullable(),
});
export type CardDocument = z.infer<typeof cardDocumentSchema>;

const settingsDocumentSchema = bundleSettingsSchema.extend({ ...provenanceShape, domain: z.string() });
export type SettingsDocument = z.infer<typeof settingsDocumentSchema>;

const { nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage } = quietReportSchema.shape;
const observedDocumentSchema = settingsDocumentSchema.extend({
  ...{ nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage },
  unresearched: z.array(unresearchedDocumentSchema),
});
const statement = z.string().describe('The one sentence a brief without topics stands on.');
const closestDocumentSchema = weakSignalSchema
  .omit({ name: true })
  .extend({ shortfall: z.string().describe('What it lacked.'), untrusted: named });
export type ClosestDocument = z.infer<typeof closestDocumentSchema>;

export const briefDocumentSchema = z.discriminatedUnion('status', [
  observedDocumentSchema.extend({ status: z.literal('topics'), cards: z.array(cardDocumentSchema).min(1).max(MAX_TOPICS) }),
  observedDocumentSchema.extend({ status: z.literal('nothing-solid'), statement, closest: closestDocumentSchema.nullable() }),
  settingsDocumentSchema.extend({ status: z.literal('unobserved'), statement }),
]);
export type BriefDocument = z.infer<typeof briefDocumentSchema>;
