import { addAbortSignal } from 'node:stream';
import { FaultError } from '../domain/fault.ts';
import { readBounded } from '../platform/bounded-read.ts';
import { errnoOf } from '../platform/errno.ts';
import type { Stdin } from './read-stdin.ts';
import { usage } from './values.ts';

const MAX_BYTES = 64 * 1024 * 1024;
const ONE_A_LINE = 'give it a UTF-8 file with one key a line';

/** One key a line; blank lines and repetitions do not count. The order stays. */
function parseKeys(bytes: Uint8Array): string[] {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return [...new Set(text.split(/\r?\n/).filter((line) => line.trim() !== ''))];
  } catch (error) {
    if (error instanceof TypeError) throw usage('--keys is not UTF-8', ONE_A_LINE);
    throw error;
  }
}

export function requireKeysFile(path: string): string[] {
  const read = readBounded(path, MAX_BYTES);
  if (read.kind === 'bytes') return parseKeys(read.bytes);
  const reasons = { absent: 'names no file', 'too-large': `is larger than ${MAX_BYTES} bytes`, unreadable: 'cannot be read' };
  throw usage(`--keys ${reasons[read.kind]}`, ONE_A_LINE);
}

/** What a failed reading is thrown as. */
function toReadError(error: unknown, isInterrupted: boolean): unknown {
  if (isInterrupted) return new FaultError('E_INTERRUPTED', 'interrupted before the job began', 'run the same command again', error);
  return errnoOf(error) === null ? error : usage('standard input cannot be read', ONE_A_LINE);
}

/** Waits until the pipe is closed. E_USAGE, and E_INTERRUPTED where a signal came first. */
export async function requirePipedKeys(stdin: Stdin, signal: AbortSignal): Promise<string[]> {
  if (stdin.isTTY === true) throw usage('nothing was piped into standard input', ONE_A_LINE);
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stdin)) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes);
      size += bytes.length;
      if (size > MAX_BYTES) throw usage(`standard input holds more than ${MAX_BYTES} bytes`, ONE_A_LINE);
    }
  } catch (error) {
    throw toReadError(error, signal.aborted);
  }
  return parseKeys(Buffer.concat(chunks));
}
