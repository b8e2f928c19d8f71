import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MockAgent } from 'undici';
import { z } from 'zod';
import { systemClock, toIso } from '../platform/clock.ts';
import { type Door, openDoor } from '../platform/http.ts';

export interface FixtureDoorOptions {
  /** Folder that holds `index.json` and the bodies it names. */
  readonly directory: string;
  /** Epoch milliseconds that the times in the bodies count from. */
  readonly nowMs: number;
}

/** The first row that fits a request answers it. */
const indexSchema = z.array(
  z.strictObject({
    host: z.string(),
    /** Pattern of the whole path. */
    path: z.string(),
    /** Patterns found anywhere in the decoded value of a parameter, whatever the case; a parameter not named may be anything. */
    query: z.record(z.string(), z.string()).default({}),
    file: z.string().regex(/^\w[\w.-]*(?:\/\w[\w.-]*)*$/),
    status: z.number().int(),
    type: z.string(),
  }),
);

interface Answer {
  readonly host: string;
  readonly path: RegExp;
  readonly query: readonly (readonly [string, RegExp])[];
  readonly body: string;
  readonly status: number;
  readonly type: string;
}

const NOT_FOUND = { status: 404, type: 'application/json', body: '{"message":"no fixture answers this address"}' };

const UNIT_MS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const PLACEHOLDER = /"@\{s:([+-]?\d{1,6})([mhd])\}"|@\{(iso|iso-offset):([+-]?\d{1,6})([mhd])\}/g;
const OFFSET_MS = 6 * UNIT_MS.h;

function toShiftedMs(nowMs: number, count: string | undefined, unit: string | undefined): number {
  const unitMs = unit === 'm' || unit === 'h' || unit === 'd' ? UNIT_MS[unit] : 0;
  return nowMs + Number(count) * unitMs;
}

/**
 * Times relative to the run: `"@{s:-3h}"` (quotes included, so that the file is valid JSON) becomes epoch seconds, `@{iso:-3h}` a
 * UTC time, `@{iso-offset:-3h}` one at six hours behind. Units m, h, d.
 */
export function renderTimes(text: string, nowMs: number): string {
  return text.replace(PLACEHOLDER, (_, seconds, secondsUnit, kind, count, unit) => {
    if (kind === undefined) return String(Math.floor(toShiftedMs(nowMs, seconds, secondsUnit) / 1000));
    const atMs = toShiftedMs(nowMs, count, unit);
    return kind === 'iso' ? toIso(atMs) : toIso(atMs - OFFSET_MS).replace('Z', '.000-06:00');
  });
}

// A broken fixture folder is a broken package, so what goes wrong here is no Fault: it throws as it comes.
function readAnswers(directory: string): readonly Answer[] {
  const index = indexSchema.parse(JSON.parse(readFileSync(join(directory, 'index.json'), 'utf8')));
  return index.map(({ host, path, query, file, status, type }) => ({
    host,
    path: new RegExp(`^(?:${path})$`),
    query: Object.entries(query).map(([name, pattern]) => [name, new RegExp(pattern, 'i')] as const),
    body: readFileSync(join(directory, file), 'utf8'),
    status,
    type,
  }));
}

function isFor(answer: Answer, url: URL): boolean {
  const { host, path, query } = answer;
  return host === url.host && path.test(url.pathname) && query.every(([name, pattern]) => pattern.test(url.searchParams.get(name) ?? ''));
}

/**
 * Mock mode: the real door with bundled answers in the place of the network, so that every byte takes the way a site's would.
 * Throws when the folder cannot be read or its index does not fit.
 */
export function openFixtureDoor({ directory, nowMs }: FixtureDoorOptions): Door {
  const answers = readAnswers(directory);
  const agent = new MockAgent();
  agent.disableNetConnect();
  agent
    .get(/./)
    .intercept({ path: () => true })
    .reply(({ origin, path }) => {
      const url = new URL(path, origin);
      const { status, type, body } = answers.find((answer) => isFor(answer, url)) ?? NOT_FOUND;
      return { statusCode: status, data: renderTimes(body, nowMs), responseOptions: { headers: { 'content-type': type } } };
    })
    .persist();
  const clock = { now: () => nowMs, monotonicMs: systemClock().monotonicMs };
  return openDoor({ userAgent: 'trivet (bundled answers)', gateway: null, proxy: {}, clock, random: () => 0, dispatcher: agent });
}
