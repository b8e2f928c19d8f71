import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { getJson, openTestDoor, serve } from './loopback.ts';

function serveSlowly() {
  return serve((_, response) => void setTimeout(() => response.end('{}'), 30));
}

describe('turns', () => {
  it('keeps to two requests a host, counting the public host and not the gateway', async () => {
    const { origin, peak, seen } = await serveSlowly();
    const door = openTestDoor({ gateway: origin });
    const replies = await Promise.all(Array.from({ length: 9 }, (_, index) => getJson(door, `https://a.example/${index}`)));
    expect(replies.every(({ kind }) => kind === 'reply')).toBe(true);
    expect([peak.host, peak.overall, seen.length]).toEqual([2, 2, 9]);
  });

  it('keeps to six in all, and uses them', async () => {
    const { origin, peak } = await serveSlowly();
    const door = openTestDoor({ gateway: origin });
    await Promise.all(Array.from({ length: 20 }, (_, index) => getJson(door, `https://host${index % 5}.example/`)));
    expect(peak).toEqual({ host: 2, overall: 6 });
  });

  it('takes a turn at the host a redirect leads to', async () => {
    const { origin, peak } = await serve((_, response, { host }) => {
      if (host === 'b.example') setTimeout(() => response.end('{}'), 30);
      else response.writeHead(302, { location: 'https://b.example/' }).end();
    });
    const door = openTestDoor({ gateway: origin });
    await Promise.all(Array.from({ length: 6 }, (_, index) => getJson(door, `https://a${index}.example/`)));
    expect(peak.host).toBe(2);
  });

  it('lets many share one signal without a warning from Node', async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown) => warnings.push(warning);
    process.on('warning', note);
    const { origin } = await serveSlowly();
    const door = openTestDoor({ gateway: origin });
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 15 }, (_, index) => getJson(door, `https://a${index}.example/`, signal)));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('gives the turn back after a failure', async () => {
    const { origin, seen } = await serve((_, response) => void response.socket?.resetAndDestroy());
    const door = openTestDoor({ gateway: origin, limits: { retryCount: 0 } });
    await Promise.all(Array.from({ length: 5 }, () => getJson(door, 'https://a.example/')));
    expect(seen.length).toBe(5);
  });
});

describe('an interruption', () => {
  it('sends nothing when the signal fired before', async () => {
    const { origin, seen } = await serve((_, response) => response.end());
    const reply = await getJson(openTestDoor({ gateway: origin }), 'https://a.example/', AbortSignal.abort());
    expect(reply).toMatchObject({ kind: 'failure', cause: 'interrupted', status: null });
    expect(seen).toEqual([]);
  });

  it('hangs up at once, before and within a body', async () => {
    const { origin, hungUp } = await serve((_, response, { path }) => {
      if (path === '/body') response.write('{');
      setImmediate(() => controller.abort());
    });
    let controller = new AbortController();
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/headers', controller.signal)).toMatchObject({ cause: 'interrupted' });
    controller = new AbortController();
    expect(await getJson(door, 'https://a.example/body', controller.signal)).toMatchObject({ cause: 'interrupted' });
    await hungUp(0);
    await hungUp(1);
  });

  it('is a time-out when the caller’s signal is one', async () => {
    const { origin } = await serve(() => undefined);
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/', AbortSignal.timeout(50))).toMatchObject({
      cause: 'timeout',
    });
  });

  it('reaches those who wait for a turn or for Retry-After', async () => {
    const controller = new AbortController();
    const { origin, seen } = await serve((_, response, { host }) => {
      if (host === 'b.example') response.writeHead(429, { 'retry-after': '20' }).end();
      if (seen.length === 3) setTimeout(() => controller.abort(), 50);
    });
    const door = openTestDoor({ gateway: origin });
    const urls = ['https://a.example/1', 'https://a.example/2', 'https://a.example/3', 'https://b.example/'];
    const replies = await Promise.all(urls.map((url) => getJson(door, url, controller.signal)));
    expect(replies.map((reply) => reply.kind === 'failure' && reply.cause)).toEqual(Array(4).fill('interrupted'));
    expect(seen.length).toBe(3);
  });

  it('comes with closing the door, which stays closed', async () => {
    const { origin, hungUp, seen } = await serve(() => void door.close());
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ kind: 'failure', cause: 'interrupted' });
    await hungUp(0);
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ kind: 'failure', cause: 'interrupted' });
    await door.close();
    expect(seen.length).toBe(1);
  });
});

describe('a connection that is still being made', () => {
  it('ends with the door', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const door = openTestDoor({ gateway: `https://127.0.0.1:${address.port}`, limits: { connectMs: 3_600_000 } });
    const pending = getJson(door, 'https://a.example/');
    const [socket] = await once(server, 'connection');
    await door.close();
    expect(await pending).toMatchObject({ kind: 'failure', cause: 'interrupted' });
    // Without reading, a socket never learns that the other side has gone.
    socket.resume();
    await once(socket, 'close');
    server.close();
  });

  it('is no trusted one when the server speaks no TLS', async () => {
    const { origin } = await serve((_, response) => response.end());
    const door = openTestDoor({ gateway: origin.replace('http:', 'https:') });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({
      cause: 'unreachable',
      detail: 'no trusted TLS connection was possible',
    });
    expect(door.requestCount).toBe(1);
  });
});
