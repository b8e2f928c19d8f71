import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { NO_BLOCK, NO_FOLLOW, requirePlainFile, toOpenError } from './descriptor.ts';
import { errnoOf } from './errno.ts';

/** What became of a bounded read. `unreadable` carries the errno; sizes are bytes. */
export type BoundedRead =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-large'; readonly sizeBytes: number }
  | { readonly kind: 'unreadable'; readonly errno: string };

function readFully(fd: number, sizeBytes: number): Uint8Array {
  const buffer = Buffer.alloc(sizeBytes);
  let offset = 0;
  while (offset < sizeBytes) {
    const count = readSync(fd, buffer, offset, sizeBytes - offset, null);
    if (count === 0) break;
    offset += count;
  }
  return buffer.subarray(0, offset);
}

function readOpened(path: string, maxBytes: number): BoundedRead {
  const fd = openSync(path, constants.O_RDONLY | NO_FOLLOW | NO_BLOCK);
  try {
    const stats = fstatSync(fd);
    requirePlainFile(path, stats);
    if (stats.size > maxBytes) return { kind: 'too-large', sizeBytes: stats.size };
    return { kind: 'bytes', bytes: readFully(fd, stats.size) };
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads the bytes a file had when it was opened, if there are at most `maxBytes`. E_STORE_UNSAFE for a link, a second name or a
 * device. Never for lock.db or trivet.db: closing any descriptor of theirs drops SQLite's locks in this process.
 */
export function readBounded(path: string, maxBytes: number): BoundedRead {
  try {
    return readOpened(path, maxBytes);
  } catch (caught) {
    const error = toOpenError(caught, path);
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return { kind: 'absent' };
    if (errno === null) throw error;
    return { kind: 'unreadable', errno };
  }
}
