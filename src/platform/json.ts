export type BoundedJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: 'not-json' | 'too-deep' | 'forbidden-key' };

/** Levels of arrays and objects. */
export const MAX_JSON_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Index of the quote that closes the string opened at `from`, or the end of the text. */
function toStringEnd(text: string, from: number): number {
  for (let index = from + 1; index < text.length; index += 1) {
    if (text[index] === '\\') index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

/** Twice what the longest discussion holds; a stranger's 8 MiB of `{},` would take 200 MiB and minutes of checking. */
const VALUE_CAP = 100_000;

/** Whether a text, if it is JSON, holds more values than any answer we ask for. One linear pass, before parsing. */
export function hasTooManyValues(text: string): boolean {
  let valueCount = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = toStringEnd(text, index);
    else if (character === ',' || character === '[' || character === '{') valueCount += 1;
    if (valueCount > VALUE_CAP) return true;
  }
  return false;
}

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = toStringEnd(text, index);
    else if (character === '[' || character === '{') depth += 1;
    else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_JSON_DEPTH) return true;
  }
  return false;
}

function readFirstProblem(values: readonly unknown[]): 'not-json' | 'forbidden-key' | null {
  for (const value of values) {
    const problem = readValueProblem(value);
    if (problem !== null) return problem;
  }
  return null;
}

// Safe to recurse: the depth is known to be small.
function readValueProblem(value: unknown): 'not-json' | 'forbidden-key' | null {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'not-json';
  if (typeof value !== 'object' || value === null) return null;
  // An array has no keys of its own choosing, and pairs of them would cost more than the values.
  if (Array.isArray(value)) return readFirstProblem(value);
  for (const [key, inner] of Object.entries(value)) {
    if (FORBIDDEN_KEYS.has(key)) return 'forbidden-key';
    const problem = readValueProblem(inner);
    if (problem !== null) return problem;
  }
  return null;
}

function parse(text: string): BoundedJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, problem: 'not-json' };
  }
}

/**
 * JSON from a stranger. Depth is counted before parsing, since V8 parses a million levels and whoever walks them after
 * overflows. Refuses the three prototype keys anywhere, and numbers too large for a double (they would read as Infinity).
 */
export function parseBoundedJson(text: string): BoundedJson {
  if (isTooDeep(text)) return { ok: false, problem: 'too-deep' };
  const parsed = parse(text);
  const problem = parsed.ok ? readValueProblem(parsed.value) : null;
  return problem === null ? parsed : { ok: false, problem };
}
