import type { z } from 'zod';
import type { Refusal } from '../domain/outcome.ts';
import type { Reading } from './call.ts';
import { refusalOfBody } from './refusal.ts';

/** What one page of a source gave, each row turned into what it stands for. */
export interface Listing<Entry> {
  readonly entries: readonly Entry[];
  /** Rows that did not fit. */
  readonly lostCount: number;
  readonly httpStatus: number | null;
  readonly refusal: Refusal | null;
  /** Something short of a refusal that keeps the source from being clean, in our words. */
  readonly note: string | null;
}

export interface RowRule<Row, Entry> {
  readonly schema: z.ZodType<Row>;
  /** What a row at its place (1 = first) stands for; null when it makes nothing valid, 'left-out' for rows that are not meant. */
  readonly toEntry: (row: Row, place: number) => Entry | null | 'left-out';
  /** A front page has rows at any hour: none is a fault of the answer, not an honest nothing. */
  readonly isNeverEmpty: boolean;
}

/** A page of which nothing was had. */
export function toRefused(refusal: Refusal): Listing<never> {
  return { entries: [], lostCount: 0, httpStatus: refusal.httpStatus, refusal, note: null };
}

/** No page is asked for more than 100 rows, and few threads have as many comments: checking what lies beyond costs a stranger nothing and us seconds. */
const ROW_CAP = 1_000;

/** The rows of a page. A row that does not fit, or lies beyond the cap, is counted; when none fits, the page itself has changed. */
export function toListing<Row, Entry>(reading: Reading<readonly unknown[]>, rule: RowRule<Row, Entry>): Listing<Entry> {
  if (reading.kind === 'refused') return toRefused(reading.refusal);
  const { name, httpStatus, value: rows } = reading;
  const entries: Entry[] = [];
  let lostCount = Math.max(0, rows.length - ROW_CAP);
  for (const [index, row] of rows.slice(0, ROW_CAP).entries()) {
    const parsed = rule.schema.safeParse(row);
    const entry = parsed.success ? rule.toEntry(parsed.data, index + 1) : null;
    if (entry === null) lostCount += 1;
    else if (entry !== 'left-out') entries.push(entry);
  }
  if (entries.length === 0 && lostCount > 0) return toRefused(refusalOfBody(name, httpStatus, `and none of ${lostCount} rows fits`));
  if (entries.length === 0 && rule.isNeverEmpty)
    return toRefused(refusalOfBody(name, httpStatus, 'without a row, where there are always some'));
  return { entries, lostCount, httpStatus, refusal: null, note: null };
}
