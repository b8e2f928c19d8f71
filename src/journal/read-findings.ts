import { readLines } from '../platform/read-lines.ts';
import { parseLine } from './line.ts';

/** A finished item. The value comes from a file, so parse it. */
export interface Finding {
  readonly key: string;
  readonly value: unknown;
}

/**
 * The findings of a file in order, the first of each item, one value in memory at a time; none where there is no file. What is no
 * finding is passed over: opening the job mends it. E_STORE_READ, E_STORE_UNSAFE.
 */
export function* readFindingsFile(path: string): Generator<Finding> {
  const seen = new Set<string>();
  for (const { bytes } of readLines(path)) {
    const line = parseLine(bytes);
    if (line.kind !== 'finding' || seen.has(line.hash)) continue;
    seen.add(line.hash);
    yield { key: line.key, value: line.value };
  }
}
