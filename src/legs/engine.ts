import type { Origin } from '../domain/brief.ts';
import { ID_ALPHABET, ID_LENGTH } from '../domain/id.ts';
import type { Boundary, Source } from '../domain/source.ts';
import { boundedSources } from '../domain/source.ts';
import { type Clock, fixedStartClock, systemClock } from '../platform/clock.ts';
import { startDeadline } from '../platform/http/deadline.ts';
import { type Door, openDoor, type ProxySettings } from '../platform/http.ts';
import { type Identity, systemIdentity } from '../platform/identity.ts';
import type { Log } from '../platform/log.ts';
import { openFixtureDoor } from '../sources/fixtures.ts';
import { SOURCES } from '../sources/index.ts';
import type { EngineEvent } from './event.ts';

export const ENGINE_VERSION = '0.1.0';
const USER_AGENT = `trivet/${ENGINE_VERSION} (+https://www.npmjs.com/package/trivet)`;

export interface EngineOptions {
  readonly mock: boolean;
  readonly gateway: string | null;
  /** Epoch ms of `--now`; null = the wall clock. */
  readonly nowMs: number | null;
  /** The text of `--now`, to repeat in printed commands. */
  readonly nowAsGiven: string | null;
  /** The store's directory, absolute. */
  readonly storeDirectory: string;
  /** Folder of the bundled responses that mock mode replays. */
  readonly fixturesDirectory: string;
  readonly legBudgetMs: number;
  /** What the same command, run again, repeats beside the flags that every printed command names. */
  readonly flagsAgain: readonly string[];
  readonly researchBudgetMs: number | null;
  readonly proxy: ProxySettings;
  /** Bearer tokens by host: of the environment alone, never stored and never printed. */
  readonly tokens: Readonly<Record<string, string>>;
  readonly strict: boolean;
  /** Fires on SIGINT and SIGTERM. */
  readonly signal: AbortSignal;
  readonly emit: (event: EngineEvent) => void;
  readonly log: Log;
  /** A complete command line for the platform's shell. */
  readonly toCommand: (args: readonly string[]) => string;
}

/** Everything a leg needs from outside, wired once. */
export interface Engine extends EngineOptions {
  readonly clock: Clock;
  readonly identity: Identity;
  readonly origin: Origin;
  /** The instant the leg began, whole seconds: every age of a sweep is measured from it. */
  readonly startedMs: number;
  /** Time left for the leg, ms. */
  remainingMs(): number;
  /** `atMs` is the instant that bundled responses count from: the leg's own unless a former run's is continued. */
  openSources(boundary: Boundary, atMs?: number): { readonly sources: readonly Source[]; close(): Promise<void> };
}

export function openEngine(options: EngineOptions): Engine {
  const wall = systemClock();
  const clock = options.nowMs === null ? wall : fixedStartClock(options.nowMs, wall);
  const beganMs = clock.monotonicMs();
  const startedMs = Math.floor(clock.now() / 1000) * 1000;
  const remainingMs = () => options.legBudgetMs - (clock.monotonicMs() - beganMs);
  const openTheDoor = (atMs: number) => (options.mock ? openFixtures(options, atMs) : openNetwork(options, clock, remainingMs));
  return {
    ...options,
    clock,
    identity: systemIdentity(ID_ALPHABET, ID_LENGTH),
    origin: originOf(options),
    startedMs,
    remainingMs,
    openSources: (boundary, atMs = startedMs) => {
      const door = openTheDoor(atMs);
      const network = { door: loggedDoor(door, options.log), monotonicMs: () => clock.monotonicMs() };
      return { sources: boundedSources(boundary).map((id) => SOURCES[id].open(network)), close: () => door.close() };
    },
  };
}

function originOf({ mock, gateway, nowMs }: EngineOptions): Origin {
  if (mock) return 'mock';
  return gateway !== null || nowMs !== null ? 'replay' : 'live';
}

function openFixtures({ fixturesDirectory }: EngineOptions, nowMs: number): Door {
  return openFixtureDoor({ directory: fixturesDirectory, nowMs });
}

function openNetwork({ gateway, proxy, tokens }: EngineOptions, clock: Clock, remainingMs: () => number): Door {
  return openDoor({ userAgent: USER_AGENT, gateway, proxy, tokens, clock, random: Math.random, remainingMs });
}

/** Tells of every request what was asked, how it ended and how long it took. */
function loggedDoor(door: Door, log: Log): Pick<Door, 'get'> {
  return {
    get: async ({ url, ...request }, signal) => {
      const reply = await door.get({ url, ...request }, signal);
      const failure = reply.kind === 'failure' ? `${reply.cause}: ${reply.detail}` : null;
      log.debug('request', { url, status: reply.status, failure, elapsedMs: Math.round(reply.elapsedMs) });
      return reply;
    },
  };
}

/** How much of the time given (ms) may be waited for sites: all but what the work after it needs, and never less than a share of it. */
export function workMs(allowedMs: number, afterworkMs: number, leastShare = 0.5): number {
  return Math.max(allowedMs * leastShare, allowedMs - afterworkMs);
}

/** Runs work whose signal fires when the run is interrupted or after so many milliseconds. */
export async function withDeadline<T>(engine: Engine, afterMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  // Not AbortSignal.any over AbortSignal.timeout: on Node 20 the time-out may be collected as garbage, and then never fires.
  const deadline = startDeadline([engine.signal], afterMs);
  try {
    return await work(deadline.signal);
  } finally {
    deadline.clear();
  }
}
