import { z } from 'zod';
import { causeOf, isClean, isObserved, itemCountOf, type Outcome, outcomeSchema } from './outcome.ts';
import { sourceIdSchema } from './source-id.ts';

/** Which sources answered, and how: one row a source, in the table's order. */
export const coverageSchema = z.array(z.strictObject({ source: sourceIdSchema, outcome: outcomeSchema }));
export type Coverage = z.infer<typeof coverageSchema>;

export function isCleanCoverage(coverage: Coverage): boolean {
  return coverage.every((row) => isClean(row.outcome));
}

/** False when no source showed anything: then nothing may be called quiet. */
export function isObservedCoverage(coverage: Coverage): boolean {
  return coverage.some((row) => isObserved(row.outcome));
}

/** `hackernews ok 60 | reddit rate-limited (429, retry after 31 s)`. */
export function coverageLine(coverage: Coverage): string {
  return coverage.map(coverageEntry).join(' | ');
}

function coverageEntry({ source, outcome }: Coverage[number]): string {
  const count = itemCountOf(outcome);
  return `${source} ${outcome.status}${count > 0 ? ` ${count}` : ''}${causeSuffix(outcome)}`;
}

function causeSuffix(outcome: Outcome): string {
  const cause = causeOf(outcome);
  return cause === null ? '' : ` (${cause})`;
}

/** One sentence a source that is not clean, for briefs and JSON. */
export function coverageNotes(coverage: Coverage): string[] {
  return coverage
    .filter((row) => !isClean(row.outcome))
    .map(({ source, outcome }) => `${source}: ${outcome.status}${causeSuffix(outcome)}`);
}
