import { setTimeout as sleep } from 'node:timers/promises';
import { readUrlProblem } from './address.ts';
import { type Deadline, startDeadline } from './deadline.ts';
import { type Answer, exchange, type Order, type Wire } from './exchange.ts';
import { ExchangeError, isTimeUp, toExchangeError } from './exchange-error.ts';
import type { Pace, Pauses } from './pace.ts';
import { toNextUrl } from './redirect.ts';
import type { HttpReply, HttpRequest } from './reply.ts';

const RETRIED = new Set([429, 502, 503, 504]);
const PAUSING = new Set([429, 503]);
const SHORTEST_WAIT_MS = 1_000;
/** A wait must leave at least this much for the request after it. */
const RESERVE_MS = 1_000;

/** What all visits through one door share. */
export interface House {
  readonly wire: Wire;
  readonly pace: Pace;
  readonly pauses: Pauses;
  readonly closing: AbortSignal;
  readonly userAgent: string;
  readonly tokens: ReadonlyMap<string, string>;
  readonly monotonicMs: () => number;
  /** 0 to 1. */
  readonly random: () => number;
  /** Time left for the leg, Infinity when unbounded. */
  readonly remainingMs: () => number;
  readonly countRequest: () => void;
}

interface Attempt {
  readonly reply: HttpReply;
  readonly retry: boolean;
}

/** A wait before the next attempt, and the reply it is owed to. */
interface Wait {
  readonly ms: number;
  readonly reply: HttpReply;
}

/** One `get`: its attempts, their redirects, its share of the time. */
export class Visit {
  readonly #house: House;
  readonly #request: HttpRequest;
  readonly #bound: Deadline;
  readonly #startedMs: number;
  #spentMs = 0;

  constructor(house: House, request: HttpRequest, signal: AbortSignal) {
    this.#house = house;
    this.#request = request;
    this.#startedMs = house.monotonicMs();
    this.#bound = startDeadline([signal, house.closing], house.remainingMs());
  }

  /** Never rejects for anything the network or a stranger does. */
  async run(): Promise<HttpReply> {
    try {
      let wait: Wait | null = null;
      for (let attempt = 1; ; attempt += 1) {
        const made: Attempt = await this.#attempt(wait);
        const ms = attempt > this.#house.wire.limits.retryCount ? null : this.#readRetryWaitMs(made, attempt);
        if (ms === null) return made.reply;
        wait = { ms, reply: made.reply };
      }
    } finally {
      this.#bound.clear();
    }
  }

  async #attempt(wait: Wait | null): Promise<Attempt> {
    try {
      // What the site said is the better answer than that no time was left to ask again.
      if (wait !== null && !(await this.#hasWaited(wait.ms))) return { reply: wait.reply, retry: false };
      const { url, status, headers, body, retryAfterSeconds } = await this.#follow();
      const elapsedMs = this.#toElapsedMs();
      return { reply: { kind: 'reply', status, headers, body, url: url.href, retryAfterSeconds, elapsedMs }, retry: RETRIED.has(status) };
    } catch (caught) {
      const { failure, message, status, retryAfterSeconds, retry } = toExchangeError(caught, this.#bound.signal, null);
      const elapsedMs = this.#toElapsedMs();
      return { reply: { kind: 'failure', cause: failure, detail: message, status, retryAfterSeconds, elapsedMs }, retry };
    }
  }

  async #follow(): Promise<Answer> {
    let url = this.#requireFirst();
    const { origin } = url;
    let isHome = true;
    for (let redirects = 0; ; redirects += 1) {
      // Once away, never home again: whoever sends us back is not who the headers and the token were meant for.
      isHome &&= url.origin === origin;
      const answer = await this.#hop(url, isHome);
      if (answer.location === null) return answer;
      if (redirects === this.#house.wire.limits.redirectCount) throw new ExchangeError('redirect', 'there were too many redirects');
      url = toNextUrl(url, answer.location);
    }
  }

  #requireFirst(): URL {
    if (!URL.canParse(this.#request.url)) throw new ExchangeError('refused-address', 'the address is not a URL');
    const url = new URL(this.#request.url);
    const problem = readUrlProblem(url);
    if (problem !== null) throw new ExchangeError('refused-address', problem);
    return url;
  }

  async #hop(url: URL, isHome: boolean): Promise<Answer> {
    const { pace, wire, pauses, monotonicMs, countRequest } = this.#house;
    await this.#waitOutPause(url.host);
    const leave = await pace.enter(url.host, this.#bound.signal);
    const startedMs = monotonicMs();
    const deadline = startDeadline([this.#bound.signal], wire.limits.totalMs - this.#spentMs);
    try {
      countRequest();
      const answer = await exchange(wire, this.#toOrder(url, isHome), deadline.signal);
      const { status, retryAfterSeconds } = answer;
      if (PAUSING.has(status) && retryAfterSeconds !== null) pauses.set(url.host, monotonicMs() + toWaitMs(retryAfterSeconds), status);
      return answer;
    } finally {
      deadline.clear();
      leave();
      this.#spentMs += Math.max(0, monotonicMs() - startedMs);
    }
  }

  /** A token goes to its exact host over https only, never through a gateway, never because a redirect led there. */
  #toOrder(url: URL, isHome: boolean): Order {
    const { tokens, userAgent, wire } = this.#house;
    const { accept, headers = {} } = this.#request;
    const mayCarryToken = isHome && url.protocol === 'https:' && wire.gateway === null;
    return { url, accept, userAgent, headers: isHome ? headers : {}, token: (mayCarryToken ? tokens.get(url.host) : null) ?? null };
  }

  async #waitOutPause(host: string): Promise<void> {
    const pause = this.#house.pauses.read(host, this.#house.monotonicMs());
    if (pause === null || (this.#fits(pause.leftMs) && (await this.#hasWaited(pause.leftMs)))) return;
    const retryAfterSeconds = Math.ceil(pause.leftMs / 1000);
    throw new ExchangeError('deferred', 'the host asked for a longer wait than there is time for', {
      status: pause.status,
      retryAfterSeconds,
    });
  }

  /** False when the time was up before the wait was over; rejects when it was interrupted. */
  async #hasWaited(ms: number): Promise<boolean> {
    try {
      if (ms > 0) await sleep(ms, undefined, { signal: this.#bound.signal });
      return true;
    } catch (error) {
      if (isTimeUp(this.#bound.signal)) return false;
      throw error;
    }
  }

  #readRetryWaitMs({ reply, retry }: Attempt, attempt: number): number | null {
    const { limits } = this.#house.wire;
    if (!retry || this.#spentMs >= limits.totalMs) return null;
    const jitterMs = this.#toShare() * Math.min(limits.longestBackoffMs, limits.backoffMs * 2 ** (attempt - 1));
    const waitMs = reply.retryAfterSeconds === null ? jitterMs : toWaitMs(reply.retryAfterSeconds) + jitterMs;
    return this.#fits(waitMs) ? waitMs : null;
  }

  #fits(waitMs: number): boolean {
    return waitMs <= this.#house.wire.limits.longestWaitMs && waitMs + RESERVE_MS <= this.#house.remainingMs();
  }

  #toShare(): number {
    const share = this.#house.random();
    return Number.isFinite(share) ? Math.min(1, Math.max(0, share)) : 0.5;
  }

  #toElapsedMs(): number {
    return Math.max(0, Math.round(this.#house.monotonicMs() - this.#startedMs));
  }
}

function toWaitMs(retryAfterSeconds: number): number {
  return Math.max(SHORTEST_WAIT_MS, retryAfterSeconds * 1000);
}
