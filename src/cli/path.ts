import { isAbsolute, resolve } from 'node:path';
import type { Environment } from './environment.ts';
import { usage } from './values.ts';

/** The path stands in printed commands, which are one line and go through terminals. */
export function requirePrintable(path: string, flag: '--store' | '--output'): string {
  if (!/[\p{Cc}\p{Zl}\p{Zp}]/u.test(path)) return path;
  throw usage(`the path of ${flag} has a control character in it`, `name another with ${flag}`);
}

export function toAbsolute(path: string, environment: Environment): string {
  return isAbsolute(path) ? path : resolve(environment.workingDirectory, path);
}
