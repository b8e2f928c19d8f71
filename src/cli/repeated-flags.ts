import type { Environment } from './environment.ts';
import type { RawOptions } from './options.ts';
import { toAbsolute } from './path.ts';

/** Flags as they were given, for a command that is to be run again: what bounds it, what it exits with, and where its result goes. */
export function repeatedFlags(raw: RawOptions, environment: Environment): string[] {
  const valued = [
    ['--leg-budget', raw.legBudget],
    ['--emit', raw.emit],
    ['--output', raw.output === undefined ? undefined : toAbsolute(raw.output, environment)],
  ] as const;
  const bare = [
    ['--strict', raw.strict],
    ['--json', raw.json],
    ['--force', raw.force],
    ['--quiet', raw.quiet],
    ['--debug', raw.debug],
  ] as const;
  return [
    ...valued.flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
    ...bare.flatMap(([flag, isGiven]) => (isGiven ? [flag] : [])),
  ];
}
