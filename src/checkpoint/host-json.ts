import { parseBoundedJson } from '../platform/json.ts';

const FENCE = '```';
/** A string (to its end, so that nothing in it is touched), a comma before a closing bracket, or what may be no JSON number. */
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|,(?=\s*[\]}])|-?(?:NaN|Infinity)\b|-?\d[\d.eE+-]*/gs;

/** A host's JSON, the text it was read from at last, and what had to be overlooked to read it. */
export type HostJson =
  | { readonly ok: true; readonly value: unknown; readonly text: string; readonly remarks: readonly string[] }
  | { readonly ok: false; readonly problem: 'not-json' | 'too-deep' | 'forbidden-key'; readonly line: number | null };

/** The inside of the only fenced block, or null where there is none or a choice. No JSON string can hold a raw line break. */
function readFencedBlock(text: string): string | null {
  const lines = text.split('\n');
  const marks = lines.flatMap((line, index) => (line.trimStart().startsWith(FENCE) ? [index] : []));
  const [open, close] = marks;
  if (open === undefined || close === undefined || marks.length !== 2) return null;
  return /^\s*```(?:json)?\s*$/i.test(lines[open] ?? '') ? lines.slice(open + 1, close).join('\n') : null;
}

function isBeyondRange(token: string): boolean {
  return /^-?(?:NaN|Infinity)$/.test(token) || Math.abs(Number(token)) === Number.POSITIVE_INFINITY;
}

/** Leaves out trailing commas and reads numbers JSON has no word for as null: both are slips of a writer, with one meaning. */
function repair(text: string): { readonly text: string; readonly remarks: readonly string[] } {
  const remarks = new Set<string>();
  const repaired = text.replace(TOKEN, (token) => {
    if (token === ',') {
      remarks.add('trailing commas were overlooked');
      return '';
    }
    if (token.startsWith('"') || !isBeyondRange(token)) return token;
    remarks.add('NaN, Infinity and numbers out of range were read as absent');
    return 'null';
  });
  return { text: repaired, remarks: [...remarks] };
}

/** The line the parser stopped at, counted from 1; null when it ran to the end. */
function lineOfError(text: string): number | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const position = error instanceof SyntaxError ? /position (\d+)/.exec(error.message)?.[1] : undefined;
    return position === undefined ? null : text.slice(0, Number(position)).split('\n').length;
  }
}

function read(text: string, remarks: readonly string[]): HostJson | null {
  const parsed = parseBoundedJson(text);
  if (parsed.ok) return { ok: true, value: parsed.value, text, remarks };
  return parsed.problem === 'not-json' ? null : { ok: false, problem: parsed.problem, line: null };
}

/** JSON as models write it: plain, or in the one fenced block of an answer, or with trailing commas or a NaN. Depth <= 64. */
export function parseHostJson(text: string): HostJson {
  const plain = read(text, []);
  if (plain !== null) return plain;
  const block = readFencedBlock(text);
  const body = block ?? text;
  const fenceRemarks = block === null ? [] : ['the JSON was taken out of a fenced block'];
  const repaired = repair(body);
  const attempts: readonly HostJson[] = [read(body, fenceRemarks), read(repaired.text, [...fenceRemarks, ...repaired.remarks])].filter(
    (attempt) => attempt !== null,
  );
  return attempts[0] ?? { ok: false, problem: 'not-json', line: lineOfError(text) };
}
