/**
 * Expected failures, as a closed union. Every code has one exit code, one retry answer and one cheapest remedy;
 * a message says what happened this time. The unexpected is never a Fault: it throws with its `cause`.
 */

/** A checkpoint or host file that can be wrong in the same ways, in the order the checker looks. */
export const FILE_SUBJECTS = ['BUNDLE', 'PENDING', 'JUDGMENTS', 'ANGLES', 'STORE'] as const;
export type FileSubject = (typeof FILE_SUBJECTS)[number];

export const FILE_REASONS = [
  'MISSING',
  'UNREADABLE',
  'TOO_LARGE',
  'ENCODING',
  'NOT_JSON',
  'TOO_DEEP',
  'KIND',
  'VERSION',
  'ID_MISSING',
  'OTHER_STORE',
  'ORIGIN',
  'STALE',
  'FUTURE',
  'CORRUPT',
] as const;
export type FileReason = (typeof FILE_REASONS)[number];

const OWN_CODES = {
  E_USAGE: { exit: 2, retryable: false },
  E_NO_SOURCE: { exit: 2, retryable: false },
  E_OUTPUT_EXISTS: { exit: 2, retryable: false },
  E_OUTPUT_WRITE: { exit: 2, retryable: true },
  E_STORE_BUSY: { exit: 4, retryable: true },
  E_STORE_UNSAFE: { exit: 2, retryable: false },
  E_STORE_WRITE: { exit: 2, retryable: true },
  E_STORE_READ: { exit: 2, retryable: true },
  E_SQLITE_MISSING: { exit: 2, retryable: false },
  E_PENDING_SUPERSEDED: { exit: 2, retryable: false },
  E_JUDGMENTS_OTHER_ID: { exit: 2, retryable: true },
  E_JUDGMENTS_OTHER_SWEEP: { exit: 2, retryable: true },
  E_JUDGMENTS_NONE: { exit: 2, retryable: true },
  E_ANGLES_OTHER_ID: { exit: 2, retryable: true },
  E_ANGLES_OTHER_SWEEP: { exit: 2, retryable: true },
  E_ANGLES_NONE: { exit: 2, retryable: true },
  E_UNKNOWN_NOMINATION: { exit: 2, retryable: false },
  E_UNKNOWN_SCHEMA: { exit: 2, retryable: false },
  E_INTERRUPTED: { exit: 130, retryable: true },
} as const;

export type FaultCode = keyof typeof OWN_CODES | `E_${FileSubject}_${FileReason}`;

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

/** All codes there are, for documentation and for the test that each is reachable. */
export function faultCodes(): FaultCode[] {
  const own = Object.keys(OWN_CODES).filter((code): code is keyof typeof OWN_CODES => code in OWN_CODES);
  return [...own, ...FILE_SUBJECTS.flatMap((subject) => FILE_REASONS.map((reason) => `E_${subject}_${reason}` as const))];
}
