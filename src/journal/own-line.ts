import { crc32Of } from './crc32.ts';
import { areDigits, toWord } from './hash-set.ts';
import { jsonEnd, NO_END } from './json-extent.ts';
import { isHashOf, type Sha256 } from './key.ts';

/** A line as toLineBytes writes it: `{"_hash":"` 16 digits `","key":"` … `","value":` … `,"_crc":"` 8 digits `"}`. */
const PARTS = {
  hash: Buffer.from('{"_hash":"', 'latin1'),
  key: Buffer.from('","key":"', 'latin1'),
  value: Buffer.from('","value":', 'latin1'),
  crc: Buffer.from(',"_crc":"', 'latin1'),
  end: Buffer.from('"}', 'latin1'),
} as const;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the digits of the hash stand in such a line, and how many there are. */
export const HASH_AT = PARTS.hash.length;
const HASH_DIGITS = 16;
const KEY_AT = HASH_AT + HASH_DIGITS + PARTS.key.length;
const CRC_DIGITS = 8;
const TAIL_BYTES = PARTS.crc.length + CRC_DIGITS + PARTS.end.length;

function stands(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < part.length; at += 1) if (bytes[start + at] !== part[at]) return false;
  return true;
}

/** Where the key ends, or NO_END for one that is written with escapes. */
function keyEnd(bytes: Uint8Array, start: number): number {
  for (let at = start; ; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) return at;
    if (byte < 0x20 || byte === BACKSLASH) return NO_END;
  }
}

/**
 * Whether the line from `start` to before `end` (its line feed) is one of our own that is a finding beyond doubt; false says nothing, and
 * parseLine has to judge. It makes neither text nor value, which is most of what a million lines cost. `bytes` must be valid UTF-8.
 */
export function isOwnFinding(bytes: Buffer, { start, end }: { readonly start: number; readonly end: number }, sha256: Sha256): boolean {
  const cut = end - TAIL_BYTES;
  if (!stands(PARTS.crc, bytes, cut) || !stands(PARTS.end, bytes, end - PARTS.end.length)) return false;
  if (!stands(PARTS.hash, bytes, start) || !stands(PARTS.key, bytes, start + HASH_AT + HASH_DIGITS)) return false;
  const crcAt = cut + PARTS.crc.length;
  if (!areDigits(bytes, crcAt, CRC_DIGITS) || !areDigits(bytes, start + HASH_AT, HASH_DIGITS)) return false;
  const keyStop = keyEnd(bytes, start + KEY_AT);
  if (keyStop === NO_END || !stands(PARTS.value, bytes, keyStop)) return false;
  if (jsonEnd(bytes, keyStop + PARTS.value.length) !== cut || crc32Of(bytes, start, cut) !== toWord(bytes, crcAt)) return false;
  const hash = bytes.toString('latin1', start + HASH_AT, start + HASH_AT + HASH_DIGITS);
  return isHashOf(hash, bytes.toString('utf8', start + KEY_AT, keyStop), sha256);
}
