import { crc32 } from 'node:zlib';
import { areDigits, toWord } from './hex-words.ts';
import { jsonEnd, NO_END } from './json-extent.ts';
import { isHashOfBytes } from './key.ts';

/** A line as toLineBytes writes it: `{"_hash":"` 16 digits `","key":"` … `","value":` … `,"_crc":"` 8 digits `"}`. */
const PARTS = {
  hash: Buffer.from('{"_hash":"', 'latin1'),
  key: Buffer.from('","key":"', 'latin1'),
  value: Buffer.from('","value":', 'latin1'),
  crc: Buffer.from(',"_crc":"', 'latin1'),
  end: Buffer.from('"}\n', 'latin1'),
} as const;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Where the digits of the hash stand in such a line, and how many there are. */
export const HASH_AT = PARTS.hash.length;
const HASH_DIGITS = 16;
const KEY_AT = HASH_AT + HASH_DIGITS + PARTS.key.length;
const CRC_DIGITS = 8;
const TAIL_BYTES = PARTS.crc.length + CRC_DIGITS + '"}'.length;

function stands(part: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let at = 0; at < part.length; at += 1) if (bytes[start + at] !== part[at]) return false;
  return true;
}

/** Whether a checksum, the last bracket and a line feed stand at `cut`. */
function isTail(bytes: Uint8Array, cut: number): boolean {
  const digitsAt = cut + PARTS.crc.length;
  return stands(PARTS.crc, bytes, cut) && areDigits(bytes, digitsAt, CRC_DIGITS) && stands(PARTS.end, bytes, digitsAt + CRC_DIGITS);
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
 * Where the line that begins at `start` has its line feed, if it is one of our own and a finding beyond doubt; NO_END says nothing, and
 * parseLine has to judge. It makes neither text nor value, which is most of what a million lines cost. `bytes` must be valid UTF-8;
 * `isKnown`: its hash has been found to be its key's before.
 */
export function ownFindingEnd(bytes: Buffer, start: number, isKnown = false): number {
  const keyAt = start + KEY_AT;
  if (!stands(PARTS.hash, bytes, start) || !areDigits(bytes, start + HASH_AT, HASH_DIGITS)) return NO_END;
  if (!stands(PARTS.key, bytes, keyAt - PARTS.key.length)) return NO_END;
  const keyStop = keyEnd(bytes, keyAt);
  if (keyStop === NO_END || !stands(PARTS.value, bytes, keyStop)) return NO_END;
  const cut = jsonEnd(bytes, keyStop + PARTS.value.length);
  if (cut === NO_END || !isTail(bytes, cut)) return NO_END;
  if (crc32(bytes.subarray(start, cut)) !== toWord(bytes, cut + PARTS.crc.length)) return NO_END;
  return isKnown || isHashOfBytes(bytes, start + HASH_AT, bytes.subarray(keyAt, keyStop)) ? cut + TAIL_BYTES : NO_END;
}
