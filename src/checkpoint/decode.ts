/** Text of a file's bytes, or why there is none. */
export type DecodedText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: 'utf-16' | 'not-utf-8' };

function startsWith(bytes: Uint8Array, ...head: readonly number[]): boolean {
  return head.every((byte, index) => bytes[index] === byte);
}

/** UTF-16 shows itself by its mark or, for want of one, by the zero byte beside every ASCII character. */
function isUtf16(bytes: Uint8Array): boolean {
  return startsWith(bytes, 0xff, 0xfe) || startsWith(bytes, 0xfe, 0xff) || bytes.subarray(0, 512).includes(0);
}

/** UTF-8, strictly; one byte order mark is dropped, as Windows shells write it. */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  if (isUtf16(bytes)) return { ok: false, problem: 'utf-16' };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { ok: false, problem: 'not-utf-8' };
    throw error;
  }
}
