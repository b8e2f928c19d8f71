import { realpathSync } from 'node:fs';
import { FaultError, type FileReason } from '../domain/fault.ts';
import { type BoundedRead, readBounded } from '../platform/bounded-read.ts';
import { errnoOf } from '../platform/errno.ts';
import { requireStraightBelow } from '../platform/root.ts';
import { decodeUtf8 } from './decode.ts';
import type { HostSubject } from './host-subject.ts';

/** Of a host file, piped in or on disk. */
export const MAX_HOST_FILE_BYTES = 1024 * 1024;
const STDIN_PATH = '-';

/** A file the host wrote, as named on the command line; `-` stands for what was piped in. */
export interface HostFile {
  readonly path: string;
  /** Bytes are better than text: they still show a wrong encoding. Null when nothing was piped in. */
  readonly stdin: string | Uint8Array | null;
}

/** What the file is called in a message: the path that was searched, and no other. */
function nameOf(file: HostFile): string {
  return file.path === STDIN_PATH ? 'standard input' : file.path;
}

/** The fault of one host file; `says` follows its name. */
export function hostFault(
  subject: HostSubject,
  reason: FileReason<HostSubject['code']>,
  what: { readonly file: HostFile; readonly says: string; readonly remedy: string },
): FaultError {
  return new FaultError(`E_${subject.code}_${reason}`, `${nameOf(what.file)} ${what.says}`, what.remedy);
}

/** Links are followed here, for the path is the operator's own choice; below the store there may be none, named or not. */
function readNamed(path: string, root: string): BoundedRead {
  requireStraightBelow(root, path);
  try {
    return readBounded(realpathSync(path), MAX_HOST_FILE_BYTES);
  } catch (error) {
    const errno = errnoOf(error);
    if (errno === 'ENOENT') return { kind: 'absent' };
    if (errno !== null) return { kind: 'unreadable', errno };
    if (error instanceof FaultError) return { kind: 'unreadable', errno: 'not a plain file with one name' };
    throw error;
  }
}

function readPiped(stdin: string | Uint8Array | null): BoundedRead {
  if (stdin === null) return { kind: 'absent' };
  const bytes = typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin;
  return bytes.length > MAX_HOST_FILE_BYTES ? { kind: 'too-large', sizeBytes: bytes.length } : { kind: 'bytes', bytes };
}

function requireBytes(file: HostFile, subject: HostSubject, root: string): Uint8Array {
  const isPiped = file.path === STDIN_PATH;
  const read = isPiped ? readPiped(file.stdin) : readNamed(file.path, root);
  if (read.kind === 'bytes') return read.bytes;
  if (read.kind === 'absent') {
    const says = isPiped ? 'is empty' : 'does not exist';
    throw hostFault(subject, 'MISSING', { file, says, remedy: 'write the file the digest names, then run this leg again' });
  }
  if (read.kind === 'too-large') {
    const says = `has ${read.sizeBytes} bytes, more than the ${MAX_HOST_FILE_BYTES} there may be`;
    throw hostFault(subject, 'TOO_LARGE', { file, says, remedy: 'write one short row for each id of the digest, and nothing else' });
  }
  const remedy = 'make it a plain file this user can read, then run this leg again';
  throw hostFault(subject, 'UNREADABLE', { file, says: `cannot be read (${read.errno})`, remedy });
}

/**
 * The text of a host file: at most 1 MiB of UTF-8, with or without a byte order mark. `root` is the store's. Faults: E_JUDGMENTS_* or
 * E_ANGLES_*; E_STORE_UNSAFE for a link below the store.
 */
export function requireHostText(file: HostFile, subject: HostSubject, root: string): string {
  const decoded = decodeUtf8(requireBytes(file, subject, root));
  if (decoded.ok) return decoded.text;
  const says = decoded.problem === 'utf-16' ? 'is UTF-16 text, not UTF-8' : 'is not UTF-8 text (Latin-1, perhaps)';
  const remedy = 'save it as UTF-8 (PowerShell: Set-Content -Encoding utf8), then run this leg again';
  throw hostFault(subject, 'ENCODING', { file, says, remedy });
}
