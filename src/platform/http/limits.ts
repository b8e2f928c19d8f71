const MIB = 1024 * 1024;

export interface DoorLimits {
  readonly connectMs: number;
  /** From the request to the last header. */
  readonly headersMs: number;
  /** Between two pieces of a body. */
  readonly idleMs: number;
  /** Network time of one `get`, its redirects and retries included; waiting for a turn or for Retry-After is not counted. */
  readonly totalMs: number;
  readonly wireBytes: number;
  readonly bodyBytes: number;
  /** Decompressed to wire bytes, judged once more than `ratioFromBytes` were decompressed. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  readonly redirectCount: number;
  readonly retryCount: number;
  readonly backoffMs: number;
  readonly longestBackoffMs: number;
  /** A Retry-After beyond this is reported instead of waited out, however much time is left. */
  readonly longestWaitMs: number;
  readonly perHostCount: number;
  readonly overallCount: number;
}

export const DEFAULT_LIMITS: DoorLimits = {
  connectMs: 5_000,
  headersMs: 10_000,
  idleMs: 10_000,
  totalMs: 20_000,
  wireBytes: 2 * MIB,
  bodyBytes: 8 * MIB,
  ratio: 100,
  ratioFromBytes: MIB,
  redirectCount: 3,
  retryCount: 2,
  backoffMs: 500,
  longestBackoffMs: 8_000,
  longestWaitMs: 30_000,
  perHostCount: 2,
  overallCount: 6,
};
