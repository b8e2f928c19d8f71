import { z } from 'zod';
import { itemSchema } from './item.ts';

/** An item of the sweep with its heat: the layer the engine's own search does not amplify. */
export const seedSchema = z.strictObject({
  item: itemSchema,
  /** Percentile in (0, 1) among its own source's items of similar age. */
  heat: z.number().min(0).max(1),
});
export type Seed = z.infer<typeof seedSchema>;
