import { describe, expect, it } from 'vitest';
import {
  type Coverage,
  coverageLine,
  coverageNotes,
  coverageSchema,
  isCleanCoverage,
  isObservedCoverage,
} from '../../src/domain/coverage.ts';
import { EMPTY, failedOutcome, okOutcome, partialOutcome, skippedOutcome } from '../support/build-outcome.ts';

const COVERAGE: Coverage = [
  { source: 'hackernews', outcome: okOutcome(60) },
  { source: 'lobsters', outcome: EMPTY },
  { source: 'reddit', outcome: failedOutcome('rate-limited', '429', 30.2) },
  { source: 'v2ex', outcome: skippedOutcome('no listing by domain') },
  { source: 'github', outcome: partialOutcome(30, 2) },
];

describe('coverage', () => {
  it('reads as one line', () => {
    expect(coverageLine(COVERAGE)).toBe(
      'hackernews ok 60 | lobsters empty | reddit rate-limited (429, retry after 31 s) | v2ex skipped (no listing by domain) | github partial 30 (2 rows did not fit)',
    );
  });

  it('notes only the sources that are not clean', () => {
    expect(coverageNotes(COVERAGE)).toEqual(['reddit: rate-limited (429, retry after 31 s)', 'github: partial (2 rows did not fit)']);
  });

  it('is clean when all are clean', () => {
    expect(isCleanCoverage(COVERAGE)).toBe(false);
    expect(isCleanCoverage(COVERAGE.filter(({ source }) => source !== 'reddit' && source !== 'github'))).toBe(true);
  });

  it('is observed when one source showed something, be it an honest nothing', () => {
    expect(isObservedCoverage(COVERAGE)).toBe(true);
    expect(isObservedCoverage([{ source: 'lobsters', outcome: EMPTY }])).toBe(true);
    expect(isObservedCoverage(COVERAGE.filter(({ source }) => source === 'reddit' || source === 'v2ex'))).toBe(false);
    expect(isObservedCoverage([])).toBe(false);
  });

  it('refuses a source nobody knows and a field nobody knows', () => {
    expect(coverageSchema.safeParse(COVERAGE).success).toBe(true);
    expect(coverageSchema.safeParse([{ source: 'digg', outcome: EMPTY }]).success).toBe(false);
    expect(coverageSchema.safeParse([{ source: 'reddit', outcome: EMPTY, count: 0 }]).success).toBe(false);
  });
});
