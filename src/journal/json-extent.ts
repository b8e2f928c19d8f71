const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const ARRAY = { open: 0x5b, close: 0x5d } as const;
const OBJECT = { open: 0x7b, close: 0x7d } as const;
const MINUS = 0x2d;
const ZERO = 0x30;
const POINT = 0x2e;
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word, 'latin1'));
/** `"` `\` `/` `b` `f` `n` `r` `t` */
const ESCAPED: ReadonlySet<number> = new Set(Buffer.from('"\\/bfnrt', 'latin1'));
const MAX_DEPTH = 64;

/** No end: not JSON, or JSON that only JSON.parse need judge (blanks between the parts, deeper than 64 levels). */
export const NO_END = -1;

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

function isHexDigit(byte: number | undefined): boolean {
  return isDigit(byte) || (byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x66);
}

function escapeEnd(bytes: Uint8Array, start: number): number {
  const byte = bytes[start] ?? 0;
  if (ESCAPED.has(byte)) return start + 1;
  if (byte !== 0x75) return NO_END;
  for (let at = start + 1; at < start + 5; at += 1) if (!isHexDigit(bytes[at])) return NO_END;
  return start + 5;
}

/** Where a string ends whose first quote stands before `start`: behind its last quote. Control characters end no string. */
function stringEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  for (;;) {
    const byte = bytes[at] ?? 0;
    at += 1;
    if (byte === QUOTE) return at;
    if (byte < 0x20) return NO_END;
    if (byte !== BACKSLASH) continue;
    at = escapeEnd(bytes, at);
    if (at === NO_END) return NO_END;
  }
}

function digitsEnd(bytes: Uint8Array, start: number): number {
  let at = start;
  while (isDigit(bytes[at])) at += 1;
  return at === start ? NO_END : at;
}

function exponentEnd(bytes: Uint8Array, start: number): number {
  if (((bytes[start] ?? 0) | 0x20) !== 0x65) return start;
  const sign = bytes[start + 1];
  return digitsEnd(bytes, sign === 0x2b || sign === MINUS ? start + 2 : start + 1);
}

function numberEnd(bytes: Uint8Array, start: number): number {
  const first = bytes[start] === MINUS ? start + 1 : start;
  let at = bytes[first] === ZERO ? first + 1 : digitsEnd(bytes, first);
  if (at !== NO_END && bytes[at] === POINT) at = digitsEnd(bytes, at + 1);
  return at === NO_END ? NO_END : exponentEnd(bytes, at);
}

function wordEnd(bytes: Uint8Array, start: number): number {
  const word = WORDS.find((candidate) => candidate.every((byte, index) => bytes[start + index] === byte));
  return word === undefined ? NO_END : start + word.length;
}

/** Behind `"name":`, or NO_END. */
function nameEnd(bytes: Uint8Array, start: number): number {
  if (bytes[start] !== QUOTE) return NO_END;
  const end = stringEnd(bytes, start + 1);
  return end !== NO_END && bytes[end] === COLON ? end + 1 : NO_END;
}

interface Group {
  readonly kind: typeof ARRAY | typeof OBJECT;
  readonly depth: number;
}

/** Behind one element of an array, or one name and value of an object. */
function partEnd(bytes: Uint8Array, start: number, { kind, depth }: Group): number {
  const from = kind === OBJECT ? nameEnd(bytes, start) : start;
  return from === NO_END ? NO_END : jsonEnd(bytes, from, depth + 1);
}

function groupEnd(bytes: Uint8Array, start: number, group: Group): number {
  const { close } = group.kind;
  if (group.depth === MAX_DEPTH) return NO_END;
  if (bytes[start] === close) return start + 1;
  for (let at = partEnd(bytes, start, group); at !== NO_END; at = partEnd(bytes, at + 1, group)) {
    if (bytes[at] === close) return at + 1;
    if (bytes[at] !== COMMA) return NO_END;
  }
  return NO_END;
}

/** Where the JSON value (RFC 8259, no blanks) ends that begins at `start`, without making it; NO_END where JSON.parse has to decide. */
export function jsonEnd(bytes: Uint8Array, start: number, depth = 0): number {
  const byte = bytes[start] ?? 0;
  if (byte === QUOTE) return stringEnd(bytes, start + 1);
  if (byte === OBJECT.open) return groupEnd(bytes, start + 1, { kind: OBJECT, depth });
  if (byte === ARRAY.open) return groupEnd(bytes, start + 1, { kind: ARRAY, depth });
  return byte === MINUS || isDigit(byte) ? numberEnd(bytes, start) : wordEnd(bytes, start);
}
