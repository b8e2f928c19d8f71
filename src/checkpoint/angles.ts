import type { Angle } from '../domain/angle.ts';
import { cutAngle } from '../domain/text/cut.ts';
import { type HostRow, requireHostRows, requireSome } from './host-file.ts';
import { readText } from './host-row.ts';
import { ANGLES } from './host-subject.ts';
import type { HostFile } from './host-text.ts';
import type { PendingCheckpoint } from './pending.ts';
import { toWarnings } from './warnings.ts';

/** Null for a row left blank, as the template is printed. */
function toAngle(row: HostRow, remarks: string[]): Angle | null {
  const reading = { toSafe: cutAngle, remarks };
  const podcast = readText(row, 'podcast', reading);
  const article = readText(row, 'article', reading);
  const hook = readText(row, 'hook', reading);
  return podcast === null && article === null && hook === null ? null : { id: row.id, podcast, article, hook };
}

/** Valid rows in the file's order, at most one an id, and what was overlooked (at most 20 remarks and a count). */
export interface ReadAngles {
  readonly angles: readonly Angle[];
  readonly warnings: readonly string[];
}

/** The host's angles on the topics of one pending report; they bind to that report, never to the bundle. Faults: E_ANGLES_*. */
export function requireAngles(file: HostFile, { path, envelope, report }: PendingCheckpoint): ReadAngles {
  const ids = report.topics.map((topic) => topic.id);
  const { rows, remarks: rowRemarks } = requireHostRows(file, ANGLES, { bundleId: envelope.bundleId, ids, checkpointPath: path });
  const remarks = [...rowRemarks];
  const angles = rows.map((row) => toAngle(row, remarks)).filter((angle) => angle !== null);
  requireSome(angles, remarks, { file, subject: ANGLES });
  return { angles, warnings: toWarnings(remarks) };
}
