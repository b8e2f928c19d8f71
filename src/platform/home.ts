import { posix, win32 } from 'node:path';
import { FaultError } from '../domain/fault.ts';

export interface StoreChoice {
  /** `--store`; null when not given. */
  readonly flag: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home directory, absolute. */
  readonly homeDirectory: string;
}

const REMEDY = 'name a directory with --store';

function requireDirectoryName(value: string, origin: string): string {
  if (value.trim() === '' || value.includes('\0')) throw new FaultError('E_USAGE', `${origin} names no directory`, REMEDY);
  return value;
}

/** https://specifications.freedesktop.org/basedir-spec: a relative XDG_DATA_HOME is invalid and ignored. macOS follows it too. */
function dataDirectory({ env, platform, homeDirectory }: StoreChoice): string {
  const path = platform === 'win32' ? win32 : posix;
  const set = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_DATA_HOME'];
  if (set !== undefined && path.isAbsolute(set)) return path.join(set, 'trivet');
  if (!path.isAbsolute(homeDirectory)) throw new FaultError('E_USAGE', 'this user has no home directory to keep a store in', REMEDY);
  return platform === 'win32'
    ? path.join(homeDirectory, 'AppData', 'Local', 'trivet')
    : path.join(homeDirectory, '.local', 'share', 'trivet');
}

/**
 * The one directory this run lives in: the flag, else TRIVET_STORE (empty counts as unset), else the user's data directory. Whether it
 * exists is not asked: a store elsewhere must never stand in for the one named. E_USAGE when the choice names nothing.
 */
export function storeDirectory(choice: StoreChoice): string {
  const path = choice.platform === 'win32' ? win32 : posix;
  const named = choice.env['TRIVET_STORE'];
  if (choice.flag !== null) return path.resolve(requireDirectoryName(choice.flag, '--store'));
  if (named !== undefined && named !== '') return path.resolve(requireDirectoryName(named, 'TRIVET_STORE'));
  return dataDirectory(choice);
}
