import { quoteArgument } from '../platform/shell.ts';

export interface Invocation {
  readonly execPath: string;
  /** Arguments to node itself, such as a loader of TypeScript in a checkout. */
  readonly loader: readonly string[];
  /** Absolute path of the program. */
  readonly script: string;
  readonly platform: NodeJS.Platform;
}

/** A complete command line, one line, that starts this very program again from any directory. */
export function toCommandLine(invocation: Invocation, args: readonly string[]): string {
  const { execPath, loader, script, platform } = invocation;
  return [execPath, ...loader, script, ...args].map((part) => quoteArgument(part, platform)).join(' ');
}
