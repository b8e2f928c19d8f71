import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { afterEach } from 'vitest';
import { type Door, type DoorOptions, openDoor } from '../../../src/platform/http.ts';

interface Seen {
  readonly host: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

export interface Loopback {
  readonly origin: string;
  readonly port: number;
  readonly seen: Seen[];
  /** Most requests that were open at once, for one host and in all. */
  readonly peak: { host: number; overall: number };
  /** Resolves when the connection of the n-th request (from 0) has gone. */
  readonly hungUp: (index: number) => Promise<void>;
}

type Handler = (request: IncomingMessage, response: ServerResponse, seen: Seen) => void;

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

export function openTestDoor(options: Partial<DoorOptions> = {}): Door {
  const door = openDoor({
    userAgent: 'trivet/0.0.0 (+https://trivet.example)',
    gateway: null,
    proxy: {},
    clock: { now: () => Date.now(), monotonicMs: () => performance.now() },
    random: () => 0.5,
    ...options,
    limits: { backoffMs: 2, ...options.limits },
  });
  closers.push(() => door.close());
  return door;
}

/** A server that plays the gateway: the first path segment is the host. */
export async function serve(handler: Handler): Promise<Loopback> {
  const seen: Seen[] = [];
  const ends: Promise<void>[] = [];
  const open = new Map<string, number>();
  const peak = { host: 0, overall: 0 };
  const server = createServer((request, response) => {
    const [, host = '', ...rest] = (request.url ?? '').split('/');
    const entry = { host, path: `/${rest.join('/')}`, headers: request.headers };
    seen.push(entry);
    open.set(host, (open.get(host) ?? 0) + 1);
    peak.host = Math.max(peak.host, open.get(host) ?? 0);
    peak.overall = Math.max(
      peak.overall,
      [...open.values()].reduce((sum, count) => sum + count, 0),
    );
    response.once('close', () => open.set(host, (open.get(host) ?? 1) - 1));
    ends.push(new Promise((resolve) => response.once('close', resolve)));
    handler(request, response, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  return { origin: `http://127.0.0.1:${address.port}`, port: address.port, seen, peak, hungUp: async (index) => await ends[index] };
}

export const never = new AbortController().signal;

export function getJson(door: Door, url: string, signal: AbortSignal = never) {
  return door.get({ url, accept: 'json' }, signal);
}
