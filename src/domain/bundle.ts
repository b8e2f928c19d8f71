import { z } from 'zod';
import { coverageSchema } from './coverage.ts';
import { nominationSchema } from './nomination.ts';
import { boundarySchema } from './source.ts';
import { CAPS } from './text/caps.ts';
import { tierSchema, windowSchema } from './window.ts';

/** Checkpoint 1: the whole judge pool, lossless. Legs 2 and 3 read their settings from here, never from flags. */
export const bundleSettingsSchema = z.strictObject({
  /** Collapsed domain words; empty = global. */
  domain: z.string().max(CAPS.domain),
  window: windowSchema,
  lookbackDays: z.number().int().positive(),
  tier: tierSchema,
  boundary: boundarySchema,
  subreddits: z.array(z.string()).nullable(),
  coverage: coverageSchema,
});
export type BundleSettings = z.infer<typeof bundleSettingsSchema>;

export const bundleSchema = bundleSettingsSchema.extend({
  nominations: z.array(nominationSchema),
  /** Rows of the file that were corrupt or missing, and so skipped. */
  lostRowCount: z.number().int().nonnegative(),
});
export type Bundle = z.infer<typeof bundleSchema>;
