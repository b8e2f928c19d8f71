import { FaultError } from '../domain/fault.ts';
import { toWriteError } from './errno.ts';

/** Primary result codes of https://sqlite.org/rescode.html, by both of the spellings drivers use. */
const FAILURES = [
  { code: 5, name: 'SQLITE_BUSY', kind: 'busy' },
  { code: 6, name: 'SQLITE_LOCKED', kind: 'busy' },
  { code: 8, name: 'SQLITE_READONLY', kind: 'EROFS' },
  { code: 10, name: 'SQLITE_IOERR', kind: 'EIO' },
  { code: 11, name: 'SQLITE_CORRUPT', kind: 'corrupt' },
  { code: 13, name: 'SQLITE_FULL', kind: 'ENOSPC' },
  { code: 14, name: 'SQLITE_CANTOPEN', kind: 'EACCES' },
  { code: 26, name: 'SQLITE_NOTADB', kind: 'corrupt' },
] as const;

/** better-sqlite3 puts a name such as SQLITE_IOERR_WRITE in `code`; node:sqlite puts the extended number in `errcode`. */
function failureOf(error: unknown): (typeof FAILURES)[number] | undefined {
  if (!(error instanceof Error)) return undefined;
  const name: unknown = Reflect.get(error, 'code');
  const code: unknown = Reflect.get(error, 'errcode');
  return FAILURES.find(
    (failure) =>
      (typeof code === 'number' && (code & 0xff) === failure.code) || (typeof name === 'string' && name.startsWith(failure.name)),
  );
}

/** What a driver's error on `path` is thrown as: a fault where the user can act, else (bad SQL, a broken constraint) the error itself. */
export function toSqliteError(error: unknown, path: string): unknown {
  const failure = failureOf(error);
  if (failure === undefined) return error;
  if (failure.kind === 'busy') {
    return new FaultError(
      'E_STORE_BUSY',
      `another process is writing ${path}`,
      'wait for it to end, then run the same command again',
      error,
    );
  }
  if (failure.kind === 'corrupt') {
    return new FaultError('E_STORE_CORRUPT', `${path} is not a sound database`, `move ${path} away or restore it from a copy`, error);
  }
  return toWriteError(Object.assign(new Error(failure.name, { cause: error }), { code: failure.kind }), path);
}
