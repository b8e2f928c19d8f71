import { addAbortSignal, type Readable } from 'node:stream';
import { MAX_HOST_FILE_BYTES } from '../checkpoint/index.ts';
import { FaultError } from '../domain/fault.ts';
import { type Engine, withDeadline } from '../legs/engine.ts';
import { requireUninterrupted } from '../legs/survey.ts';
import { errnoOf } from '../platform/errno.ts';

/** A host file on stdin is as large as one on disk may be, and a byte more, so that the reader can say it is too large. */
const MAX_BYTES = MAX_HOST_FILE_BYTES + 1;
const REMEDY = 'pipe the file in and close the pipe, or name the file instead of -';

export type Stdin = Readable & { readonly isTTY?: boolean };

/** What was piped in, up to the cap. A pipe that nobody closes ends with the leg's time or its interruption: E_USAGE, E_INTERRUPTED. */
export async function readStdin(stream: Stdin, engine: Engine): Promise<Uint8Array> {
  if (stream.isTTY === true) throw new FaultError('E_USAGE', 'nothing was piped into standard input', REMEDY);
  return withDeadline(engine, engine.remainingMs(), async (signal) => {
    try {
      return await collect(addAbortSignal(signal, stream));
    } catch (error) {
      requireUninterrupted(engine, 'nothing was written');
      throw toReadError(error, signal.aborted);
    }
  });
}

/** What a failed reading is thrown as. */
function toReadError(error: unknown, isOutOfTime: boolean): unknown {
  if (isOutOfTime) return new FaultError('E_USAGE', "standard input was still open when the leg's time was up", REMEDY, error);
  const errno = errnoOf(error);
  return errno === null ? error : new FaultError('E_USAGE', `standard input cannot be read (${errno})`, REMEDY, error);
}

async function collect(stream: Stdin): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size >= MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES);
}
