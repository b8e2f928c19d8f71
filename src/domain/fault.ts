/**
 * Expected failures, as a closed union. Every code has one exit code, one retry answer and one cheapest remedy;
 * a message says what happened this time. The unexpected is never a Fault: it throws with its `cause`.
 */

const DOCUMENT = ['MISSING', 'UNREADABLE', 'TOO_LARGE', 'ENCODING', 'NOT_JSON', 'TOO_DEEP', 'CORRUPT', 'ID_MISSING'] as const;
const STORE = [...DOCUMENT, 'KIND', 'VERSION', 'ORIGIN'] as const;
const CHECKPOINT = [...STORE, 'OTHER_STORE', 'STALE', 'FUTURE'] as const;
const HOST = [...DOCUMENT, 'OTHER_ID', 'OTHER_SWEEP', 'NONE'] as const;

/** Each file a run reads, with every way in which it can be wrong. */
export const FILE_REASONS = { BUNDLE: CHECKPOINT, PENDING: CHECKPOINT, JUDGMENTS: HOST, ANGLES: HOST, STORE } as const;
export type FileSubject = keyof typeof FILE_REASONS;
export type FileReason<S extends FileSubject> = (typeof FILE_REASONS)[S][number];
type FileCode = { [S in FileSubject]: `E_${S}_${FileReason<S>}` }[FileSubject];

const OWN_CODES = {
  E_USAGE: { exit: 2, retryable: false },
  E_NO_SOURCE: { exit: 2, retryable: false },
  E_OUTPUT_EXISTS: { exit: 2, retryable: false },
  E_OUTPUT_WRITE: { exit: 2, retryable: true },
  E_STORE_BUSY: { exit: 4, retryable: true },
  E_STORE_UNSAFE: { exit: 2, retryable: false },
  E_STORE_WRITE: { exit: 2, retryable: true },
  E_STORE_READ: { exit: 2, retryable: true },
  E_JOB_BUSY: { exit: 4, retryable: true },
  E_JOB_MISSING: { exit: 2, retryable: false },
  E_JOB_VALUE: { exit: 2, retryable: false },
  E_JOB_CORRUPT: { exit: 2, retryable: true },
  E_SQLITE_MISSING: { exit: 2, retryable: false },
  E_PENDING_SUPERSEDED: { exit: 2, retryable: false },
  E_UNKNOWN_NOMINATION: { exit: 2, retryable: false },
  E_UNKNOWN_SCHEMA: { exit: 2, retryable: false },
  E_INTERRUPTED: { exit: 130, retryable: true },
} as const;

export type FaultCode = keyof typeof OWN_CODES | FileCode;

export interface Fault {
  readonly code: FaultCode;
  /** What happened, one sentence, ours (third-party text never enters a message). */
  readonly message: string;
  /** The cheapest next act, one line. */
  readonly remedy: string;
  /** Process exit code: 2 contract or usage, 4 busy, 130 interrupted. */
  readonly exit: 2 | 4 | 130;
  /** Whether the same command can succeed once the remedy was followed. */
  readonly retryable: boolean;
}

function isOwnCode(code: FaultCode): code is keyof typeof OWN_CODES {
  return code in OWN_CODES;
}

/** A Fault under way to the one catch in `cli/`. */
export class FaultError extends Error {
  readonly fault: Fault;

  constructor(code: FaultCode, message: string, remedy: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'FaultError';
    const traits = isOwnCode(code) ? OWN_CODES[code] : { exit: 2 as const, retryable: true };
    this.fault = { code, message, remedy, ...traits };
  }
}

function codesOf<const S extends FileSubject>(subject: S): `E_${S}_${FileReason<S>}`[] {
  const reasons: readonly FileReason<S>[] = FILE_REASONS[subject];
  return reasons.map((reason) => `E_${subject}_${reason}` as const);
}

/** All codes there are, for documentation and for the test that each is reachable. */
export function faultCodes(): FaultCode[] {
  const own = Object.keys(OWN_CODES).filter((code): code is keyof typeof OWN_CODES => code in OWN_CODES);
  return [...own, ...codesOf('BUNDLE'), ...codesOf('PENDING'), ...codesOf('JUDGMENTS'), ...codesOf('ANGLES'), ...codesOf('STORE')];
}
