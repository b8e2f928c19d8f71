import type { z } from 'zod';
import type { Sha256 } from '../domain/id.ts';
import { isJsonObject } from './document.ts';

/** A row of a checkpoint with the SHA-256 of its canonical JSON: a damaged row is known as one, and the others still count. */
export interface SealedRow {
  readonly hash: string;
  readonly row: unknown;
}

/** JSON with the keys of every object in code unit order, so that equal values have equal text. `value` is JSON's own. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`).join(',')}}`;
}

export function sealRows(rows: readonly unknown[], sha256: Sha256): SealedRow[] {
  return rows.map((row) => ({ hash: sha256(canonicalJson(row)), row }));
}

/** What came out of a list of sealed rows. */
export interface OpenedRows<T> {
  readonly rows: readonly T[];
  /** Corrupt, repeated or missing. */
  readonly lostCount: number;
}

export interface RowKind<T> {
  readonly schema: z.ZodType<T>;
  readonly sha256: Sha256;
  /** How many rows were written. */
  readonly writtenCount: number;
}

function parseRow<T>(sealed: unknown, kind: RowKind<T>): T | null {
  if (!isJsonObject(sealed) || sealed['row'] === undefined) return null;
  if (kind.sha256(canonicalJson(sealed['row'])) !== sealed['hash']) return null;
  const parsed = kind.schema.safeParse(sealed['row']);
  return parsed.success ? parsed.data : null;
}

/** The rows that are whole, in order; a second row of one id is a copy and counts as lost. */
export function openRows<T extends { readonly id: string }>(sealed: readonly unknown[], kind: RowKind<T>): OpenedRows<T> {
  const rows = new Map<string, T>();
  for (const candidate of sealed) {
    const row = parseRow(candidate, kind);
    if (row !== null && !rows.has(row.id)) rows.set(row.id, row);
  }
  return { rows: [...rows.values()], lostCount: Math.max(kind.writtenCount, sealed.length) - rows.size };
}
