import type { Sha256 } from '../domain/id.ts';
import type { Judgment } from '../domain/judgment.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { cutName, cutToUnits } from '../domain/text/cut.ts';
import type { BundleCheckpoint } from './bundle.ts';
import { type HostRow, requireHostRows, requireSome } from './host-file.ts';
import { readText } from './host-row.ts';
import { JUDGMENTS } from './host-subject.ts';
import type { HostFile } from './host-text.ts';
import { toWarnings } from './warnings.ts';

/** Null where nothing visible is left. */
function toNote(text: string): string | null {
  const note = cutToUnits(toTerminalText(text, CAPS.note), CAPS.note);
  return /[\p{L}\p{N}]/u.test(note) ? note : null;
}

function readJunk(row: HostRow, remarks: string[]): boolean | null {
  const value = row.fields['junk'];
  if (typeof value === 'boolean') return value;
  if (value !== undefined && value !== null) remarks.push(`${row.id}: junk is neither true nor false: ignored`);
  return null;
}

function readWorth(row: HostRow, remarks: string[]): number | null {
  const value = row.fields['worth'];
  if (typeof value === 'number' && Number.isFinite(value)) return Math.max(0, Math.min(100, Math.round(value)));
  if (value !== undefined && value !== null) remarks.push(`${row.id}: worth is not a number: ignored`);
  return null;
}

/** Null for a row without a verdict: to count it as judged would hide that the heuristics judged it. */
function toJudgment(row: HostRow, remarks: string[]): Judgment | null {
  const name = readText(row, 'name', { toSafe: cutName, remarks });
  const junk = readJunk(row, remarks);
  const worth = readWorth(row, remarks);
  const note = readText(row, 'note', { toSafe: toNote, remarks });
  if (name !== null || junk !== null || worth !== null) return { id: row.id, name, junk, worth, note };
  remarks.push(`${row.id}: neither name, junk nor worth can be used: skipped`);
  return null;
}

/** The same verdicts, the same digest (64 hex), in whatever order and spelling the host wrote them. */
export function hashOfJudgments(judgments: readonly Judgment[], sha256: Sha256): string {
  const rows = judgments.map(({ id, name, junk, worth, note }) => JSON.stringify([id, name, junk, worth, note])).sort();
  return sha256(rows.join('\n'));
}

/** Valid rows in the file's order, at most one an id, and what was overlooked (at most 20 remarks and a count). */
export interface ReadJudgments {
  readonly judgments: readonly Judgment[];
  readonly warnings: readonly string[];
}

/** The host's verdicts on the nominations of one bundle. Faults: E_JUDGMENTS_*, each with the cheapest edit that mends it. */
export function requireJudgments(file: HostFile, { path, envelope, bundle }: BundleCheckpoint): ReadJudgments {
  const ids = bundle.nominations.map((nomination) => nomination.id);
  const { rows, remarks: rowRemarks } = requireHostRows(file, JUDGMENTS, { bundleId: envelope.bundleId, ids, checkpointPath: path });
  const remarks = [...rowRemarks];
  const judgments = rows.map((row) => toJudgment(row, remarks)).filter((judgment) => judgment !== null);
  requireSome(judgments, remarks, { file, subject: JUDGMENTS });
  return { judgments, warnings: toWarnings(remarks) };
}
