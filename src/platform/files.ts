/**
 * Every durable write goes through here (appends: append.ts; reads: bounded-read.ts). All calls are synchronous: the order of system calls is then
 * fixed, which is what the crash campaigns enumerate. macOS: Node's fsync is F_FULLFSYNC there, safe and slow (milliseconds).
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, unlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { fillDescriptor, openExclusive, syncDirectory, unsafeFault } from './descriptor.ts';
import { errnoOf, guardWrite, type WriteCode } from './errno.ts';
import { renameOver } from './rename.ts';

const DIRECTORY_MODE = 0o700;
const TEMPORARY = /^\..+\.\d+\.[0-9a-f]{12}\.tmp$/;
/** How file systems without hard links (FAT, some network mounts) answer link(). */
const LINKLESS: ReadonlySet<string | null> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

function toBytes(data: string | Uint8Array): Uint8Array {
  return typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
}

/** Clears a temporary after a failure; the failure itself is what the caller reports, and the sweep finds what stays. */
function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

function writeTemporary(path: string, bytes: Uint8Array): string {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`);
  const fd = openExclusive(temporary);
  try {
    fillDescriptor(fd, bytes);
  } catch (error) {
    discard(temporary);
    throw error;
  }
  return temporary;
}

function refuseSpecial(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile() || stats.isDirectory()) return;
  throw unsafeFault(path, 'is a link or a device', `remove ${path} or name another file`);
}

/**
 * Puts `data` in the place of `path`: after a kill or power loss at any instant the file is the old or the new one, whole.
 * 0600, same directory. Faults: `code` with path and errno; E_STORE_UNSAFE when a link or device stands there.
 */
export function replaceFile(path: string, data: string | Uint8Array, code: WriteCode = 'E_STORE_WRITE'): void {
  guardWrite(path, code, () => {
    refuseSpecial(path);
    const temporary = writeTemporary(path, toBytes(data));
    try {
      renameOver(temporary, path);
    } catch (error) {
      discard(temporary);
      throw error;
    }
    syncDirectory(dirname(path));
  });
}

/** Without hard links a kill can leave a partial file, but still never an overwritten one. */
function createInPlace(path: string, bytes: Uint8Array): void {
  const fd = openExclusive(path);
  try {
    fillDescriptor(fd, bytes);
  } catch (error) {
    discard(path);
    throw error;
  }
}

function linkNew(temporary: string, path: string, bytes: Uint8Array): void {
  try {
    linkSync(temporary, path);
  } catch (error) {
    if (!LINKLESS.has(errnoOf(error))) throw error;
    createInPlace(path, bytes);
  }
}

/** The fault for a name that is taken. */
export function existsFault(path: string, cause?: unknown): FaultError {
  return new FaultError('E_OUTPUT_EXISTS', `${path} exists already`, 'add --force to overwrite it, or name another file', cause);
}

/**
 * Writes a new file and never overwrites: E_OUTPUT_EXISTS when the name is taken, by a dangling link too. A kill between link and
 * unlink leaves two names for the file until sweepTemporaries runs.
 */
export function createFile(path: string, data: string | Uint8Array, code: WriteCode = 'E_STORE_WRITE'): void {
  guardWrite(path, code, () => {
    const bytes = toBytes(data);
    const temporary = writeTemporary(path, bytes);
    try {
      linkNew(temporary, path, bytes);
    } catch (error) {
      discard(temporary);
      throw errnoOf(error) === 'EEXIST' ? existsFault(path, error) : error;
    }
    unlinkSync(temporary);
    syncDirectory(dirname(path));
  });
}

/** Removes a file durably; an absent one is synced all the same, for a predecessor may have died between the two steps. */
export function removeFile(path: string): void {
  guardWrite(path, 'E_STORE_WRITE', () => {
    try {
      unlinkSync(path);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
      if (!existsSync(dirname(path))) return;
    }
    syncDirectory(dirname(path));
  });
}

/** Removes a file or a directory with all it holds, durably, following no link; an absent one is no failure. */
export function removeTree(path: string): void {
  guardWrite(path, 'E_STORE_WRITE', () => {
    rmSync(path, { recursive: true, force: true });
    if (existsSync(dirname(path))) syncDirectory(dirname(path));
  });
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** False when another process made the directory first; its mode is then that process's affair. */
function makeOne(path: string): boolean {
  try {
    mkdirSync(path, { mode: DIRECTORY_MODE });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST' && isDirectory(path)) return false;
    throw error;
  }
  chmodSync(path, DIRECTORY_MODE);
  return true;
}

/** Makes `path` and its missing parents, each 0700 whatever the umask; directories that existed are left as they are. */
export function makeDirectory(path: string): void {
  guardWrite(path, 'E_STORE_WRITE', () => {
    if (isDirectory(path)) return;
    if (dirname(path) !== path) makeDirectory(dirname(path));
    if (makeOne(path)) syncDirectory(dirname(path));
  });
}

/** Removes what a killed writer left in `directory`; returns how many. Only under the store's lock, else it takes a live writer's file. */
export function sweepTemporaries(directory: string): number {
  return guardWrite(directory, 'E_STORE_WRITE', () => {
    if (!existsSync(directory)) return 0;
    const left = readdirSync(directory, { withFileTypes: true }).filter((entry) => entry.isFile() && TEMPORARY.test(entry.name));
    for (const entry of left) unlinkSync(join(directory, entry.name));
    return left.length;
  });
}
