import { dirname } from 'node:path';
import type { BundleId } from '../domain/id.ts';
import { counted } from '../domain/phrase.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { MAX_JSON_DEPTH } from '../platform/json.ts';
import { isJsonObject, type JsonObject } from './document.ts';
import { parseHostJson } from './host-json.ts';
import { type HostSubject, hostTemplate } from './host-subject.ts';
import { type HostFile, hostFault, requireHostText } from './host-text.ts';
import { type RepeatedKeys, readRepeatedKeys } from './repeated-keys.ts';

/** Rows beyond these are not looked at; a pool has 15 nominations. */
const MAX_ROWS = 1000;
const MAX_ECHOED_FIELDS = 3;

/** The checkpoint a host file must answer. */
export interface HostBinding {
  readonly bundleId: BundleId;
  /** Every id the digest offered. */
  readonly ids: readonly string[];
  readonly checkpointPath: string;
}

/** One row about a known id, first of its id, its fields under their own names. */
export interface HostRow {
  readonly id: string;
  readonly fields: JsonObject;
}

export interface HostRows {
  readonly rows: readonly HostRow[];
  readonly remarks: readonly string[];
}

/** A file with what is needed to judge it and to speak of it. */
interface Reading {
  readonly file: HostFile;
  readonly subject: HostSubject;
  readonly binding: HostBinding;
  readonly remarks: string[];
}

/** The file's object, and which of its keys stand twice. */
interface Top {
  readonly top: JsonObject;
  readonly repeated: RepeatedKeys;
}

/** Host text as a message may show it: one safe short line in quotes. */
function echo(text: string): string {
  return `"${toTerminalText(text, CAPS.echo)}"`;
}

/** On one line, as every remedy. */
function exampleOf({ subject, binding }: Reading): string {
  return hostTemplate(subject, { bundleId: binding.bundleId, ids: binding.ids.slice(0, 1) }).replaceAll('\n', '');
}

function requireTop(reading: Reading): Top {
  const { file, subject, binding, remarks } = reading;
  const parsed = parseHostJson(requireHostText(file, subject, dirname(binding.checkpointPath)));
  const remedy = `write ${exampleOf(reading)}`;
  if (parsed.ok) {
    remarks.push(...parsed.remarks);
    if (isJsonObject(parsed.value)) return { top: parsed.value, repeated: requireOnce(reading, readRepeatedKeys(parsed.text)) };
    const what = Array.isArray(parsed.value) ? 'a bare list, where an object with a bundleId is wanted' : 'JSON, but not an object';
    throw hostFault(subject, 'CORRUPT', { file, says: `holds ${what}`, remedy });
  }
  if (parsed.problem === 'too-deep')
    throw hostFault(subject, 'TOO_DEEP', { file, says: `is nested deeper than ${MAX_JSON_DEPTH} levels`, remedy });
  if (parsed.problem === 'forbidden-key') throw hostFault(subject, 'CORRUPT', { file, says: 'has a key that is never read', remedy });
  const place = parsed.line === null ? '' : ` (line ${parsed.line})`;
  throw hostFault(subject, 'NOT_JSON', { file, says: `is not JSON${place}`, remedy });
}

/** Of two lists or two bundle ids only one can be meant; a parser would drop the first without a word. */
function requireOnce(reading: Reading, repeated: RepeatedKeys): RepeatedKeys {
  const { file, subject } = reading;
  const key = repeated.top.find((candidate) => candidate === 'bundleId' || candidate === 'bundle_id' || candidate === subject.list);
  if (key === undefined) return repeated;
  throw hostFault(subject, 'CORRUPT', { file, says: `has more than one ${key}`, remedy: `write ${exampleOf(reading)}` });
}

function readBundleId(top: JsonObject, remarks: string[]): string | null {
  const own = top['bundleId'];
  if (typeof own === 'string') return own;
  const alias = top['bundle_id'];
  if (typeof alias !== 'string') return null;
  remarks.push('bundle_id was read as bundleId');
  return alias;
}

function requireList(top: JsonObject, reading: Reading): readonly unknown[] {
  const { file, subject, remarks } = reading;
  const list = top[subject.list];
  if (!Array.isArray(list)) {
    throw hostFault(subject, 'CORRUPT', { file, says: `has no list named ${subject.list}`, remedy: `write ${exampleOf(reading)}` });
  }
  if (list.length > MAX_ROWS) remarks.push(`only the first ${MAX_ROWS} of ${list.length} rows were looked at`);
  return list.slice(0, MAX_ROWS);
}

function idOf(row: unknown): string | null {
  return isJsonObject(row) && typeof row['id'] === 'string' ? row['id'] : null;
}

/** Whether an edit of the bundle id alone would mend the file: only where every id is one of this digest. */
function areAllKnown(rows: readonly unknown[], binding: HostBinding): boolean {
  const ids = rows.map(idOf).filter((id) => id !== null);
  return ids.length > 0 && ids.every((id) => binding.ids.includes(id));
}

function requireBound(bundleId: string | null, rows: readonly unknown[], reading: Reading): void {
  const { file, subject, binding } = reading;
  if (bundleId === binding.bundleId) return;
  const isMendable = areAllKnown(rows, binding);
  const judgeAgain = `judge this digest: bundle ${binding.bundleId} of ${binding.checkpointPath}`;
  if (bundleId === null) {
    const remedy = isMendable ? `add "bundleId":"${binding.bundleId}" and run this leg again` : judgeAgain;
    throw hostFault(subject, 'ID_MISSING', { file, says: 'has no bundleId', remedy });
  }
  const answers = `answers bundle ${echo(bundleId)}, and ${binding.checkpointPath} is bundle "${binding.bundleId}"`;
  if (isMendable) {
    const remedy = `set bundleId to ${binding.bundleId} and run this leg again`;
    throw hostFault(subject, 'OTHER_ID', { file, says: answers, remedy });
  }
  throw hostFault(subject, 'OTHER_SWEEP', {
    file,
    says: `${answers}: these ${subject.list} were written for another sweep`,
    remedy: judgeAgain,
  });
}

/** The row's fields under their own names; a field nobody reads is said to be so, since it may be a slip of the pen. */
function toFields(id: string, row: JsonObject, { subject, remarks }: Reading): JsonObject {
  const fields: Record<string, unknown> = {};
  const unknown: string[] = [];
  for (const [key, value] of Object.entries(row)) {
    const field = subject.aliases.get(key) ?? key;
    if (!subject.fields.includes(field)) unknown.push(key);
    else if (field === key) fields[field] = value;
    else if (row[field] === undefined) {
      remarks.push(`${key} was read as ${field}`);
      fields[field] = value;
    }
  }
  const odd = unknown.filter((key) => key !== 'id');
  const shown = odd.slice(0, MAX_ECHOED_FIELDS).map(echo).join(', ');
  if (odd.length > 0) remarks.push(`${id}: ${counted(odd.length, 'unknown field')} ignored (${shown})`);
  return fields;
}

const NONE: ReadonlySet<string> = new Set();

/** What the fields of a row may be called. */
function namesOf({ fields, aliases }: HostSubject): string[] {
  return [...fields, ...aliases.keys()];
}

/** Why a row cannot be used, or the row. */
function toRow(row: unknown, seen: ReadonlyMap<string, HostRow>, reading: Reading): HostRow | string {
  if (!isJsonObject(row)) return 'is not an object: skipped';
  const id = idOf(row);
  if (id === null) return 'has no id: skipped';
  if (!reading.binding.ids.includes(id)) return `has the unknown id ${echo(id)}: skipped`;
  if (seen.has(id)) return `repeats ${id}: the first one counts`;
  return { id, fields: toFields(id, row, reading) };
}

/**
 * The rows of a host file that speak about ids of the binding. Strict on top, lenient per row: what is skipped is remarked upon.
 * Faults: E_<SUBJECT>_* in the order readable, size, encoding, JSON, object, bundleId, list, and then whose bundle it answers.
 */
export function requireHostRows(file: HostFile, subject: HostSubject, binding: HostBinding): HostRows {
  const reading: Reading = { file, subject, binding, remarks: [] };
  const { top, repeated } = requireTop(reading);
  const bundleId = readBundleId(top, reading.remarks);
  const listed = top[subject.list];
  if (bundleId === null) requireBound(null, Array.isArray(listed) ? listed.slice(0, MAX_ROWS) : [], reading);
  const list = requireList(top, reading);
  requireBound(bundleId, list, reading);
  const rows = new Map<string, HostRow>();
  for (const [index, candidate] of list.entries()) {
    const number = index + 1;
    const twice = repeated.rows.get(number) ?? NONE;
    const row = twice.has('id') ? 'has more than one id: skipped' : toRow(candidate, rows, reading);
    if (typeof row === 'string') reading.remarks.push(`row ${number} ${row}`);
    else rows.set(row.id, row);
    for (const field of namesOf(subject).filter((name) => twice.has(name)))
      reading.remarks.push(`row ${number} has more than one ${field}: the last one counts`);
  }
  return { rows: [...rows.values()], remarks: reading.remarks };
}

/** Zero applicable rows would quietly hand the whole judging to the heuristics; the host must hear of it. */
export function requireSome<T>(rows: readonly T[], remarks: readonly string[], { file, subject }: Pick<Reading, 'file' | 'subject'>): void {
  if (rows.length > 0) return;
  const why = remarks.at(-1);
  const says = `has no row that can be applied${why === undefined ? '' : ` (${why})`}`;
  const remedy =
    subject.code === 'ANGLES'
      ? 'fill in one angle at least, or finalize without --angles'
      : 'judge every id of the digest, then run this leg again';
  throw hostFault(subject, 'NONE', { file, says, remedy });
}
