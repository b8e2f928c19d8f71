import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One line of a data file: whatever fields it has. */
export type WorldRow = Readonly<Record<string, unknown>>;

/**
 * Rows of every JSONL file of one folder of real data, which is not ours to ship: it lies beside the replay server that TRIVET_WORLD
 * names. Null, and a loud word, where it is not at hand.
 */
export function readWorldData(folder: string, suite: string): WorldRow[] | null {
  const world = process.env['TRIVET_WORLD'];
  const directory = world === undefined ? '' : join(world, '..', 'data', folder);
  if (world === undefined || !existsSync(directory)) {
    console.warn(`${suite}: SKIPPED, as TRIVET_WORLD names no folder with ../data/${folder} beside it`);
    return null;
  }
  const files = readdirSync(directory).filter((file) => file.endsWith('.jsonl'));
  return files.flatMap((file) => readFileSync(join(directory, file), 'utf8').split('\n').filter(Boolean).map(parseRow));
}

function parseRow(line: string): WorldRow {
  const row: unknown = JSON.parse(line);
  if (typeof row !== 'object' || row === null) throw new Error('a line of real data is no JSON object');
  return Object.fromEntries(Object.entries(row));
}
