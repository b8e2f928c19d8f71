import { z } from 'zod';

/** What the host would make of one topic; texts are its own, capped at 200 characters at a word. */
export const angleSchema = z.strictObject({
  id: z.string(),
  podcast: z.string().nullable(),
  article: z.string().nullable(),
  hook: z.string().nullable(),
});
export type Angle = z.infer<typeof angleSchema>;
