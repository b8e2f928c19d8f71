import { z } from 'zod';
import { bundleSettingsSchema } from './bundle.ts';
import { MAX_TOPICS, topicSchema, unresearchedSchema, weakSignalSchema } from './topic.ts';

/** What leg 2 concludes: topics, or an honest nothing. */
const reportBase = bundleSettingsSchema.extend({
  nominationCount: z.number().int().nonnegative(),
  unjudgedCount: z.number().int().nonnegative(),
  lostRowCount: z.number().int().nonnegative(),
  unresearched: z.array(unresearchedSchema),
  /** Outcomes of all research requests together, one row a source. */
  researchCoverage: bundleSettingsSchema.shape.coverage,
  downgradedCount: z.number().int().nonnegative(),
});

export const solidReportSchema = reportBase.extend({ status: z.literal('topics'), topics: z.array(topicSchema).min(1).max(MAX_TOPICS) });
export type SolidReport = z.infer<typeof solidReportSchema>;

export const quietReportSchema = reportBase.extend({ status: z.literal('nothing-solid'), closest: weakSignalSchema.nullable() });
export type QuietReport = z.infer<typeof quietReportSchema>;

export const reportSchema = z.discriminatedUnion('status', [solidReportSchema, quietReportSchema]);
export type Report = z.infer<typeof reportSchema>;
