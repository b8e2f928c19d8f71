import type { FailedOutcome, FailedStatus, Outcome } from '../../src/domain/outcome.ts';

/** Outcomes by how the site answered; numbers are invented and fixed. */
const SEEN = { httpStatus: 200, requestCount: 1, elapsedMs: 100 };

export const EMPTY: Outcome = { status: 'empty', ...SEEN };

export function okOutcome(itemCount: number): Outcome {
  return { status: 'ok', itemCount, ...SEEN };
}

export function partialOutcome(itemCount: number, lostCount: number, detail = `${lostCount} rows did not fit`): Outcome {
  return { status: 'partial', itemCount, lostCount, detail, ...SEEN };
}

export function skippedOutcome(detail: string): Outcome {
  return { status: 'skipped', detail };
}

export function failedOutcome(status: FailedStatus, detail = `it was ${status}`, retryAfterSeconds: number | null = null): FailedOutcome {
  return { status, detail, retryAfterSeconds, httpStatus: status === 'rate-limited' ? 429 : null, requestCount: 1, elapsedMs: 50 };
}
