import type { AppendHandle } from '../platform/append.ts';
import { hashKey } from './key.ts';
import { toLineBytes } from './line.ts';
import { toJsonText } from './value.ts';

/** One finding on its way to the disk. */
export interface FindingLine {
  readonly hash: string;
  readonly key: string;
  readonly bytes: Buffer;
}

interface Waiting {
  readonly line: FindingLine;
  readonly promise: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** E_JOB_VALUE where key or value cannot be a line. */
export function toFindingLine(key: string, value: unknown): FindingLine {
  const hash = hashKey(key);
  return { hash, key, bytes: toLineBytes(hash, key, toJsonText(value)) };
}

function toWaiting(line: FindingLine): Waiting {
  let resolve: () => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<void>((onDone, onFailed) => {
    resolve = onDone;
    reject = onFailed;
  });
  return { line, promise, resolve, reject };
}

/** A lone line, which is what one caller's loop writes, is not copied. */
function joined(batch: readonly Waiting[]): Uint8Array {
  const [first] = batch;
  return first !== undefined && batch.length === 1 ? first.line.bytes : Buffer.concat(batch.map(({ line }) => line.bytes));
}

/** Group commit: findings of one turn of the event loop share one write and one sync; none waits for a later turn's. */
export class FindingsFile {
  readonly #handle: AppendHandle;
  readonly #onDurable: (lines: readonly FindingLine[]) => void;
  #waiting = new Map<string, Waiting>();

  constructor(handle: AppendHandle, onDurable: (lines: readonly FindingLine[]) => void) {
    this.#handle = handle;
    this.#onDurable = onDurable;
  }

  /** Resolves when the line is on the disk. An item already waiting keeps its first line. */
  add(line: FindingLine): Promise<void> {
    const before = this.#waiting.get(line.hash);
    if (before !== undefined) return before.promise;
    if (this.#waiting.size === 0) setImmediate(() => this.flush());
    const waiting = toWaiting(line);
    this.#waiting.set(line.hash, waiting);
    return waiting.promise;
  }

  /** Writes what waits, at once. Its failure is told to those who wait, and to nobody else. */
  flush(): void {
    const batch = [...this.#waiting.values()];
    if (batch.length === 0) return;
    this.#waiting = new Map();
    try {
      this.#handle.append(joined(batch));
    } catch (error) {
      for (const { reject } of batch) reject(error);
      return;
    }
    for (const { resolve } of batch) resolve();
    this.#onDurable(batch.map(({ line }) => line));
  }

  close(): void {
    this.#handle.close();
  }
}
