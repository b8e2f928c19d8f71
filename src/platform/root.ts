import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { requirePlainFile, unsafeFault } from './descriptor.ts';
import { errnoOf } from './errno.ts';
import { makeDirectory } from './files.ts';
import { quoteArgument } from './shell.ts';

/** What to do where no store is, the directory or the file that makes it one. */
export const NO_STORE_REMEDY =
  'check --store, or begin a store there: run leg 1 (discover --nominate-only) with the same --store and flags';

const GROUP_OR_WORLD_WRITABLE = 0o022;
/** Lower case only, so that names cannot meet on a case-folding disk; a job's summary is the one fixed name in capitals. */
const NAME = /^(?:SUMMARY\.md|[a-z0-9][a-z0-9._-]*)$/;

/** Windows has neither owner nor mode bits in this sense: there the directory's access list decides. */
function requireOwn(directory: string, stats: Stats): void {
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (stats.uid !== uid) {
    throw unsafeFault(
      directory,
      `belongs to user ${stats.uid}, not to this one (${uid})`,
      `chown -R ${uid} ${quoteArgument(directory, process.platform)}`,
    );
  }
  if ((stats.mode & GROUP_OR_WORLD_WRITABLE) !== 0) {
    throw unsafeFault(directory, 'can be written by other users', `chmod 700 ${quoteArgument(directory, process.platform)}`);
  }
}

/** What a failed look at the store is thrown as. */
function toLookError(error: unknown, path: string): unknown {
  const errno = errnoOf(error);
  if (errno === null) return error;
  if (errno === 'ENOENT') {
    return new FaultError('E_STORE_MISSING', `there is no store at ${path}`, NO_STORE_REMEDY, error);
  }
  return new FaultError('E_STORE_READ', `cannot open ${path} (${errno})`, 'make it readable for this user, or name another --store', error);
}

function look<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toLookError(error, path);
  }
}

/**
 * The store's real path, resolved once per process: links above and at the root are followed here and nowhere below.
 * With `create` a missing directory is made (0700). Faults: E_STORE_MISSING, E_STORE_READ, E_STORE_UNSAFE, E_STORE_WRITE.
 */
export function resolveRoot(path: string, options: { readonly create: boolean }): string {
  if (options.create) makeDirectory(path);
  const root = look(path, () => realpathSync(path));
  const stats = look(root, () => statSync(root));
  if (!stats.isDirectory()) throw unsafeFault(root, 'is not a directory', 'name a directory with --store');
  requireOwn(root, stats);
  return root;
}

/** True when the walk may go on below `path`, false when nothing is there yet. */
function requireStraight(path: string): boolean {
  const stats = look(path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (stats === undefined) return false;
  if (stats.isSymbolicLink()) throw unsafeFault(path, 'is a symbolic link', `replace ${path} by what it points to, or remove it`);
  if (!stats.isDirectory()) {
    requirePlainFile(path, stats);
    return false;
  }
  // A root that others may look into does not keep them out of a directory that is open to them.
  requireOwn(path, stats);
  return true;
}

/** E_STORE_UNSAFE where `names`, from `root` on, lead through or to a link, a device, a second name or a directory of others. */
function requireStraightWay(root: string, names: readonly string[]): void {
  let below = root;
  for (const name of names) {
    below = join(below, name);
    if (!requireStraight(below)) break;
  }
}

function isRoot(path: string, root: string): boolean {
  try {
    return realpathSync(path) === root;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

/** For a path that someone else chose: where it leads below `root` (a real path), by whatever name, the rules of `inside` hold. */
export function requireStraightBelow(root: string, path: string): void {
  const names: string[] = [];
  let place = resolve(path);
  while (!isRoot(place, root)) {
    if (dirname(place) === place) return;
    names.unshift(basename(place));
    place = dirname(place);
  }
  requireStraightWay(place, names);
}

/**
 * A path below `root` (from resolveRoot) built from fixed names and ids. E_STORE_UNSAFE when a name leaves the alphabet or a part that
 * exists is a link, a device or has a second name; E_STORE_READ when it cannot be looked at. Node has no openat, so a process of the
 * same user could still race this.
 */
export function inside(root: string, ...names: readonly string[]): string {
  const odd = names.findIndex((name) => !NAME.test(name));
  if (odd !== -1) {
    const reason = `has no place for the name given at position ${odd + 1}`;
    throw unsafeFault(root, reason, 'use names of a-z, 0-9, dot, dash and underscore');
  }
  requireStraightWay(root, names);
  return join(root, ...names);
}
