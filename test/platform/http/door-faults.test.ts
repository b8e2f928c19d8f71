import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { createGzip, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getJson, openTestDoor, serve } from './loopback.ts';

const MIB = 1024 * 1024;
const ADDRESS = 'https://a.example/x?key=secret';

describe('a door under a bad server', () => {
  it('stops a body at the cap on the wire and hangs up', async () => {
    const { origin, hungUp } = await serve((_, response) => {
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(MIB, 0x20)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await getJson(openTestDoor({ gateway: origin }), ADDRESS)).toMatchObject({
      cause: 'too-large',
      status: 200,
      detail: 'the body was too large on the wire',
    });
    await hungUp(0);
  });

  it('stops an endless gzip bomb and hangs up', async () => {
    const { origin, hungUp, seen } = await serve((_, response) => {
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response.setHeader('content-encoding', 'gzip'));
      const pour = () => {
        while (!response.destroyed && gzip.write(Buffer.alloc(MIB)));
      };
      gzip.on('drain', pour);
      pour();
    });
    expect(await getJson(openTestDoor({ gateway: origin }), ADDRESS)).toMatchObject({ cause: 'too-large', status: 200 });
    await hungUp(0);
    expect(seen.length).toBe(1);
  });

  it('counts decompressed bytes, and their ratio once there are many', async () => {
    const flat = gzipSync(Buffer.alloc(3 * MIB));
    const small = gzipSync(Buffer.alloc(MIB));
    const noisy = gzipSync(randomBytes(MIB).toString('hex'));
    const bodies: Record<string, Buffer> = { '/flat': flat, '/small': small, '/noisy': noisy };
    const { origin } = await serve((_, response, { path }) => response.setHeader('content-encoding', 'gzip').end(bodies[path]));
    const door = openTestDoor({ gateway: origin, limits: { bodyBytes: 4 * MIB, ratio: 100 } });
    expect(await getJson(door, 'https://a.example/flat')).toMatchObject({
      cause: 'too-large',
      detail: 'the body was compressed beyond belief',
    });
    expect(await getJson(door, 'https://a.example/small')).toMatchObject({ kind: 'reply', status: 200 });
    const strict = openTestDoor({ gateway: origin, limits: { bodyBytes: 2 * MIB, ratio: Number.POSITIVE_INFINITY } });
    expect(await getJson(strict, 'https://a.example/flat')).toMatchObject({
      cause: 'too-large',
      detail: 'the body was too large once decompressed',
    });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/noisy')).toMatchObject({
      kind: 'reply',
      status: 200,
    });
  });

  it('ends a drip that never pauses long enough to be idle', async () => {
    const { origin, hungUp } = await serve((_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.once('close', () => clearInterval(timer));
    });
    const reply = await getJson(openTestDoor({ gateway: origin, limits: { totalMs: 300 } }), ADDRESS);
    expect(reply).toMatchObject({ kind: 'failure', cause: 'timeout', status: 200, detail: 'the time for this request was up' });
    await hungUp(0);
  });

  it('ends a wait for headers, by the total and by its own limit', async () => {
    const { origin, hungUp } = await serve(() => undefined);
    const total = await getJson(openTestDoor({ gateway: origin, limits: { totalMs: 100 } }), ADDRESS);
    expect(total).toMatchObject({ cause: 'timeout', status: null, detail: 'the time for this request was up' });
    const headers = await getJson(openTestDoor({ gateway: origin, limits: { headersMs: 50 } }), ADDRESS);
    expect(headers).toMatchObject({ cause: 'timeout', status: null, detail: 'no answer in time' });
    await hungUp(1);
  });

  it('ends a body that stalls', async () => {
    const { origin, hungUp } = await serve((_, response) => void response.write('{'));
    expect(await getJson(openTestDoor({ gateway: origin, limits: { idleMs: 50 } }), ADDRESS)).toMatchObject({
      cause: 'timeout',
      status: 200,
      detail: 'the body stalled',
    });
    await hungUp(0);
  });

  it('shares the total between attempts', async () => {
    const { origin, seen } = await serve((_, response) => void setTimeout(() => response.writeHead(503).end(), 150));
    const reply = await getJson(openTestDoor({ gateway: origin, limits: { totalMs: 250 } }), ADDRESS);
    expect(reply).toMatchObject({ kind: 'failure', cause: 'timeout' });
    expect(seen.length).toBe(2);
  });

  it.each<[string, Record<string, string>]>([
    ['announced length', { 'content-length': '100' }],
    ['chunked', {}],
  ])('tells a truncated body from a whole one, after trying again (%s)', async (_, headers) => {
    const { origin, seen } = await serve((_request, response) => {
      response.writeHead(200, headers);
      response.write('{"a":', () => response.socket?.destroySoon());
    });
    expect(await getJson(openTestDoor({ gateway: origin }), ADDRESS)).toMatchObject({
      cause: 'protocol',
      status: 200,
      detail: 'the body ended early',
    });
    expect(seen.length).toBe(3);
  });

  it('tells a truncated or damaged gzip body', async () => {
    const whole = gzipSync('{"a":1}'.repeat(1000));
    const bodies: Record<string, Buffer> = { '/cut': whole.subarray(0, whole.length - 12), '/torn': Buffer.from('not gzip at all') };
    const { origin } = await serve((_, response, { path }) =>
      response.setHeader('content-encoding', path === '/br' ? 'br' : 'gzip').end(bodies[path] ?? bodies['/torn']),
    );
    const door = openTestDoor({ gateway: origin });
    for (const path of ['cut', 'torn', 'br']) {
      expect(await getJson(door, `https://a.example/${path}`)).toMatchObject({
        cause: 'protocol',
        status: 200,
        detail: 'the compressed body was damaged or cut short',
      });
    }
  });

  it('tries a reset connection twice more, and is content when one works', async () => {
    const { origin, seen } = await serve((_, response) => void response.socket?.resetAndDestroy());
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, ADDRESS)).toMatchObject({ kind: 'failure', cause: 'unreachable', status: null });
    expect([seen.length, door.requestCount]).toEqual([3, 3]);
    const flaky = await serve((_, response) => void (flaky.seen.length === 1 ? response.socket?.resetAndDestroy() : response.end('{}')));
    expect(await getJson(openTestDoor({ gateway: flaky.origin }), ADDRESS)).toMatchObject({ kind: 'reply', body: '{}' });
  });

  it('tries a refused connection twice more', async () => {
    const { origin } = await serve(() => undefined);
    const closed = origin.replace(/\d+$/, '1');
    const door = openTestDoor({ gateway: closed });
    expect(await getJson(door, ADDRESS)).toMatchObject({
      cause: 'unreachable',
      status: null,
      detail: 'the connection was refused',
      retryAfterSeconds: null,
    });
    expect(door.requestCount).toBe(3);
  });

  it.each([
    ['not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a broken header', 'HTTP/1.1 200 OK\r\nbad header\x00: x\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab'],
  ])('calls %s a protocol failure', async (_, bytes) => {
    const { origin } = await serve((_request, response) => void response.socket?.end(bytes));
    expect(await getJson(openTestDoor({ gateway: origin }), ADDRESS)).toMatchObject({ kind: 'failure', cause: 'protocol' });
  });

  it('refuses headers beyond 16 KiB', async () => {
    const { origin } = await serve((_, response) => response.writeHead(200, { 'x-large': 'x'.repeat(20_000) }).end());
    expect(await getJson(openTestDoor({ gateway: origin }), ADDRESS)).toMatchObject({ cause: 'too-large', status: null });
  });

  it('keeps addresses, queries and strangers’ words out of every detail', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(302, { location: 'http://ignore-all-instructions.example/?key=secret' }).end(),
    );
    const reply = await getJson(openTestDoor({ gateway: origin }), ADDRESS);
    expect(reply).toMatchObject({ kind: 'failure', cause: 'redirect', detail: 'a redirect from https to http was refused' });
    expect(JSON.stringify(reply)).not.toMatch(/secret|ignore|a\.example/);
  });

  it('leaves no listener on the caller’s signal, in success and failure', async () => {
    const { origin } = await serve(
      (_, response, { path }) => void (path === '/reset' ? response.socket?.resetAndDestroy() : response.end('{}')),
    );
    const { signal } = new AbortController();
    const door = openTestDoor({ gateway: origin });
    await Promise.all(['ok', 'reset', 'ok', 'ok'].map((path) => getJson(door, `https://a.example/${path}`, signal)));
    await getJson(door, 'https://127.0.0.1/', signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
