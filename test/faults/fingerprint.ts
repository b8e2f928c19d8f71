import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Call } from './shim.ts';

/** The name of a temporary without what is random in it. */
const TEMPORARY = /\.\d+\.[0-9a-f]{12}\.tmp/g;
const ID = /(?<![0-9a-z])[0-9a-hjkmnp-tv-z]{16}(?![0-9a-z])/g;

/** `text` without what differs between two runs of one program: ids in order of appearance, process ids, measured times, how many requests this run of several made, the directory. */
function toPlain(text: string, directory: string, ids: Map<string, string>): string {
  return text
    .replaceAll(directory, '.')
    .replace(TEMPORARY, '.tmp')
    .replace(ID, (id) => {
      const known = ids.get(id) ?? `<id ${ids.size}>`;
      ids.set(id, known);
      return known;
    })
    .replace(/"pid":\d+/g, '"pid":0')
    .replace(/"(elapsedMs|spentMs|requestCount)":\d+/g, '"$1":0')
    .replace(/"generatedAt":"[^"]+"/g, '"generatedAt":""');
}

/** A call as two runs of one program both make it. */
export function toPlainCall({ operation, path }: Call): string {
  return `${operation} ${toPlain(path.replace(/^.*?\/run-\d+/, ''), '\0', new Map())}`;
}

/** The lines of a journal of concurrent answers in one order, whatever came first; a torn tail stays last. */
function sortedLines(text: string): string {
  const lines = text.split('\n');
  const tail = lines.pop() ?? '';
  return [...lines.sort(), tail].join('\n');
}

/** The same for a list of hashes in one line of JSON. */
function withSortedHashes(text: string): string {
  return text.replace(/(?<=\[)"[0-9a-f]{16}"(?:,"[0-9a-f]{16}")*(?=\])/g, (list) => list.split(',').sort().join());
}

function describe(path: string, directory: string, ids: Map<string, string>): string {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (!stats.isFile()) return mode;
  // SQLite's files hold a random number, and what is in them is never read here: the lock has no content.
  if (/\.db(?:-\w+)?$/.test(path)) return `${mode} ${stats.size} bytes`;
  // A temporary is only ever removed.
  if (path.endsWith('.tmp')) return mode;
  const text = withSortedHashes(toPlain(readFileSync(path, 'utf8'), directory, ids));
  return `${mode} ${/(?:findings\.jsonl|SUMMARY\.md)$/.test(path) ? sortedLines(text) : text}`;
}

/** Names, modes and contents of all below `directory`: two crash states of one fingerprint are the same to whoever runs next. */
export function fingerprint(directory: string): string {
  const ids = new Map<string, string>();
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .sort();
  const lines = names.map((path) => `${toPlain(relative(directory, path), directory, ids)} ${describe(path, directory, ids)}`);
  return createHash('sha256').update(lines.join('\n')).digest('hex');
}

/** Which states have been seen; from one that was, running again would show nothing new. */
export class SeenStates {
  readonly #seen = new Set<string>();

  get count(): number {
    return this.#seen.size;
  }

  isNew(directory: string): boolean {
    const state = fingerprint(directory);
    if (this.#seen.has(state)) return false;
    this.#seen.add(state);
    return true;
  }
}
