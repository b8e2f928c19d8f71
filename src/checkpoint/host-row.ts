import type { HostRow } from './host-file.ts';

/**
 * One text field of a row through `toSafe`, which gives null where no letter or digit is left. Absent, null and blank are the
 * same unspoken nothing; anything else that cannot be used is remarked upon.
 */
export function readText(row: HostRow, field: string, { toSafe, remarks }: TextReading): string | null {
  const value = row.fields[field];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') {
    remarks.push(`${row.id}: ${field} is not a text: ignored`);
    return null;
  }
  if (value.trim() === '') return null;
  const text = toSafe(value);
  if (text === null) remarks.push(`${row.id}: ${field} has no letter and no digit: ignored`);
  return text;
}

export interface TextReading {
  readonly toSafe: (text: string) => string | null;
  readonly remarks: string[];
}
