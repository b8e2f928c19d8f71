import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Only files that a test made too large for any reader. */
const HUGE_BYTES = 16 * 1024 * 1024;

/** Every file and directory below `root` with its mode and, for a file, its bytes: two equal trees are the same store. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries([root, ...paths].sort().map((path) => [relative(root, path) || '.', describeEntry(path)]));
}

function describeEntry(path: string): string {
  const stats = lstatSync(path);
  const mode = (stats.mode & 0o7777).toString(8);
  if (stats.size > HUGE_BYTES) return `${mode} ${stats.size} bytes of ${stats.mtimeMs}`;
  return stats.isFile() ? `${mode} ${readFileSync(path, 'latin1')}` : `${mode} ${stats.isDirectory() ? 'directory' : 'other'}`;
}

/** Names of all that lies in the store, sorted. */
export function namesIn(root: string): string[] {
  return Object.keys(treeOf(root)).filter((name) => name !== '.');
}

const isJobs = (name: string) => name === 'jobs' || name.startsWith('jobs/');

/** The files of the round itself, without the jobs that it was made by. */
export function roundTreeOf(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(treeOf(root)).filter(([name]) => !isJobs(name)));
}

export function roundNamesIn(root: string): string[] {
  return namesIn(root).filter((name) => !isJobs(name));
}

/** Modes by name. */
export function modesIn(root: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(treeOf(root)).map(([name, entry]) => [name, entry.split(' ')[0] ?? '']));
}
