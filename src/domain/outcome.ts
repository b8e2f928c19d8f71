import { z } from 'zod';

/**
 * How one source answered. Clean = ok, empty, skipped. A failed source is never "0 items": its status says what
 * happened, `detail` says it in our own words (strangers' text never enters it).
 */
const FAILED = ['rate-limited', 'blocked', 'auth-failed', 'timeout', 'unreachable', 'malformed'] as const;

const shared = {
  /** Last HTTP status seen; null when no answer came. */
  httpStatus: z.number().int().min(100).max(599).nullable(),
  requestCount: z.number().int().nonnegative(),
  elapsedMs: z.number().int().nonnegative(),
};
/** UTF-16 units. */
export const MAX_DETAIL_LENGTH = 300;
const detail = z.string().max(MAX_DETAIL_LENGTH);

/** Why something asked for was not had: the fields of a failed outcome without its totals. `detail` is ours and names the page. */
export const refusalSchema = z.strictObject({
  status: z.enum(FAILED),
  detail,
  /** Seconds the site asked us to wait, where it said so. */
  retryAfterSeconds: z.number().nonnegative().nullable(),
  httpStatus: shared.httpStatus,
});
export type Refusal = Readonly<z.infer<typeof refusalSchema>>;

export const outcomeSchema = z.discriminatedUnion('status', [
  z.strictObject({ status: z.literal('ok'), itemCount: z.number().int().positive(), ...shared }),
  z.strictObject({
    status: z.literal('partial'),
    itemCount: z.number().int().positive(),
    /** Rows that did not fit the source's schema. */
    lostCount: z.number().int().nonnegative(),
    detail,
    ...shared,
  }),
  z.strictObject({ status: z.literal('empty'), ...shared }),
  z.strictObject({ status: z.literal('skipped'), detail }),
  refusalSchema.extend(shared),
]);
export type Outcome = z.infer<typeof outcomeSchema>;
export type FailedOutcome = Extract<Outcome, { status: FailedStatus }>;
export type FailedStatus = (typeof FAILED)[number];

export function isFailed(outcome: Outcome): outcome is FailedOutcome {
  return FAILED.some((status) => status === outcome.status);
}

export function isClean(outcome: Outcome): boolean {
  return outcome.status === 'ok' || outcome.status === 'empty' || outcome.status === 'skipped';
}

/** True when the site showed us something we may judge by, be it an honest nothing. */
export function isObserved(outcome: Outcome): boolean {
  return outcome.status === 'ok' || outcome.status === 'partial' || outcome.status === 'empty';
}

export function itemCountOf(outcome: Outcome): number {
  return outcome.status === 'ok' || outcome.status === 'partial' ? outcome.itemCount : 0;
}

/** The cause of anything short of clean, in our words; null when there is nothing to say. */
export function causeOf(outcome: Outcome): string | null {
  if (outcome.status === 'partial' || outcome.status === 'skipped') return outcome.detail;
  return isFailed(outcome) ? refusalCause(outcome) : null;
}

export function refusalCause({ detail, retryAfterSeconds }: Pick<Refusal, 'detail' | 'retryAfterSeconds'>): string {
  return retryAfterSeconds === null ? detail : `${detail}, retry after ${Math.ceil(retryAfterSeconds)} s`;
}

/**
 * One outcome for several requests to one source: what was seen counts, and what failed beside it makes it partial.
 * With nothing seen, the first failure speaks; skipped rows speak only when nothing else was tried.
 */
export function combineOutcomes(outcomes: readonly Outcome[]): Outcome {
  const tried = outcomes.filter((outcome) => outcome.status !== 'skipped');
  const failures = tried.filter((outcome) => outcome.status === 'partial' || isFailed(outcome));
  const [firstTried] = tried;
  const [firstFailure] = failures;
  if (firstTried === undefined) return outcomes[0] ?? { status: 'skipped', detail: 'nothing was asked of it' };
  const itemCount = sumOf(tried, itemCountOf);
  const totals = {
    httpStatus: (firstFailure ?? firstTried).httpStatus,
    requestCount: sumOf(tried, (outcome) => outcome.requestCount),
    elapsedMs: sumOf(tried, (outcome) => outcome.elapsedMs),
  };
  if (firstFailure === undefined) return itemCount > 0 ? { status: 'ok', itemCount, ...totals } : { status: 'empty', ...totals };
  if (itemCount === 0 && isFailed(firstFailure)) return { ...firstFailure, ...totals };
  const lostCount = sumOf(tried, (outcome) => (outcome.status === 'partial' ? outcome.lostCount : 0));
  const detail = `${failures.length} of ${tried.length} requests fell short: ${causeOf(firstFailure)}`.slice(0, MAX_DETAIL_LENGTH);
  return { status: 'partial', itemCount, lostCount, detail, ...totals };
}

function sumOf<O extends Outcome>(outcomes: readonly O[], countOf: (outcome: O) => number): number {
  return outcomes.reduce((sum, outcome) => sum + countOf(outcome), 0);
}
