import { z } from 'zod';
import { briefDocumentSchema } from '../domain/brief-document.ts';
import { bundleSettingsSchema } from '../domain/bundle.ts';
import { FaultError } from '../domain/fault.ts';
import { bundleIdSchema, hashSchema, nominationIdSchema } from '../domain/id.ts';
import { nominationSchema } from '../domain/nomination.ts';
import { solidReportSchema } from '../domain/report.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { MAX_TOPICS, topicSchema } from '../domain/topic.ts';
import { BUNDLE_FILE, PENDING_FILE } from './engine-files.ts';
import { envelopeSchema } from './envelope.ts';

/** What a host may write, not what the engine makes of it: an absent or null field falls back to the heuristics. */
const judgmentsInputSchema = z.object({
  bundleId: bundleIdSchema.describe('Copied from the digest.'),
  judgments: z
    .array(
      z.object({
        id: nominationIdSchema.describe('One id of the digest; every id wants a row.'),
        name: z.string().max(CAPS.name).nullish().describe('2 to 6 words people would search for.'),
        junk: z.boolean().nullish().describe('True for support questions, musings and beginner asks.'),
        worth: z.number().min(0).max(100).nullish().describe('How much a reader would miss by not knowing.'),
        note: z.string().max(CAPS.note).nullish().describe('Why, for whoever reads the file.'),
      }),
    )
    .min(1),
});

const angleText = z.string().max(CAPS.angle).nullish();
const anglesInputSchema = z.object({
  bundleId: bundleIdSchema.describe('Copied from the angle digest.'),
  angles: z
    .array(
      z.object({
        id: nominationIdSchema.describe('One topic of the angle digest.'),
        podcast: angleText.describe('A podcast episode on it, one sentence.'),
        article: angleText.describe('An article on it, one sentence.'),
        hook: angleText.describe('The first line that makes a reader stay.'),
      }),
    )
    .min(1),
});

function sealed<T extends z.ZodType>(row: T) {
  return z.array(z.strictObject({ hash: hashSchema.describe('SHA-256 of the canonical JSON of row.'), row })).min(1);
}

const bundleFileSchema = envelopeSchema.extend({
  kind: z.literal(BUNDLE_FILE.kind),
  payload: bundleSettingsSchema.extend({ nominationCount: z.number().int().positive(), nominations: sealed(nominationSchema) }),
});

const pendingFileSchema = envelopeSchema.extend({
  kind: z.literal(PENDING_FILE.kind),
  payload: solidReportSchema.extend({
    topicCount: z.number().int().positive().max(MAX_TOPICS),
    topics: sealed(topicSchema).max(MAX_TOPICS),
    judgmentsHash: hashSchema.describe('SHA-256 of the judgments it was made of.'),
  }),
});

const SCHEMAS = new Map<string, z.ZodType>([
  ['judgments', judgmentsInputSchema],
  ['angles', anglesInputSchema],
  ['bundle', bundleFileSchema],
  ['pending', pendingFileSchema],
  ['brief', briefDocumentSchema],
]);

/** The names `jsonSchemaOf` knows. */
export const SCHEMA_NAMES: readonly string[] = [...SCHEMAS.keys()];

/** JSON Schema (draft 2020-12) of one kind of file as it lies on disk. E_UNKNOWN_SCHEMA names those there are. */
export function jsonSchemaOf(name: string): object {
  const schema = SCHEMAS.get(name);
  if (schema !== undefined) return z.toJSONSchema(schema, { io: 'input' });
  const message = `there is no schema named ${toTerminalText(name, CAPS.echo)}`;
  throw new FaultError('E_UNKNOWN_SCHEMA', message, `name one of: ${SCHEMA_NAMES.join(', ')}`);
}
