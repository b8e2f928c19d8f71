import { z } from 'zod';
import { FaultError } from '../domain/fault.ts';
import { SUBREDDIT_NAME } from '../domain/source.ts';
import { SOURCE_IDS } from '../domain/source-id.ts';

/** A wrong call, and the cheapest right one. */
export function usage(message: string, remedy: string): FaultError {
  return new FaultError('E_USAGE', message, remedy);
}

export function parseWholeNumber(flag: string, text: string, range: { least: number; most: number }): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= range.least && value <= range.most) return value;
  throw usage(`${flag} takes a whole number from ${range.least} to ${range.most}`, `give ${flag} such a number`);
}

export function parseChoice<const T extends string>(flag: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) return found;
  throw usage(`${flag} takes ${choices.join(', ')}`, `give ${flag} one of these`);
}

/** A comma-separated list of source ids; an empty list is an empty boundary, which no run can use. */
export function parseSources(text: string): (typeof SOURCE_IDS)[number][] {
  const names = [...new Set(splitList(text))];
  const chosen = names.map((name) => parseChoice('--sources', name, SOURCE_IDS));
  if (chosen.length > 0) return chosen;
  throw new FaultError('E_NO_SOURCE', '--sources names no source', `name some of ${SOURCE_IDS.join(', ')}`);
}

export function parseSubreddits(text: string): string[] {
  const names = [...new Set(splitList(text).map((name) => name.replace(/^\/?r\//, '')))];
  if (names.length > 0 && names.length <= 100 && names.every((name) => SUBREDDIT_NAME.test(name))) return names;
  throw usage('--subreddits takes names of subreddits, separated by commas', 'give it names such as programming,science');
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** What a window before and a validity after still leave within four-digit years; sites count seconds from 1970. */
const EARLIEST_MS = Date.UTC(1980);
const LATEST_MS = Date.UTC(9990);

export function parseInstant(flag: string, text: string): number {
  const ms = z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : Number.NaN;
  if (ms >= EARLIEST_MS && ms < LATEST_MS) return ms;
  throw usage(`${flag} takes an ISO instant`, `give ${flag} an instant such as 2021-12-10T06:00:00Z`);
}
