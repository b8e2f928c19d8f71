import type { Judgment } from '../domain/judgment.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { cutName } from '../domain/text/cut.ts';
import type { BundleCheckpoint } from './bundle.ts';
import { type HostRow, requireHostRows, requireSome } from './host-file.ts';
import { readText } from './host-row.ts';
import type { HostFile, HostSubject } from './host-text.ts';
import { toWarnings } from './warnings.ts';

const JUDGMENTS: HostSubject = {
  code: 'JUDGMENTS',
  list: 'judgments',
  fields: ['name', 'junk', 'worth', 'note'],
  aliases: new Map([['worthiness', 'worth']]),
  example: '"name":"","junk":false,"worth":50',
};

/** UTF-16 units the schemas allow; half as many code points always fit. */
const NAME_LENGTH = 96;
const NOTE_LENGTH = 400;

/** cutName counts code points, the schema UTF-16 units: a name of emoji may fit the one and not the other. */
function toName(text: string): string | null {
  const name = cutName(text);
  return name === null || name.length <= NAME_LENGTH ? name : cutName(toTerminalText(name, NAME_LENGTH / 2));
}

function toNote(text: string): string | null {
  const note = toTerminalText(text, NOTE_LENGTH);
  return note.length <= NOTE_LENGTH ? note : toTerminalText(note, NOTE_LENGTH / 2);
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
  const name = readText(row, 'name', { toSafe: toName, remarks });
  const junk = readJunk(row, remarks);
  const worth = readWorth(row, remarks);
  const note = readText(row, 'note', { toSafe: toNote, remarks });
  if (name !== null || junk !== null || worth !== null) return { id: row.id, name, junk, worth, note };
  remarks.push(`${row.id}: neither name, junk nor worth can be used: skipped`);
  return null;
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
