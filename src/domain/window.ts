import { z } from 'zod';
import { instantSchema } from './id.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** The span of time a run looks at. `toAt` is the instant of the sweep: every age is measured from it, in every leg. */
export const windowSchema = z.strictObject({ fromAt: instantSchema, toAt: instantSchema });
export type Window = z.infer<typeof windowSchema>;

export const tierSchema = z.enum(['deep', 'shallow']);
export type Tier = z.infer<typeof tierSchema>;

/** How many topics are researched. */
export const RESEARCH_SLOTS: Readonly<Record<Tier, number>> = { deep: 8, shallow: 6 };

/** How long research may take in all, seconds. */
export const RESEARCH_BUDGET_SECONDS: Readonly<Record<Tier, number>> = { deep: 450, shallow: 90 };
