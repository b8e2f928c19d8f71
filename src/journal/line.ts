import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { HASH, isHashOf } from './key.ts';
import { toJsonLiteral } from './value.ts';

/** Why a line of findings.jsonl is no finding. */
export type LineProblem = 'encoding' | 'crc' | 'json' | 'shape' | 'hash';

/** A line as found on disk; `text` is the whole of it. */
export type ReadLine =
  | {
      readonly kind: 'finding';
      readonly hash: string;
      readonly key: string;
      readonly value: unknown;
      readonly text: string;
      readonly hasCrc: boolean;
    }
  | { readonly kind: 'blank' }
  | { readonly kind: 'bad'; readonly problem: LineProblem; readonly suspectHash: string | null };

const TAIL = /^,"_crc":"([0-9a-f]{8})"\}$/;
const TAIL_LENGTH = 19;
/** Where the digits stand in it. */
const CRC_AT = ',"_crc":"'.length;
const SUSPECT = /^\{"_hash":"([0-9a-f]{16})"/;
const SUSPECT_LENGTH = 27;
const lineSchema = z.object({ _hash: z.string().regex(HASH), key: z.string(), value: z.unknown(), _crc: z.unknown().optional() });

/** CRC-32 (ITU-T V.42, as in zlib, PNG and Python's `zlib.crc32`), 8 lower-case hex digits. */
function toCrc(bytes: Uint8Array): string {
  return crc32(bytes).toString(16).padStart(8, '0');
}

/** One line with its line feed: `{"_hash":H,"key":K,"value":V,"_crc":C}`, C over the bytes before `,"_crc"`. `valueText` is JSON. */
export function toLineBytes(hash: string, key: string, valueText: string): Buffer {
  const bytes = Buffer.from(`{"_hash":"${hash}","key":${toJsonLiteral(key)},"value":${valueText},"_crc":"00000000"}\n`, 'utf8');
  const cut = bytes.length - 1 - TAIL_LENGTH;
  bytes.write(toCrc(bytes.subarray(0, cut)), cut + CRC_AT, 'latin1');
  return bytes;
}

/** The value's JSON text as far as `cap` UTF-16 units: inside JSON strings the quote of `"value":` would be escaped. */
export function toValueExcerpt(lineText: string, cap: number): string {
  const start = lineText.indexOf('"value":') + '"value":'.length;
  const tailLength = TAIL.test(lineText.slice(-TAIL_LENGTH)) ? TAIL_LENGTH : 1;
  return lineText.slice(start, Math.min(start + cap, lineText.length - tailLength));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** True, false, or null where the line carries no checksum at its end. */
function hasGoodCrc(bytes: Uint8Array): boolean | null {
  const line = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cut = Math.max(0, line.length - TAIL_LENGTH);
  const stated = TAIL.exec(line.toString('latin1', cut))?.[1];
  return stated === undefined ? null : stated === toCrc(line.subarray(0, cut));
}

/** The key of a line that parseLine called a finding; its beginning alone could be another property's. */
export function keyOf(lineText: string): string {
  return lineSchema.parse(JSON.parse(lineText)).key;
}

function bad(problem: LineProblem, bytes: Uint8Array): ReadLine {
  const head = Buffer.from(bytes.subarray(0, SUSPECT_LENGTH)).toString('latin1');
  return { kind: 'bad', problem, suspectHash: SUSPECT.exec(head)?.[1] ?? null };
}

/** A line without its line feed. A checksum anywhere but at the very end cannot be checked and counts as a wrong one. */
export function parseLine(bytes: Uint8Array): ReadLine {
  if (bytes.length === 0) return { kind: 'blank' };
  if (!isUtf8(bytes)) return bad('encoding', bytes);
  const isGood = hasGoodCrc(bytes);
  if (isGood === false) return bad('crc', bytes);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const json = readJson(text);
  if (json === undefined) return bad('json', bytes);
  const parsed = lineSchema.safeParse(json);
  if (!parsed.success || typeof json !== 'object' || json === null || !('value' in json)) return bad('shape', bytes);
  const { _hash: hash, key, value, _crc: crc } = parsed.data;
  if (isGood === null && crc !== undefined) return bad('crc', bytes);
  return isHashOf(hash, key) ? { kind: 'finding', hash, key, value, text, hasCrc: isGood === true } : bad('hash', bytes);
}
