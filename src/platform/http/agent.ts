import { isIP, Socket } from 'node:net';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { FaultError } from '../../domain/fault.ts';
import { isPublicAddress } from './address.ts';
import type { DoorLimits } from './limits.ts';
import { RefusedAddressError, type Resolve, toGuardedLookup } from './lookup.ts';
import { guardWire } from './wire-guard.ts';

const ADDRESS_ATTEMPT_MS = 1_000;
/** Headers and framing may take as much again as the body. */
const FRAMING_FACTOR = 2;

/** Values of HTTP_PROXY, HTTPS_PROXY and NO_PROXY; absent or empty means unset. https falls back to the http proxy. */
export interface ProxySettings {
  readonly httpProxy?: string | undefined;
  readonly httpsProxy?: string | undefined;
  readonly noProxy?: string | undefined;
}

export interface AgentOptions {
  readonly gateway: string | null;
  readonly proxy: ProxySettings;
  readonly limits: DoorLimits;
  readonly resolve: Resolve;
}

export interface OpenAgent {
  readonly dispatcher: Dispatcher;
  /** Whether a proxy resolves names, so that only literals and local names are guarded. */
  readonly proxied: boolean;
  /** Ends every connection, also those still being made. */
  close(): Promise<void>;
}

/**
 * A connector that knows its sockets: undici forgets one that is still connecting, which would keep the process alive
 * until its connect time-out. `resolve` null connects anywhere, as only a gateway may.
 */
function toConnector(sockets: Set<Socket>, { connectMs, wireBytes }: DoorLimits, resolve: Resolve | null): buildConnector.connector {
  // Node abandons an address after 250 ms by default, which is less than one round trip on a slow line; the port is replaced per connection.
  const direct = { timeout: connectMs, autoSelectFamilyAttemptTimeout: ADDRESS_ATTEMPT_MS, port: 0 };
  const connect = buildConnector(resolve === null ? direct : { ...direct, lookup: toGuardedLookup(resolve) });
  return (options, callback) => {
    const isRefused = resolve !== null && isIP(options.hostname) !== 0 && !isPublicAddress(options.hostname);
    if (isRefused) return callback(new RefusedAddressError(), null);
    const socket: unknown = connect(options, callback);
    if (!(socket instanceof Socket)) return;
    guardWire(socket, wireBytes * FRAMING_FACTOR);
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  };
}

function requireProxy(name: string, value: string | undefined): string {
  if (value === undefined || value === '') return '';
  const protocol = URL.canParse(value) ? new URL(value).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return value;
  throw new FaultError('E_USAGE', `${name} is not an http(s) address`, `set ${name} like http://proxy.example:3128, or unset it`);
}

function toDispatcher(options: AgentOptions, connect: buildConnector.connector): { dispatcher: Dispatcher; proxied: boolean } {
  const { gateway, limits, proxy } = options;
  const shared = { connect, maxHeaderSize: 16_384, headersTimeout: limits.headersMs, bodyTimeout: limits.idleMs };
  if (gateway !== null) return { dispatcher: new Agent({ ...shared, connections: limits.overallCount }), proxied: false };
  const httpProxy = requireProxy('HTTP_PROXY', proxy.httpProxy);
  const httpsProxy = requireProxy('HTTPS_PROXY', proxy.httpsProxy);
  const direct = { ...shared, connections: limits.perHostCount };
  if (httpProxy === '' && httpsProxy === '') return { dispatcher: new Agent(direct), proxied: false };
  // Every value is given, if only empty: undici reads the environment for an absent one.
  const settings = {
    httpProxy,
    httpsProxy,
    noProxy: proxy.noProxy ?? '',
    proxyTunnel: false,
    proxyTls: { timeout: limits.connectMs },
  };
  return { dispatcher: new EnvHttpProxyAgent({ ...direct, ...settings }), proxied: true };
}

/** Throws E_USAGE for a proxy value that is no http(s) address. */
export function openAgent(options: AgentOptions): OpenAgent {
  const sockets = new Set<Socket>();
  const connect = toConnector(sockets, options.limits, options.gateway === null ? options.resolve : null);
  const { dispatcher, proxied } = toDispatcher(options, connect);
  return {
    dispatcher,
    proxied,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await dispatcher.destroy();
    },
  };
}
