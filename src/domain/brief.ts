import { z } from 'zod';
import { angleSchema } from './angle.ts';
import { bundleSettingsSchema } from './bundle.ts';
import { bundleIdSchema, instantSchema } from './id.ts';
import { quietReportSchema, solidReportSchema } from './report.ts';
import { MAX_TOPICS, topicSchema } from './topic.ts';

export const originSchema = z.enum(['live', 'mock', 'replay']);
export type Origin = z.infer<typeof originSchema>;

export const provenanceShape = {
  /** The run reference; null for a one-shot run, which leaves no checkpoint. */
  bundleId: bundleIdSchema.nullable(),
  generatedAt: instantSchema,
  origin: originSchema,
};

export const cardSchema = topicSchema.extend({ angle: angleSchema.nullable() });
export type Card = z.infer<typeof cardSchema>;

/** What a reader gets: topics, an honest nothing, or the plain word that nothing was observed. */
export const briefSchema = z.discriminatedUnion('status', [
  solidReportSchema.omit({ topics: true }).extend({ ...provenanceShape, cards: z.array(cardSchema).min(1).max(MAX_TOPICS) }),
  quietReportSchema.extend(provenanceShape),
  bundleSettingsSchema.extend({ ...provenanceShape, status: z.literal('unobserved') }),
]);
export type Brief = z.infer<typeof briefSchema>;
export type SolidBrief = Extract<Brief, { status: 'topics' }>;
export type QuietBrief = Extract<Brief, { status: 'nothing-solid' }>;
export type UnobservedBrief = Extract<Brief, { status: 'unobserved' }>;
