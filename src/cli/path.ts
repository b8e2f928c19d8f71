import { isAbsolute, resolve } from 'node:path';
import type { Environment } from './environment.ts';
import { usage } from './values.ts';

/** Control characters, line breaks, and the direction marks that make a path read as another. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** A path as given that stands in printed commands, which are one line and go through terminals. E_USAGE where it could not. */
export function requirePrintable(path: string, flag: string): string {
  if (!UNPRINTABLE.test(path)) return path;
  throw usage(`the path of ${flag} has a control or direction character in it`, `name another with ${flag}`);
}

export function toAbsolute(path: string, environment: Environment): string {
  return isAbsolute(path) ? path : resolve(environment.workingDirectory, path);
}
