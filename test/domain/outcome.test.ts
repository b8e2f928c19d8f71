import { describe, expect, it } from 'vitest';
import {
  causeOf,
  combineOutcomes,
  isClean,
  isFailed,
  isObserved,
  itemCountOf,
  type Outcome,
  outcomeSchema,
} from '../../src/domain/outcome.ts';
import { EMPTY, failedOutcome, okOutcome, partialOutcome, skippedOutcome } from '../support/build-outcome.ts';

const OK = okOutcome(7);
const PARTIAL = partialOutcome(5, 2);
const SKIPPED = skippedOutcome('no listing by domain');
const FAILED = (['rate-limited', 'blocked', 'auth-failed', 'timeout', 'unreachable', 'malformed'] as const).map((status) =>
  failedOutcome(status),
);

describe('outcome', () => {
  it('is clean when ok, empty or skipped, and observed when ok, partial or empty', () => {
    const all = [OK, PARTIAL, EMPTY, SKIPPED, ...FAILED];
    expect(all.filter(isClean).map((outcome) => outcome.status)).toEqual(['ok', 'empty', 'skipped']);
    expect(all.filter(isObserved).map((outcome) => outcome.status)).toEqual(['ok', 'partial', 'empty']);
    expect(all.filter(isFailed)).toEqual(FAILED);
  });

  it('counts items only where there are some', () => {
    expect([OK, PARTIAL, EMPTY, SKIPPED, ...FAILED].map(itemCountOf)).toEqual([7, 5, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('says a cause for anything short of ok and empty, with the wait a site asked for', () => {
    expect(causeOf(OK)).toBeNull();
    expect(causeOf(EMPTY)).toBeNull();
    expect(causeOf(SKIPPED)).toBe('no listing by domain');
    expect(causeOf(PARTIAL)).toBe('2 rows did not fit');
    expect(causeOf(failedOutcome('rate-limited', '429', 30.2))).toBe('429, retry after 31 s');
    expect(causeOf(failedOutcome('timeout', 'no answer within 20 s'))).toBe('no answer within 20 s');
  });

  it.each<[string, unknown]>([
    ['ok without a count', { status: 'ok', httpStatus: 200, requestCount: 1, elapsedMs: 1 }],
    ['ok with no item', { ...OK, itemCount: 0 }],
    ['empty with a count', { ...EMPTY, itemCount: 3 }],
    ['skipped with a time', { ...SKIPPED, elapsedMs: 3 }],
    ['a failure with items', { ...FAILED[0], itemCount: 3 }],
    ['a failure without its detail', { ...FAILED[0], detail: undefined }],
    ['ok with a wait', { ...OK, retryAfterSeconds: 1 }],
    ['a status nobody knows', { ...EMPTY, status: 'no-results' }],
    ['an impossible HTTP status', { ...EMPTY, httpStatus: 999 }],
  ])('refuses %s', (_, wrong) => {
    expect(outcomeSchema.safeParse(wrong).success).toBe(false);
  });
});

describe('combineOutcomes', () => {
  const twice = { requestCount: 2, elapsedMs: 200 };
  it.each<[string, Outcome[], Outcome]>([
    ['nothing asked is skipped', [], skippedOutcome('nothing was asked of it')],
    ['all skipped keeps the first reason', [SKIPPED, skippedOutcome('other')], SKIPPED],
    ['one outcome stays itself', [OK], OK],
    ['skipped rows do not count beside others', [SKIPPED, OK], OK],
    ['ok and ok is ok', [OK, okOutcome(3)], { ...okOutcome(10), ...twice }],
    ['ok and empty is ok', [EMPTY, OK], { ...OK, ...twice }],
    ['empty and empty is empty', [EMPTY, EMPTY], { ...EMPTY, ...twice }],
    [
      'items beside a failure are partial',
      [OK, failedOutcome('rate-limited', '429', 9)],
      {
        status: 'partial',
        itemCount: 7,
        lostCount: 0,
        detail: '1 of 2 requests fell short: 429, retry after 9 s',
        httpStatus: 429,
        requestCount: 2,
        elapsedMs: 150,
      },
    ],
    [
      'partial and ok is partial, with all that was lost',
      [PARTIAL, OK, partialOutcome(1, 4)],
      {
        status: 'partial',
        itemCount: 13,
        lostCount: 6,
        detail: '2 of 3 requests fell short: 2 rows did not fit',
        httpStatus: 200,
        requestCount: 3,
        elapsedMs: 300,
      },
    ],
    [
      'with nothing seen the first failure speaks',
      [EMPTY, failedOutcome('timeout'), failedOutcome('blocked')],
      { ...failedOutcome('timeout'), requestCount: 3, elapsedMs: 200 },
    ],
  ])('%s', (_, outcomes, combined) => {
    expect(combineOutcomes(outcomes)).toEqual(combined);
    expect(outcomeSchema.safeParse(combineOutcomes(outcomes)).success).toBe(true);
  });

  it('keeps a detail within what the schema takes', () => {
    const long = combineOutcomes([OK, failedOutcome('malformed', 'x'.repeat(300))]);
    expect(outcomeSchema.safeParse(long).success).toBe(true);
  });
});
