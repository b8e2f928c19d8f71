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

/** Whole lines with their line feeds, or, last, what stands behind the last line feed. Valid only until the next block is asked for. */
export interface FileBlock {
  readonly bytes: Buffer;
  readonly offset: number;
  /** The size the file had when it was opened. */
  readonly fileBytes: number;
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

interface OpenFile {
  readonly fd: number;
  readonly path: string;
  readonly fileBytes: number;
}

/** The open file, or null where there is none. */
function readOpenFile(path: string): OpenFile | null {
  let fd: number | null = null;
  try {
    fd = openSync(path, constants.O_RDONLY | NO_FOLLOW | NO_BLOCK);
    const stats = fstatSync(fd);
    requirePlainFile(path, stats);
    return { fd, path, fileBytes: stats.size };
  } catch (error) {
    if (fd !== null) closeSync(fd);
    if (errnoOf(error) === 'ENOENT') return null;
    throw toReadError(error, path);
  }
}

/** The blocks of an open file. What is left of a line moves to the front; the buffer doubles for a line that does not fit, so reading it costs its length. */
function* blocksOf({ fd, path, fileBytes }: OpenFile): Generator<FileBlock> {
  let buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  let offset = 0;
  let size = 0;
  for (;;) {
    if (size === buffer.length) buffer = Buffer.concat([buffer, Buffer.allocUnsafe(size)]);
    const into = buffer;
    const from = size;
    const count = guardRead(path, () => readSync(fd, into, from, into.length - from, null));
    if (count === 0) break;
    size += count;
    const end = buffer.subarray(from, size).lastIndexOf(LINE_FEED);
    if (end === -1) continue;
    const length = from + end + 1;
    yield { bytes: buffer.subarray(0, length), offset, fileBytes, isTerminated: true };
    buffer.copyWithin(0, length, size);
    offset += length;
    size -= length;
  }
  if (size > 0) yield { bytes: buffer.subarray(0, size), offset, fileBytes, isTerminated: false };
}

/**
 * A file of any size in blocks of whole lines, about a mebibyte each; no block where there is no file. Faults: E_STORE_READ, and
 * E_STORE_UNSAFE for a link, a second name or a device.
 */
export function* readBlocks(path: string): Generator<FileBlock> {
  const file = readOpenFile(path);
  if (file === null) return;
  try {
    yield* blocksOf(file);
  } finally {
    guardRead(path, () => closeSync(file.fd));
  }
}

/** The lines of a file of any size in order, one block in memory at a time. Faults as readBlocks. */
export function* readLines(path: string): Generator<FileLine> {
  for (const { bytes, offset, isTerminated } of readBlocks(path)) {
    if (!isTerminated) yield { bytes, offset, isTerminated };
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
      yield { bytes: bytes.subarray(start, end), offset: offset + start, isTerminated };
      start = end + 1;
    }
  }
}
