import { z } from 'zod';
import { toTerminalText } from '../domain/text/contexts.ts';
import { usage } from './values.ts';

const ECHO_CAP = 40;

/** Flags as commander hands them over, before they mean anything. */
const rawOptionsSchema = z.object({
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

/** The flags of any command. A value that begins like a flag is a flag that lost its value: it would name a directory or a file. */
export function parseRawOptions(raw: unknown): RawOptions {
  const options = rawOptionsSchema.parse(raw);
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== 'string' || !value.startsWith('--')) continue;
    const flag = `--${name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`;
    throw usage(`${flag} wants a value, and ${toTerminalText(value, ECHO_CAP)} is a flag`, `give ${flag} a value`);
  }
  return options;
}

export type Leg = 'nominate' | 'resume' | 'finalize' | 'oneshot';

/** Which leg the flags ask for; legs exclude one another, and a flag that belongs to another leg is named. */
export function legOf(raw: RawOptions, domain: string | undefined): Leg {
  const asked = [
    ...(raw.nominateOnly ? ['--nominate-only'] : []),
    ...(raw.judgments === undefined ? [] : ['--judgments']),
    ...(raw.finalize ? ['--finalize'] : []),
  ];
  if (asked.length > 1) throw usage(`${asked.join(' and ')} exclude one another`, 'run one leg at a time');
  refusePairs(raw);
  if (asked.length === 0) return 'oneshot';
  if (raw.nominateOnly) return 'nominate';
  refuseOrphans(raw, domain, asked[0] ?? '');
  return raw.finalize ? 'finalize' : 'resume';
}

/** Flags that mean nothing without another, or beside it. */
function refusePairs(raw: RawOptions): void {
  if (raw.angles !== undefined && !raw.finalize) throw usage('--angles needs --finalize', 'add --finalize, or leave --angles out');
  if (raw.force && raw.output === undefined) throw usage('--force needs --output', 'name the file with --output, or leave --force out');
  if (raw.json && raw.emit !== undefined && raw.emit !== 'json')
    throw usage('--json and --emit exclude one another', 'leave one of them out');
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
