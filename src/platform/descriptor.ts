import { closeSync, constants, fsyncSync, openSync, type Stats, writeSync } from 'node:fs';
import { FaultError } from '../domain/fault.ts';
import { errnoOf } from './errno.ts';

/** Windows knows neither flag; there they are 0 and the root's own access list has to protect the store. */
export const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** Keeps the opening of a planted FIFO from blocking for ever; regular files ignore it. */
export const NO_BLOCK = constants.O_NONBLOCK ?? 0;
export const FILE_MODE = 0o600;

const EXCLUSIVE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;

/** Creates `path` for writing, 0600; EEXIST when anything of that name exists, a dangling link included. */
export function openExclusive(path: string): number {
  return openSync(path, EXCLUSIVE, FILE_MODE);
}

/** Writes every byte: a single write may be short. A write that makes no progress is EIO rather than an endless loop. */
export function writeFully(fd: number, bytes: Uint8Array): void {
  let offset = 0;
  while (offset < bytes.length) {
    const count = writeSync(fd, bytes, offset, bytes.length - offset);
    if (count === 0) throw Object.assign(new Error('EIO: write made no progress'), { code: 'EIO' });
    offset += count;
  }
}

/** Writes, syncs and closes a fresh descriptor; closes it on failure too. */
export function fillDescriptor(fd: number, bytes: Uint8Array): void {
  try {
    writeFully(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Makes new, renamed and removed names in `directory` survive a power loss. Windows cannot open a directory and keeps names in
 * its own journal; some network file systems answer EINVAL or ENOTSUP, where there is nothing more to be had.
 */
export function syncDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    fsyncSync(fd);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno !== 'EINVAL' && errno !== 'ENOTSUP') throw error;
  } finally {
    closeSync(fd);
  }
}

/** The fault for a path whose kind or owner could let someone else read or redirect the store. */
export function unsafeFault(path: string, reason: string, remedy: string, cause?: unknown): FaultError {
  return new FaultError('E_STORE_UNSAFE', `${path} ${reason}`, remedy, cause);
}

/** Refuses what is not a plain file with one name. No link left at all is fine: a writer has just replaced the file. */
export function requirePlainFile(path: string, stats: Stats): void {
  if (!stats.isFile()) throw unsafeFault(path, 'is not a regular file', `remove ${path}, then run the same command again`);
  if (stats.nlink > 1) {
    throw unsafeFault(path, 'has a second name (hard link)', `replace ${path} by a copy of itself, then run the same command again`);
  }
}

/** The fault for O_NOFOLLOW's refusal (ELOOP; EMLINK on FreeBSD), or the error unchanged. */
export function toOpenError(error: unknown, path: string): unknown {
  const errno = errnoOf(error);
  if (errno !== 'ELOOP' && errno !== 'EMLINK') return error;
  return unsafeFault(path, 'is a symbolic link', `replace ${path} by a regular file, then run the same command again`, error);
}
