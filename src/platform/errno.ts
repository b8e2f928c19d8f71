import { constants } from 'node:os';
import { dirname } from 'node:path';
import { FaultError } from '../domain/fault.ts';

/** Which write failed: the store's own, or a copy the user asked for elsewhere. */
export type WriteCode = 'E_STORE_WRITE' | 'E_OUTPUT_WRITE';

const SPACE = (path: string) => `free space on the disk that holds ${dirname(path)}, then run the same command again`;
const RIGHTS = (path: string) => `make ${dirname(path)} writable for this user, or name another directory`;
const PLACE = (path: string) => `check that ${dirname(path)} is a directory, or name another one`;
const DISK = (path: string) => `check the disk that holds ${dirname(path)}, then run the same command again`;
const LIMIT = () => 'raise the limit of open files (ulimit -n), then run the same command again';

/** The operating system's refusals that a user can mend, with what to say about each. */
const EXPECTED: ReadonlyMap<string, readonly [reason: string, remedy: (path: string) => string]> = new Map([
  ['ENOSPC', ['no space is left', SPACE]],
  ['EDQUOT', ['the disk quota is used up', SPACE]],
  ['EFBIG', ['the file would exceed the size limit', SPACE]],
  ['EROFS', ['the file system is read-only', RIGHTS]],
  ['EACCES', ['permission is denied', RIGHTS]],
  ['EPERM', ['the operation is not permitted', RIGHTS]],
  ['EIO', ['the device reported an error', DISK]],
  ['EBUSY', ['the file is in use', DISK]],
  ['EMFILE', ['this process has too many open files', LIMIT]],
  ['ENFILE', ['the system has too many open files', LIMIT]],
  ['ENOENT', ['its directory does not exist', PLACE]],
  ['ENOTDIR', ['a part of the path is not a directory', PLACE]],
  ['ENAMETOOLONG', ['the name is too long', PLACE]],
  ['ELOOP', ['the path leads through a symbolic link', PLACE]],
  ['EISDIR', ['it is a directory', PLACE]],
  ['EEXIST', ['something else of that name exists', PLACE]],
]);

/** What libuv has no name for (EDQUOT, ESTALE) Node calls "UNKNOWN" or "Unknown system error -122"; the system's own table has the name. */
const NAMELESS = /^(?:UNKNOWN$|Unknown system error )/;
const NAMES: ReadonlyMap<number, string> = new Map(Object.entries(constants.errno).map(([name, number]) => [number, name]));

/** The errno name (`ENOSPC`) of a system call's error, or null for every other thrown value. */
export function errnoOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (/^E[A-Z0-9]+$/.test(error.code)) return error.code;
  if (!NAMELESS.test(error.code) || !('errno' in error) || typeof error.errno !== 'number') return null;
  return NAMES.get(-error.errno) ?? null;
}

/** What a failed write of `path` is thrown as: a fault where the user can mend it, else an Error with its cause. */
export function toWriteError(error: unknown, path: string, code: WriteCode = 'E_STORE_WRITE'): Error {
  if (error instanceof FaultError) return error;
  const errno = errnoOf(error);
  const expected = errno === null ? undefined : EXPECTED.get(errno);
  if (expected === undefined) return new Error(`writing ${path} failed`, { cause: error });
  const [reason, remedy] = expected;
  return new FaultError(code, `cannot write ${path}: ${reason} (${errno})`, remedy(path), error);
}

/** Runs one durable act on `path` and turns what the system refused into a fault. */
export function guardWrite<T>(path: string, code: WriteCode, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toWriteError(error, path, code);
  }
}
