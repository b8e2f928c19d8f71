import { z } from 'zod';
import { FaultError } from '../domain/fault.ts';
import { SOURCE_IDS } from '../domain/source-id.ts';

/** Flags as commander hands them over, before they mean anything. */
export const rawOptionsSchema = z.object({
  nominateOnly: z.boolean().default(false),
  judgments: z.string().optional(),
  finalize: z.boolean().default(false),
  angles: z.string().optional(),
  store: z.string().optional(),
  saveDir: z.string().optional(),
  mock: z.boolean().default(false),
  gateway: z.string().optional(),
  now: z.string().optional(),
  sources: z.string().optional(),
  subreddits: z.string().optional(),
  lookbackDays: z.string().optional(),
  tier: z.string().optional(),
  legBudget: z.string().optional(),
  strict: z.boolean().default(false),
  emit: z.string().optional(),
  json: z.boolean().default(false),
  output: z.string().optional(),
  force: z.boolean().default(false),
  quiet: z.boolean().default(false),
  debug: z.boolean().default(false),
});
export type RawOptions = z.infer<typeof rawOptionsSchema>;

export type Leg = 'nominate' | 'resume' | 'finalize' | 'oneshot';

export function usage(message: string, remedy: string): FaultError {
  return new FaultError('E_USAGE', message, remedy);
}

/** Which leg the flags ask for; legs exclude one another, and a flag that belongs to another leg is named. */
export function legOf(raw: RawOptions, domain: string | undefined): Leg {
  const asked = [
    ...(raw.nominateOnly ? ['--nominate-only'] : []),
    ...(raw.judgments === undefined ? [] : ['--judgments']),
    ...(raw.finalize ? ['--finalize'] : []),
  ];
  if (asked.length > 1) throw usage(`${asked.join(' and ')} exclude one another`, 'run one leg at a time');
  if (raw.angles !== undefined && !raw.finalize) throw usage('--angles needs --finalize', 'add --finalize, or leave --angles out');
  if (asked.length === 0) return 'oneshot';
  if (raw.nominateOnly) return 'nominate';
  refuseOrphans(raw, domain, asked[0] ?? '');
  return raw.finalize ? 'finalize' : 'resume';
}

function refuseOrphans(raw: RawOptions, domain: string | undefined, leg: string): void {
  const orphans = [
    ...(domain === undefined ? [] : ['a domain']),
    ...(raw.sources === undefined ? [] : ['--sources']),
    ...(raw.subreddits === undefined ? [] : ['--subreddits']),
    ...(raw.lookbackDays === undefined ? [] : ['--lookback-days']),
    ...(raw.tier === undefined ? [] : ['--tier']),
  ];
  if (orphans.length === 0) return;
  throw usage(`${orphans.join(' and ')} cannot go with ${leg}: it reads them from the checkpoint`, `leave ${orphans.join(' and ')} out`);
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
  if (names.length > 0 && names.length <= 100 && names.every((name) => /^[A-Za-z0-9_]{2,21}$/.test(name))) return names;
  throw usage('--subreddits takes names of subreddits, separated by commas', 'give it names such as programming,science');
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function parseInstant(flag: string, text: string): number {
  const ms = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isFinite(ms)) return ms;
  throw usage(`${flag} takes an ISO instant`, `give ${flag} an instant such as 2021-12-10T06:00:00Z`);
}
