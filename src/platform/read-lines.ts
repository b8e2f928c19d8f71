import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { FaultError } from '../domain/fault.ts';
import { NO_BLOCK, NO_FOLLOW, requirePlainFile, toOpenError } from './descriptor.ts';
import { errnoOf } from './errno.ts';

/** `bytes` are without the line feed and valid only until the next line is asked for; `offset` is where they begin in the file. */
export interface FileLine {
  readonly bytes: Uint8Array;
  readonly offset: number;
  /** False for the bytes behind the last line feed. */
  readonly isTerminated: boolean;
}

const CHUNK_BYTES = 1024 * 1024;
const LINE_FEED = 0x0a;

function toReadError(caught: unknown, path: string): unknown {
  const error = toOpenError(caught, path);
  const errno = errnoOf(error);
  if (errno === null) return error;
  return new FaultError('E_STORE_READ', `cannot read ${path} (${errno})`, 'make it readable for this user', error);
}

function guardRead<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw toReadError(error, path);
  }
}

/** The open file, or null where there is none. */
function readDescriptor(path: string): number | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW | NO_BLOCK);
    requirePlainFile(path, fstatSync(fd));
    return fd;
  } catch (error) {
    if (fd !== null) closeSync(fd);
    if (errnoOf(error) === 'ENOENT') return null;
    throw toReadError(error, path);
  }
}

/** The lines of an open file. Parts of a long line are kept apart until its end, so that joining them costs its length once. */
function* linesOf(fd: number, path: string): Generator<FileLine> {
  const buffer = Buffer.alloc(CHUNK_BYTES);
  let parts: Buffer[] = [];
  let offset = 0;
  const readChunk = () => guardRead(path, () => buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, null)));
  const take = (last: Buffer) => {
    const bytes = parts.length === 0 ? last : Buffer.concat([...parts, last]);
    parts = [];
    return bytes;
  };
  for (let chunk = readChunk(); chunk.length > 0; chunk = readChunk()) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      const bytes = take(chunk.subarray(start, end));
      yield { bytes, offset, isTerminated: true };
      offset += bytes.length + 1;
      start = end + 1;
    }
    if (start < chunk.length) parts.push(Buffer.from(chunk.subarray(start)));
  }
  if (parts.length > 0) yield { bytes: take(Buffer.alloc(0)), offset, isTerminated: false };
}

/**
 * The lines of a file of any size in order, one chunk in memory at a time; none where there is no file. Faults: E_STORE_READ, and
 * E_STORE_UNSAFE for a link, a second name or a device.
 */
export function* readLines(path: string): Generator<FileLine> {
  const fd = readDescriptor(path);
  if (fd === null) return;
  try {
    yield* linesOf(fd, path);
  } finally {
    guardRead(path, () => closeSync(fd));
  }
}
