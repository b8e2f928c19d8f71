import { z } from 'zod';
import { coverageSchema } from '../../src/domain/coverage.ts';

const shared = {
  ok: z.literal(true),
  schemaVersion: z.number(),
  command: z.string(),
  exit: z.number(),
  files: z.array(z.string()),
  warnings: z.array(z.string()),
  next: z.string().nullable(),
  coverage: coverageSchema,
};

const legOneSchema = z.object({
  ...shared,
  status: z.literal('awaiting-judgments'),
  bundleId: z.string(),
  nominations: z.array(
    z.object({
      id: z.string(),
      junk: z.boolean(),
      sources: z.array(z.string()),
      families: z.array(z.string()),
      publishers: z.number(),
      itemCount: z.number(),
      newestAt: z.string().nullable(),
      heat: z.number(),
      untrusted: z.object({ name: z.string(), titles: z.array(z.string()) }),
    }),
  ),
});

const legTwoSchema = z.object({
  ...shared,
  status: z.literal('awaiting-angles'),
  topics: z.array(
    z.object({
      id: z.string(),
      rank: z.number(),
      research: z.discriminatedUnion('status', [
        z.object({ status: z.literal('researched'), itemCount: z.number(), confirmedCount: z.number(), families: z.array(z.string()) }),
        z.object({ status: z.literal('downgraded'), reason: z.string() }),
      ]),
      untrusted: z.object({ name: z.string(), titles: z.array(z.string()), found: z.array(z.string()) }),
    }),
  ),
  research: z.object({ coverage: coverageSchema, downgradedCount: z.number() }),
});

const researchingSchema = z.object({
  ...shared,
  status: z.literal('researching'),
  bundleId: z.string(),
  next: z.string(),
  research: z.object({
    topicCount: z.number(),
    finishedCount: z.number(),
    remainingCount: z.number(),
    spentMs: z.number(),
    budgetMs: z.number(),
  }),
});

const briefDoneSchema = z.object({
  ...shared,
  status: z.enum(['done', 'nothing-solid', 'unobserved']),
  brief: z.looseObject({ status: z.string() }),
});
const faultSchema = z.object({
  ok: z.literal(false),
  code: z.string(),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
  exit: z.number(),
});

function parserOf<T extends z.ZodType>(schema: T): (stdout: string) => z.infer<T> {
  return (stdout) => schema.parse(JSON.parse(stdout));
}

export const parseLegOne = parserOf(legOneSchema);
export const parseLegTwo = parserOf(legTwoSchema);
export const parseResearching = parserOf(researchingSchema);
export const parseBriefDone = parserOf(briefDoneSchema);
export const parseFault = parserOf(faultSchema);
