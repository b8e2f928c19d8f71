import type { Dispatcher } from 'undici';
import { FaultError } from '../domain/fault.ts';
import { openAgent, type ProxySettings } from './http/agent.ts';
import { assertHeaders } from './http/exchange.ts';
import { parseGateway } from './http/gateway.ts';
import { DEFAULT_LIMITS, type DoorLimits } from './http/limits.ts';
import { type Resolve, resolveBySystem } from './http/lookup.ts';
import { Pace, Pauses } from './http/pace.ts';
import type { HttpReply, HttpRequest } from './http/reply.ts';
import { type House, Visit } from './http/visit.ts';

export type { ProxySettings } from './http/agent.ts';
export type { FailureCause, HttpReply, HttpRequest } from './http/reply.ts';

/** The only way out to the network. */
export interface Door {
  /**
   * Resolves for every status and every failure; rejects only for a bug (such as a header that is not the caller's to set).
   * Waits its turn, follows redirects, retries; ends at once with `interrupted` when the signal fires.
   */
  get(request: HttpRequest, signal: AbortSignal): Promise<HttpReply>;
  /** Interrupts what is under way and ends every connection. */
  close(): Promise<void>;
  /** Requests sent so far, redirects and retries included. */
  readonly requestCount: number;
  /** Whether a proxy resolves names, so that the address rule sees only literals and local names. */
  readonly proxied: boolean;
}

export interface DoorOptions {
  /** Honest, as `name/version (+url)`. */
  readonly userAgent: string;
  /** Origin of a mirror or replay server, the operator's choice: the only thing exempt from the address and port rules. */
  readonly gateway: string | null;
  /** Not used with a gateway. */
  readonly proxy: ProxySettings;
  readonly clock: { now(): number; monotonicMs(): number };
  /** Uniform in 0 to 1. */
  readonly random: () => number;
  readonly limits?: Partial<DoorLimits>;
  /** Bearer tokens by host, exactly as in a URL; sent to that host only, over https, never through a gateway. */
  readonly tokens?: Readonly<Record<string, string>>;
  /** Time left for the leg in ms: bounds every get and every wait. Unbounded when absent; NaN counts as none. */
  readonly remainingMs?: () => number;
  /** How names are resolved; its answers are subject to the address rule. */
  readonly resolve?: Resolve;
  /** Stands in for the network (recorded replies); proxy and resolve are then not used. Closed with the door. */
  readonly dispatcher?: Dispatcher;
}

function requireTokens(tokens: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  for (const [host, token] of Object.entries(tokens)) {
    if (/^[\x21-\x7e]+$/.test(token)) continue;
    throw new FaultError(
      'E_USAGE',
      `the token for ${host} is empty or has characters a header cannot carry`,
      'set the token again, or unset it',
    );
  }
  return new Map(Object.entries(tokens));
}

/** Opens no connection yet. Throws E_USAGE for a gateway, proxy or token that cannot be used. */
export function openDoor(options: DoorOptions): Door {
  const { clock, userAgent, random, dispatcher, resolve = resolveBySystem } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const gateway = options.gateway === null ? null : parseGateway(options.gateway);
  const tokens = requireTokens(options.tokens ?? {});
  const agent =
    dispatcher === undefined
      ? openAgent({ gateway, proxy: options.proxy, limits, resolve })
      : { dispatcher, proxied: false, close: () => dispatcher.close() };
  const closing = new AbortController();
  let requestCount = 0;
  const house: House = {
    wire: { dispatcher: agent.dispatcher, gateway, limits, now: () => clock.now() },
    pace: new Pace(limits),
    pauses: new Pauses(),
    closing: closing.signal,
    userAgent,
    tokens,
    monotonicMs: () => clock.monotonicMs(),
    random,
    remainingMs: options.remainingMs ?? (() => Number.POSITIVE_INFINITY),
    countRequest: () => {
      requestCount += 1;
    },
  };
  return {
    proxied: agent.proxied,
    get requestCount() {
      return requestCount;
    },
    get: async (request, signal) => {
      assertHeaders(request.headers ?? {});
      return await new Visit(house, request, signal).run();
    },
    close: async () => {
      closing.abort(new DOMException('the door was closed', 'AbortError'));
      await agent.close();
    },
  };
}
