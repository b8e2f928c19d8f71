/** The reflected polynomial of ITU-T V.42, as in zlib, PNG and Python's `zlib.crc32`; not every Node we run on has its own. */
const POLYNOMIAL = 0xedb88320;
const STEP = 8;

/** Row r tells what a byte does that stands r bytes before the end of a step: eight bytes then cost one step (M. Kounavis, F. Berry 2005). */
const TABLE = toTable();

function toTable(): Int32Array {
  const table = new Int32Array(STEP * 256);
  for (let index = 0; index < 256; index += 1) {
    let value = index;
    for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
    table[index] = value;
  }
  for (let at = 256; at < table.length; at += 1) {
    const before = table[at - 256] ?? 0;
    table[at] = (before >>> 8) ^ (table[before & 0xff] ?? 0);
  }
  return table;
}

function entry(row: number, byte: number): number {
  return TABLE[row * 256 + (byte & 0xff)] ?? 0;
}

/** CRC-32 of `bytes` from `start` to before `end`, as an unsigned number. */
export function crc32Of(bytes: Uint8Array, start: number, end: number): number {
  let crc = -1;
  let at = start;
  for (; at + STEP <= end; at += STEP) {
    const first = crc ^ ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24));
    const near = entry(7, first) ^ entry(6, first >>> 8) ^ entry(5, first >>> 16) ^ entry(4, first >>> 24);
    const far = entry(3, bytes[at + 4] ?? 0) ^ entry(2, bytes[at + 5] ?? 0) ^ entry(1, bytes[at + 6] ?? 0) ^ entry(0, bytes[at + 7] ?? 0);
    crc = near ^ far;
  }
  for (; at < end; at += 1) crc = entry(0, crc ^ (bytes[at] ?? 0)) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** CRC-32 of `bytes` as 8 lower-case hex digits. */
export function crc32(bytes: Uint8Array): string {
  return crc32Of(bytes, 0, bytes.length).toString(16).padStart(8, '0');
}
