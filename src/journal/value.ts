import { FaultError } from '../domain/fault.ts';

/** Levels of arrays and objects; also what stops the walk of a value that contains itself. */
const MAX_DEPTH = 64;
const MAX_BYTES = 8 * 1024 * 1024;
/** JSON leaves these bare, but readers that split on them (Python's splitlines, terminals) would see two lines. */
const BREAKERS = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

function escapeBreaker(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The first place where JSON would lose or change something, as `.path: what is there`; null for a JSON value. */
function problemOf(value: unknown, path: string, depth: number): string | null {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? null : `${path} is not a finite number`;
  if (typeof value !== 'object') return `${path} is of type ${typeof value}`;
  if (depth === MAX_DEPTH) return `${path} lies deeper than ${MAX_DEPTH} levels, or in itself`;
  if (Array.isArray(value))
    return firstProblem(
      Array.from(value, (inner, index) => [`${path}[${index}]`, inner]),
      depth,
    );
  if (!isPlainObject(value)) return `${path} is not a plain object`;
  return firstProblem(
    Object.entries(value).map(([name, inner]) => [`${path}.${name}`, inner]),
    depth,
  );
}

function firstProblem(entries: readonly (readonly [string, unknown])[], depth: number): string | null {
  for (const [path, inner] of entries) {
    const problem = problemOf(inner, path, depth + 1);
    if (problem !== null) return problem;
  }
  return null;
}

/** A path inside the value is made of the caller's own names; it is cut and stripped because those may be a stranger's. */
function toPlainPath(problem: string): string {
  return problem.replace(/[^\x20-\x7e]/g, '?').slice(0, 160);
}

/**
 * `value` as JSON text on one line, whatever splits lines. E_JOB_VALUE where JSON would drop or change a part of it (undefined, NaN, a
 * Date, a class, a cycle, more than 64 levels) and beyond 8 MiB.
 */
export function toJsonText(value: unknown): string {
  const problem = problemOf(value, 'value', 0);
  const remedy = 'record strings, finite numbers, booleans, null, arrays and plain objects';
  if (problem !== null) throw new FaultError('E_JOB_VALUE', `not a JSON value: ${toPlainPath(problem)}`, remedy);
  const text = JSON.stringify(value).replace(BREAKERS, escapeBreaker);
  if (Buffer.byteLength(text, 'utf8') <= MAX_BYTES) return text;
  throw new FaultError('E_JOB_VALUE', `a value is larger than ${MAX_BYTES} bytes`, 'write it with writeArtifact and record where it is');
}

/** A string as a JSON literal on one line. */
export function toJsonLiteral(text: string): string {
  return JSON.stringify(text).replace(BREAKERS, escapeBreaker);
}
