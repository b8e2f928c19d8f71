import { createServer, type RequestListener, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Door, openDoor } from '../../src/platform/http.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { NEVER, SWEEP } from './scripted-door.ts';

/** The adapters behind the real door and a loopback mirror: what a scripted door cannot show. */
describe('every source through a gateway', () => {
  const open: { server: Server; door: Door }[] = [];
  afterEach(async () => {
    for (const { server, door } of open.splice(0)) {
      await door.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });

  async function networkOf(listener: RequestListener) {
    const paths: string[] = [];
    const server = createServer((request, response) => {
      paths.push(request.url ?? '');
      listener(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const clock = systemClock();
    const limits = { retryCount: 0, headersMs: 300, totalMs: 600 };
    const door = openDoor({
      userAgent: 'trivet-test/1',
      gateway: `http://127.0.0.1:${address.port}`,
      proxy: {},
      clock,
      random: () => 0,
      limits,
    });
    open.push({ server, door });
    return { network: { door, monotonicMs: () => clock.monotonicMs() }, paths };
  }

  it.each(SOURCE_IDS)('%s: a block page', async (id) => {
    const { network, paths } = await networkOf((_, response) => {
      response.writeHead(403, { 'content-type': 'text/html' }).end('<html><title>Blocked</title><h1>whoa there, pardner!</h1></html>');
    });
    const { outcome } = await SOURCES[id].open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'blocked', httpStatus: 403 });
    expect(paths.every((path) => /^\/[a-z0-9.]+\.(?:com|rs)\//.test(path))).toBe(true);
  });

  it.each(SOURCE_IDS)('%s: too many requests', async (id) => {
    const { network } = await networkOf((_, response) => {
      response.writeHead(429, { 'retry-after': '600' }).end('slow down');
    });
    const { outcome } = await SOURCES[id].open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'rate-limited', httpStatus: 429, retryAfterSeconds: 600 });
  });

  it.each(SOURCE_IDS)('%s: a body that ends early', async (id) => {
    const { network } = await networkOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write('[{"id":');
      setImmediate(() => response.destroy());
    });
    const { outcome } = await SOURCES[id].open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed' });
  });

  it.each(SOURCE_IDS)('%s: no answer', async (id) => {
    const { network } = await networkOf(() => undefined);
    const { outcome } = await SOURCES[id].open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'timeout', httpStatus: null });
  });

  it.each(SOURCE_IDS)('%s: the leg ends while it waits', async (id) => {
    const leg = new AbortController();
    const { network } = await networkOf(() => leg.abort());
    const { outcome } = await SOURCES[id].open(network).sweep(SWEEP, leg.signal);
    expect(outcome).toMatchObject({ status: 'timeout', httpStatus: null });
    expect(outcome).toHaveProperty('detail', expect.stringContaining("the leg's time was up"));
  });
});
