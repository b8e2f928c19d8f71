import { existsSync, readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';

/** A findings.jsonl read by docs/job-files.md alone, so that the journal's own reader vouches for nothing here. */
export interface Findings {
  /** Keys in order, a whole last line without its line feed included. */
  readonly keys: readonly string[];
  readonly violations: readonly string[];
}

const LINE = /^(\{"_hash":"[0-9a-f]{16}","key":.*),"_crc":"([0-9a-f]{8})"\}$/s;

function readKey(line: string): string | null {
  const [, head, crc] = LINE.exec(line) ?? [];
  if (head === undefined || crc32(Buffer.from(head, 'utf8')).toString(16).padStart(8, '0') !== crc) return null;
  const parsed: unknown = JSON.parse(line);
  const key = typeof parsed === 'object' && parsed !== null && 'key' in parsed ? parsed.key : null;
  return typeof key === 'string' ? key : null;
}

/** Only what follows the last line feed may be torn; no item may have two lines. */
export function readFindings(path: string): Findings {
  if (!existsSync(path)) return { keys: [], violations: [] };
  const lines = readFileSync(path, 'utf8').split('\n');
  const tail = readKey(lines.pop() ?? '');
  const read = lines.map(readKey);
  const keys = [...read, tail].filter((key) => key !== null);
  const bad = read.flatMap((key, index) => (key === null ? [`line ${index + 1} of ${path} is damaged`] : []));
  const twice = keys.length === new Set(keys).size ? [] : [`an item has two lines in ${path}: ${keys.join(' ')}`];
  return { keys, violations: [...bad, ...twice] };
}
