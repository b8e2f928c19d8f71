import { FaultError } from '../domain/fault.ts';

/** A host file on stdin is as large as one on disk may be, and a byte more, so that the reader can say it is too large. */
const MAX_BYTES = 1024 * 1024 + 1;

export async function readStdin(stream: NodeJS.ReadStream): Promise<Uint8Array> {
  if (stream.isTTY) throw new FaultError('E_USAGE', 'nothing was piped into stdin', 'pipe the file in, or name it instead of -');
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
