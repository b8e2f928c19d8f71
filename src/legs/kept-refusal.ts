import { MAX_DETAIL_LENGTH, type Refusal, refusalCause, refusalSchema } from '../domain/outcome.ts';
import type { FailedItem } from '../journal/index.ts';

/** How often a page or a question that failed is put to a site, over all calls of one leg. */
const MAX_ATTEMPTS = 3;
/** As refusalCause ends where the site named a time. */
const RETRY_AFTER = /, retry after (\d+) s$/;
const SHUT = /^(?:rate-limited|blocked):/;
const DEFAULT_WAIT_SECONDS = 60;

/** `rate-limited: search: HTTP 429 too many requests`: a line for SUMMARY.md, read back by readRefusal. */
export function toFailure(refusal: Refusal): string {
  return `${refusal.status}: ${refusalCause(refusal)}`;
}

/** What is said of an item that is not put again, or not yet; null where it may be asked at `nowMs` (epoch). */
export function readRefusal(failed: FailedItem | null, nowMs: number): Refusal | null {
  return failed === null || mayAskAgain(failed, nowMs) ? null : toRefusal(failed);
}

/** A bounded number of times, and never before the time that a site which shut its door has asked for. */
function mayAskAgain({ attempts, message, lastAt }: FailedItem, nowMs: number): boolean {
  if (attempts >= MAX_ATTEMPTS) return false;
  const seconds = RETRY_AFTER.exec(message)?.[1] ?? (SHUT.test(message) ? DEFAULT_WAIT_SECONDS : null);
  return seconds === null || nowMs >= Date.parse(lastAt) + Number(seconds) * 1000;
}

function toRefusal({ message, attempts }: FailedItem): Refusal {
  const [status = ''] = message.split(':', 1);
  const detailOf = (cause: string) =>
    `${cause} (asked ${attempts === 1 ? 'once' : `${attempts} times`} in this run)`.slice(0, MAX_DETAIL_LENGTH);
  const shared = { retryAfterSeconds: null, httpStatus: null };
  const refusal = refusalSchema.safeParse({ status, detail: detailOf(message.slice(status.length + 2)), ...shared });
  return refusal.success ? refusal.data : { status: 'unreachable', detail: detailOf(message), ...shared };
}
