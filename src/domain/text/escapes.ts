/**
 * Terminal escape sequences (ECMA-48), in their 7-bit form (ESC and a letter) and their 8-bit form (one C1 character).
 * A hand-written scan, not a pattern: every character is looked at twice at most, whatever the text.
 */
const ESC = 0x1b;
const BEL = 0x07;
const STRING_TERMINATOR = 0x9c;
const CSI_LETTER = '[';
/** DCS, SOS, OSC, PM and APC: what follows them is a payload up to a terminator. */
const STRING_LETTERS = 'PX]^_';
/** An 8-bit introducer is its 7-bit letter plus this. */
const C1_OFFSET = 0x40;

/** Removes whole sequences; of an unterminated one only the introducer goes, so that no text is swallowed unseen. */
export function stripEscapes(text: string): string {
  const kept: string[] = [];
  let at = 0;
  while (at < text.length) {
    const start = nextIntroducer(text, at);
    if (start > at) kept.push(text.slice(at, start));
    at = start < text.length ? endOfSequence(text, start) : start;
  }
  return kept.join('');
}

function nextIntroducer(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isIntroducer(text.charCodeAt(at))) at += 1;
  return at;
}

function isIntroducer(code: number): boolean {
  if (code < 0x80) return code === ESC;
  return code <= 0x9f && `${CSI_LETTER}${STRING_LETTERS}`.includes(String.fromCharCode(code - C1_OFFSET));
}

/** Index just after the sequence that starts at `start`. */
function endOfSequence(text: string, start: number): number {
  const isSevenBit = text.charCodeAt(start) === ESC;
  const letter = isSevenBit ? text.charAt(start + 1) : String.fromCharCode(text.charCodeAt(start) - C1_OFFSET);
  const body = start + (isSevenBit ? 2 : 1);
  if (letter === CSI_LETTER) {
    const parameters = skip(text, body, [0x30, 0x3f]);
    return skipOne(text, skip(text, parameters, [0x20, 0x2f]), [0x40, 0x7e]);
  }
  if (letter !== '' && STRING_LETTERS.includes(letter)) return endOfString(text, body);
  return skipOne(text, skip(text, start + 1, [0x20, 0x2f]), [0x30, 0x7e]);
}

function endOfString(text: string, body: number): number {
  let at = body;
  while (at < text.length && !isControl(text.charCodeAt(at))) at += 1;
  const code = text.charCodeAt(at);
  if (code === BEL || code === STRING_TERMINATOR) return at + 1;
  return code === ESC && text.charAt(at + 1) === '\\' ? at + 2 : body;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}

function skip(text: string, from: number, range: readonly [number, number]): number {
  let at = from;
  while (skipOne(text, at, range) > at) at += 1;
  return at;
}

function skipOne(text: string, at: number, [low, high]: readonly [number, number]): number {
  const code = text.charCodeAt(at);
  return code >= low && code <= high ? at + 1 : at;
}
