/** Hexadecimal digits, lower case, as unsigned words of 32 bits and back: hashes are kept so, two words each. */
export const WORD_DIGITS = 8;
const DIGITS = Buffer.from('0123456789abcdef', 'latin1');
/** The value of a byte that is a digit, else -1. */
const VALUES = Int8Array.from({ length: 256 }, (_, byte) => DIGITS.indexOf(byte));

export function areDigits(bytes: Uint8Array, start: number, count: number): boolean {
  let all = 0;
  for (let at = start; at < start + count; at += 1) all |= VALUES[bytes[at] ?? 0] ?? -1;
  return all >= 0;
}

/** The value of 8 digits; wrong where they are none. */
export function toWord(bytes: Uint8Array, start: number): number {
  let word = 0;
  for (let at = start; at < start + WORD_DIGITS; at += 1) word = (word << 4) | (VALUES[bytes[at] ?? 0] ?? 0);
  return word >>> 0;
}

/** The same of a string; `parseInt` on a part of it would keep the whole string alive for a moment, a million times. */
export function toWordOf(text: string, start: number): number {
  let word = 0;
  for (let at = start; at < start + WORD_DIGITS; at += 1) word = (word << 4) | (VALUES[text.charCodeAt(at)] ?? 0);
  return word >>> 0;
}

export function writeWord(word: number, bytes: Uint8Array, start: number): void {
  for (let digit = 0; digit < WORD_DIGITS; digit += 1) bytes[start + digit] = DIGITS[(word >>> (28 - 4 * digit)) & 0xf] ?? 0;
}

/** The 16 digits of two words. */
export function toDigits(high: number, low: number): string {
  const bytes = Buffer.alloc(2 * WORD_DIGITS);
  writeWord(high, bytes, 0);
  writeWord(low, bytes, WORD_DIGITS);
  return bytes.toString('latin1');
}
