import { z } from 'zod';
import { readBounded } from '../platform/bounded-read.ts';
import { failedItemSchema } from './error-queue.ts';
import { type HashList, type HashSet, readJsonItems, toHashList } from './hash-set.ts';
import { HASH } from './key.ts';

const MAX_BYTES = 256 * 1024 * 1024;
const LIST = Buffer.from(',"completed":[', 'latin1');
const LIST_END = Buffer.from(']}\n', 'latin1');
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
  /** Checked apart, in a loop: there may be a million. */
  completed: z.unknown().optional(),
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
/** All of it but the items that are done. */
export type JobState = Omit<z.infer<typeof stateSchema>, 'completed'>;

/** `lost`: there is a state.json but nothing can be made of it. */
export interface StateRead {
  readonly kind: 'read' | 'absent' | 'lost';
  readonly state: JobState;
  readonly completed: HashList;
}

type Parsed = Omit<StateRead, 'kind'>;

/** The list as anybody may have written it. */
function toCompleted(list: unknown): HashList | null {
  const isHash = (hash: unknown): hash is string => typeof hash === 'string' && HASH.test(hash);
  return Array.isArray(list) && list.every(isHash) ? toHashList(list) : null;
}

function parse(text: string): Parsed | null {
  try {
    const parsed = stateSchema.safeParse(JSON.parse(text));
    if (!parsed.success) return null;
    const { completed: list = [], ...state } = parsed.data;
    const completed = toCompleted(list);
    return completed === null ? null : { state, completed };
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** A file as toStateBytes writes it, whose list need not become a million strings; null says nothing about it. */
function parseOwn(bytes: Buffer): Parsed | null {
  const at = bytes.lastIndexOf(LIST);
  const end = bytes.length - LIST_END.length;
  if (at === -1 || !bytes.subarray(end).equals(LIST_END)) return null;
  const completed = readJsonItems(bytes.subarray(at + LIST.length, end));
  const head = completed === null ? null : parse(`${bytes.toString('utf8', 0, at)}}`);
  return completed === null || head === null ? null : { state: head.state, completed };
}

/** A damaged state.json is no fault: everything that must last is in the findings. E_STORE_UNSAFE for a link or a device. */
export function readState(path: string): StateRead {
  const read = readBounded(path, MAX_BYTES);
  const bytes = read.kind === 'bytes' ? Buffer.from(read.bytes.buffer, read.bytes.byteOffset, read.bytes.length) : null;
  const found = bytes === null ? null : (parseOwn(bytes) ?? parse(bytes.toString('utf8')));
  if (found !== null) return { kind: 'read', ...found };
  return { kind: read.kind === 'absent' ? 'absent' : 'lost', state: stateSchema.parse({ schemaVersion: 1 }), completed: new Uint32Array() };
}

/** The whole file; `completed` comes last, since it is most of it. */
export function toStateBytes(state: JobState, completed: HashSet): Uint8Array {
  const head = Buffer.concat([Buffer.from(JSON.stringify(state).slice(0, -1), 'utf8'), LIST]);
  const bytes = Buffer.allocUnsafe(head.length + completed.jsonItemsLength + LIST_END.length);
  bytes.set(head);
  completed.writeJsonItems(bytes, head.length);
  bytes.set(LIST_END, bytes.length - LIST_END.length);
  return bytes;
}
