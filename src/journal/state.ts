import { z } from 'zod';
import { readBounded } from '../platform/bounded-read.ts';
import { failedItemSchema } from './error-queue.ts';
import { HASH } from './key.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const instant = z.iso.datetime();

/**
 * state.json. A cache beside the findings: `completed` may name items without a finding (another writer's), everything else would be
 * lost with it and nothing more. Other writers may leave out what has a default.
 */
const stateSchema = z.object({
  kind: z.literal('trivet-job-state').default('trivet-job-state'),
  schemaVersion: z.literal(1),
  startedAt: instant.nullable().default(null),
  updatedAt: instant.nullable().default(null),
  /** When the job was last said to be finished; null once work went on. */
  finishedAt: instant.nullable().default(null),
  /** The job's place in its listing, any JSON value. */
  cursor: z.unknown().default(null),
  /** The command that goes on with the job. */
  resume: z.string().nullable().default(null),
  expectedCount: z.int().min(0).nullable().default(null),
  completed: z.array(z.string().regex(HASH)).default([]),
  errors: z.array(failedItemSchema).default([]),
  stats: z
    .object({
      doneCount: z.int().default(0),
      failedCount: z.int().default(0),
      quarantinedCount: z.int().default(0),
      runCount: z.int().default(0),
    })
    .default({ doneCount: 0, failedCount: 0, quarantinedCount: 0, runCount: 0 }),
});
export type JobState = z.infer<typeof stateSchema>;

/** `lost`: there is a state.json but nothing can be made of it. */
export type StateRead = { readonly kind: 'read' | 'absent' | 'lost'; readonly state: JobState };

function parse(text: string): JobState | null {
  try {
    return stateSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A damaged state.json is no fault: everything that must last is in the findings. E_STORE_UNSAFE for a link or a device. */
export function readState(path: string): StateRead {
  const read = readBounded(path, MAX_BYTES);
  const state = read.kind === 'bytes' ? parse(Buffer.from(read.bytes).toString('utf8')) : null;
  if (state !== null) return { kind: 'read', state };
  return { kind: read.kind === 'absent' ? 'absent' : 'lost', state: stateSchema.parse({ schemaVersion: 1 }) };
}

export function toStateText(state: JobState): string {
  return `${JSON.stringify(state)}\n`;
}
