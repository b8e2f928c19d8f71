import { errors } from 'undici';
import type { FailureCause } from './reply.ts';

interface Circumstances {
  readonly status?: number | null;
  readonly retryAfterSeconds?: number | null;
  /** Whether the same request may succeed when it is sent again. */
  readonly retry?: boolean;
  readonly cause?: unknown;
}

/** A failure on its way to the threshold of the door, where it becomes a value. Its message is the detail shown. */
export class ExchangeError extends Error {
  readonly failure: FailureCause;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  readonly retry: boolean;

  constructor(failure: FailureCause, detail: string, circumstances: Circumstances = {}) {
    super(detail, circumstances.cause === undefined ? undefined : { cause: circumstances.cause });
    this.name = 'ExchangeError';
    this.failure = failure;
    this.status = circumstances.status ?? null;
    this.retryAfterSeconds = circumstances.retryAfterSeconds ?? null;
    this.retry = circumstances.retry ?? false;
  }
}

interface Meaning {
  readonly failure: FailureCause;
  readonly detail: string;
  readonly retry: boolean;
}

const RESET: Meaning = { failure: 'unreachable', detail: 'the connection was closed before an answer', retry: true };
const NO_ROUTE: Meaning = { failure: 'unreachable', detail: 'the host could not be reached', retry: true };
const NO_TLS: Meaning = { failure: 'unreachable', detail: 'no trusted TLS connection was possible', retry: false };
const BROKEN: Meaning = { failure: 'protocol', detail: 'the answer was not valid HTTP', retry: false };
const DAMAGED: Meaning = { failure: 'protocol', detail: 'the compressed body was damaged or cut short', retry: false };
const ENDED_EARLY: Meaning = { failure: 'protocol', detail: 'the body ended early', retry: true };

const MEANINGS = new Map<string, Meaning>([
  ['REFUSED_ADDRESS', { failure: 'refused-address', detail: 'the name stands for a private or special address', retry: false }],
  ['FLOOD', { failure: 'too-large', detail: 'the answer was too large on the wire', retry: false }],
  ['UND_ERR_CONNECT_TIMEOUT', { failure: 'timeout', detail: 'no connection in time', retry: true }],
  ['UND_ERR_HEADERS_TIMEOUT', { failure: 'timeout', detail: 'no answer in time', retry: false }],
  ['UND_ERR_BODY_TIMEOUT', { failure: 'timeout', detail: 'the body stalled', retry: false }],
  ['UND_ERR_HEADERS_OVERFLOW', { failure: 'too-large', detail: 'the headers were too large', retry: false }],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', BROKEN],
  ['UND_ERR_SOCKET', RESET],
  ['ECONNRESET', RESET],
  ['ECONNABORTED', RESET],
  ['EPIPE', RESET],
  ['ECONNREFUSED', { failure: 'unreachable', detail: 'the connection was refused', retry: true }],
  ['ETIMEDOUT', NO_ROUTE],
  ['EHOSTUNREACH', NO_ROUTE],
  ['ENETUNREACH', NO_ROUTE],
  ['EAI_AGAIN', { failure: 'unreachable', detail: 'the name could not be resolved just now', retry: true }],
  ['ENOTFOUND', { failure: 'unreachable', detail: 'the name has no address', retry: false }],
  // Only a proxy that answers CONNECT with an error leaves this code while no signal of ours has fired.
  ['UND_ERR_ABORTED', { failure: 'unreachable', detail: 'the proxy did not open a connection', retry: false }],
  ['UND_ERR_PRX_TLS', NO_TLS],
  ['EPROTO', NO_TLS],
  ['ERR_STREAM_PREMATURE_CLOSE', ENDED_EARLY],
]);

const FAMILIES: readonly (readonly [RegExp, Meaning])[] = [
  [/^HPE_/, BROKEN],
  [/^(?:Z_|ERR_ZLIB|ERR_BROTLI|ERR__ERROR)/, DAMAGED],
  [/CERT|^ERR_(?:TLS|SSL)_/, NO_TLS],
];

function toMeaning(code: string, hadHeaders: boolean): Meaning {
  const meaning = MEANINGS.get(code) ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1];
  if (hadHeaders && (meaning === RESET || meaning === BROKEN)) return ENDED_EARLY;
  return meaning ?? { failure: 'unreachable', detail: 'the connection failed', retry: false };
}

function readCode(error: unknown): string | null {
  // undici leaves the code of its parser's own findings undefined.
  if (error instanceof errors.HTTPParserError) return 'HPE_INVALID';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

/** Whether a signal of ours fired because its own or a parent's time was up. */
export function isTimeUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === 'TimeoutError';
}

/** Why a signal of ours fired: a time-out reads as `timeout`, all else as `interrupted`. */
function toAbortError(signal: AbortSignal, status: number | null): ExchangeError {
  return isTimeUp(signal)
    ? new ExchangeError('timeout', 'the time for this request was up', { status })
    : new ExchangeError('interrupted', 'the request was interrupted', { status });
}

function withStatus(error: ExchangeError, status: number | null): ExchangeError {
  if (error.status !== null || status === null) return error;
  const { failure, message, retryAfterSeconds, retry, cause } = error;
  return new ExchangeError(failure, message, { status, retryAfterSeconds, retry, cause });
}

/**
 * Translates what undici, net, tls, zlib or a signal threw into our words; `status` is that of the reply whose body was
 * being read. An error without a code, or an argument undici refuses, is a bug: it is thrown on.
 */
export function toExchangeError(error: unknown, signal: AbortSignal, status: number | null): ExchangeError {
  if (error instanceof ExchangeError) return withStatus(error, status);
  if (signal.aborted) return toAbortError(signal, status);
  const code = readCode(error);
  if (code === null || code === 'UND_ERR_INVALID_ARG') throw error;
  const { failure, detail, retry } = toMeaning(code, status !== null);
  return new ExchangeError(failure, detail, { status, retry, cause: error });
}
