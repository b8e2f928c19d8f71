import { FaultError, type FileReason } from '../domain/fault.ts';
import { readBounded } from '../platform/bounded-read.ts';
import { MAX_JSON_DEPTH, parseBoundedJson } from '../platform/json.ts';
import { decodeUtf8 } from './decode.ts';

/** The one format there is; a file of another version is refused, never reinterpreted. */
export const SCHEMA_VERSION = 1;

/** A file only the engine writes, with the cheapest way out when it cannot be used. */
export interface EngineFile {
  readonly subject: 'BUNDLE' | 'PENDING' | 'STORE';
  readonly kind: string;
  readonly name: string;
  readonly maxBytes: number;
  /** Remedies: nothing is there; what is there cannot be used; it came from elsewhere or the wrong flag. */
  readonly whenMissing: string;
  readonly whenBroken: string;
  readonly whenOther: string;
}

/** One that belongs to a store and ages. */
export interface CheckpointFile extends EngineFile {
  readonly subject: 'BUNDLE' | 'PENDING';
  readonly whenStale: string;
}

interface Says {
  readonly path: string;
  readonly says: string;
  readonly remedy?: string;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fault of one engine file; `says` follows the path that was searched, and no other path. */
export function fileFault(file: EngineFile, reason: FileReason<'STORE'>, what: Says): FaultError {
  return new FaultError(`E_${file.subject}_${reason}`, `${what.path} ${what.says}`, what.remedy ?? file.whenBroken);
}

/** As {@link fileFault}, with what only a checkpoint can be: of another store, or of another time. */
export function checkpointFault(
  file: CheckpointFile,
  reason: FileReason<CheckpointFile['subject']>,
  what: Says & { readonly remedy: string },
): FaultError {
  return new FaultError(`E_${file.subject}_${reason}`, `${what.path} ${what.says}`, what.remedy);
}

function requireText(path: string, file: EngineFile): string {
  const read = readBounded(path, file.maxBytes);
  if (read.kind === 'absent') throw fileFault(file, 'MISSING', { path, says: 'does not exist', remedy: file.whenMissing });
  if (read.kind === 'unreadable') {
    const remedy = 'make it readable for this user, then run the same command again';
    throw fileFault(file, 'UNREADABLE', { path, says: `cannot be read (${read.errno})`, remedy });
  }
  // Before the encoding: a cap that is looked at after decoding has already cost the memory it is meant to save.
  if (read.kind === 'too-large') {
    throw fileFault(file, 'TOO_LARGE', { path, says: `has ${read.sizeBytes} bytes, more than the ${file.maxBytes} there may be` });
  }
  const decoded = decodeUtf8(read.bytes);
  if (!decoded.ok) throw fileFault(file, 'ENCODING', { path, says: 'is not UTF-8 text' });
  return decoded.text;
}

function requireObject(path: string, file: EngineFile): JsonObject {
  const parsed = parseBoundedJson(requireText(path, file));
  if (parsed.ok) {
    if (isJsonObject(parsed.value)) return parsed.value;
    throw fileFault(file, 'CORRUPT', { path, says: 'holds JSON, but not an object' });
  }
  if (parsed.problem === 'not-json') throw fileFault(file, 'NOT_JSON', { path, says: 'is not JSON' });
  if (parsed.problem === 'too-deep') throw fileFault(file, 'TOO_DEEP', { path, says: `is nested deeper than ${MAX_JSON_DEPTH} levels` });
  throw fileFault(file, 'CORRUPT', { path, says: 'has a key no checkpoint has' });
}

function requireVersion(path: string, file: EngineFile, version: unknown): void {
  if (version === SCHEMA_VERSION) return;
  const given = Number.isSafeInteger(version) ? `has schema version ${version}` : 'has no schema version';
  const remedy = `use the engine that wrote it, or ${file.whenBroken}`;
  throw fileFault(file, 'VERSION', { path, says: `${given}; this engine reads ${SCHEMA_VERSION}`, remedy });
}

/** The first half of the checks, in their order: readable, size, UTF-8, JSON object of bounded depth, kind, schemaVersion. */
export function requireDocument(path: string, file: EngineFile): JsonObject {
  const document = requireObject(path, file);
  if (document['kind'] !== file.kind) throw fileFault(file, 'KIND', { path, says: `is not a ${file.kind} file` });
  requireVersion(path, file, document['schemaVersion']);
  return document;
}
