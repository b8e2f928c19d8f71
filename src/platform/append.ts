import { closeSync, constants, fdatasyncSync, fstatSync, fsyncSync, ftruncateSync, openSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { FILE_MODE, NO_BLOCK, NO_FOLLOW, requirePlainFile, syncDirectory, toOpenError, writeFully } from './descriptor.ts';
import { errnoOf, guardWrite, toWriteError } from './errno.ts';

/** A file that only grows. Use it under the lock that owns the file: sizes are tracked here, not asked for again. */
export interface AppendHandle {
  /** Bytes known to be on the disk. */
  readonly sizeBytes: number;
  /**
   * Adds one record; when it returns, the record survives a power loss. A failed write is taken back (E_STORE_WRITE) and may be tried
   * again; after a failed sync the kernel may have dropped the pages, so every later call throws and only a fresh open knows the truth.
   */
  append(bytes: Uint8Array): void;
  /** Cuts a torn tail off, durably. `sizeBytes` must not exceed the present size. Same faults as `append`. */
  truncate(sizeBytes: number): void;
  /** Idempotent; never syncs, for nothing unsynced was ever acknowledged. */
  close(): void;
}

const OPEN = constants.O_RDWR | constants.O_APPEND | NO_FOLLOW | NO_BLOCK;

function openOrCreate(path: string): number {
  try {
    return openSync(path, OPEN | constants.O_CREAT | constants.O_EXCL, FILE_MODE);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
  }
  try {
    return openSync(path, OPEN);
  } catch (error) {
    throw toOpenError(error, path);
  }
}

/** A predecessor killed between write and sync leaves rows that only the page cache holds: sync before anyone trusts them. */
function settle(fd: number, path: string): number {
  try {
    const stats = fstatSync(fd);
    requirePlainFile(path, stats);
    fdatasyncSync(fd);
    syncDirectory(dirname(path));
    return stats.size;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

class AppendFile implements AppendHandle {
  readonly #path: string;
  readonly #fd: number;
  #sizeBytes: number;
  #poison: Error | null = null;
  #open = true;

  constructor(path: string, fd: number, sizeBytes: number) {
    this.#path = path;
    this.#fd = fd;
    this.#sizeBytes = sizeBytes;
  }

  get sizeBytes(): number {
    return this.#sizeBytes;
  }

  append(bytes: Uint8Array): void {
    this.#requireUsable();
    try {
      writeFully(this.#fd, bytes);
    } catch (error) {
      this.#takeBack();
      throw toWriteError(error, this.#path);
    }
    this.#orPoison(() => fdatasyncSync(this.#fd));
    this.#sizeBytes += bytes.length;
  }

  truncate(sizeBytes: number): void {
    this.#requireUsable();
    if (sizeBytes > this.#sizeBytes) throw new RangeError('truncate cannot lengthen a file');
    this.#orPoison(() => {
      this.#cut(sizeBytes);
      fsyncSync(this.#fd);
    });
    this.#sizeBytes = sizeBytes;
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    guardWrite(this.#path, 'E_STORE_WRITE', () => closeSync(this.#fd));
  }

  #requireUsable(): void {
    if (!this.#open) throw new Error(`${this.#path} is closed`);
    if (this.#poison === null) return;
    const message = `cannot write ${this.#path}: an earlier write or sync of it failed, so its end is not known to be on the disk`;
    throw new FaultError('E_STORE_WRITE', message, 'run the same command again: it reads the file afresh', this.#poison);
  }

  /** The write's own error is the one to report; a tail that cannot be cut off poisons the handle, as the next record would follow garbage. */
  #takeBack(): void {
    try {
      this.#cut(this.#sizeBytes);
    } catch (error) {
      this.#poison = toWriteError(error, this.#path);
    }
  }

  /** Windows refuses to shorten through a descriptor opened for appending, so there the path is opened once more. */
  #cut(sizeBytes: number): void {
    if (process.platform === 'win32') truncateSync(this.#path, sizeBytes);
    else ftruncateSync(this.#fd, sizeBytes);
  }

  #orPoison(act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#poison = toWriteError(error, this.#path);
      throw this.#poison;
    }
  }
}

/**
 * Opens `path` for durable appends, creating it 0600. What the file holds when this returns is on the disk, whoever wrote it.
 * Faults: E_STORE_WRITE; E_STORE_UNSAFE for a link, a second name or a device.
 */
export function openAppend(path: string): AppendHandle {
  return guardWrite(path, 'E_STORE_WRITE', () => {
    const fd = openOrCreate(path);
    return new AppendFile(path, fd, settle(fd, path));
  });
}
