import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { DoorLimits } from '../../../src/platform/http/limits.ts';
import { getJson, openTestDoor, serve } from './loopback.ts';

const MIB = 1024 * 1024;
const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that speaks no HTTP of its own: `attack` gets the socket once something was asked on it. */
async function serveRaw(attack: (socket: Socket, requestCount: number) => void) {
  const sockets: Socket[] = [];
  let requestCount = 0;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', () => {
      requestCount += 1;
      attack(socket, requestCount);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { origin: `http://127.0.0.1:${address.port}`, sockets };
}

/** Writes `part` as fast as it is taken, until the other side hangs up. */
function pour(socket: Socket, head: string, part: string): void {
  socket.write(head);
  const bytes = Buffer.from(part);
  const fill = () => {
    while (!socket.destroyed && socket.write(bytes));
  };
  socket.on('drain', fill);
  fill();
}

/** Writes `part` every few milliseconds: no wait between two is ever long. */
function drip(socket: Socket, head: string, part: string): void {
  socket.write(head);
  const timer = setInterval(() => socket.write(part), 10);
  socket.once('close', () => clearInterval(timer));
}

async function ask(origin: string, limits: Partial<DoorLimits> = {}) {
  return getJson(openTestDoor({ gateway: origin, limits: { retryCount: 0, ...limits } }), 'https://a.example/');
}

describe('bytes that are no body are counted too', () => {
  it.each<[string, string, string]>([
    ['a chunk extension without an end', `${CHUNKED}1;`, 'a=b;'.repeat(4096)],
    ['a chunk size without an end', CHUNKED, '0'.repeat(16_384)],
    ['chunks of one byte', CHUNKED, '1\r\n \r\n'.repeat(3000)],
    ['interim answers without an end', '', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(500)],
    ['empty lines before the answer', '', '\r\n'.repeat(8192)],
    ['a status line without an end', 'HTTP/1.1 200 ', 'a'.repeat(16_384)],
    ['headers without an end', 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'.repeat(1000)],
    ['trailers without an end', `${CHUNKED}2\r\n{}\r\n0\r\n`, 'x-a: b\r\n'.repeat(1000)],
  ])('%s', async (_, head, part) => {
    const { origin, sockets } = await serveRaw((socket) => pour(socket, head, part));
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: 'too-large' });
    const [socket] = sockets;
    if (socket === undefined) throw new Error('nobody asked');
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    // What was sent beyond twice the cap lies in the buffers of the kernel.
    expect(socket.bytesWritten).toBeLessThan(32 * MIB);
  });

  it('afresh for each request of a connection', async () => {
    const body = `"${'x'.repeat(MIB)}"`;
    const { origin, sockets } = await serveRaw((socket) => socket.write(`${HEAD}content-length: ${body.length}\r\n\r\n${body}`));
    const door = openTestDoor({ gateway: origin });
    for (let count = 0; count < 16; count += 1) expect(await getJson(door, 'https://a.example/')).toMatchObject({ kind: 'reply', body });
    expect(door.requestCount).toBe(16);
    expect(Math.max(...sockets.map(({ bytesWritten }) => bytesWritten))).toBeGreaterThan(5 * MIB);
  });
});

describe('a drip, wherever it falls, ends with the total', () => {
  it.each<[string, string, string]>([
    ['in the body', `${HEAD}content-length: 100000\r\n\r\n[`, ' '],
    ['in the chunks', CHUNKED, '1\r\n \r\n'],
    ['in a chunk extension', `${CHUNKED}1;`, 'a'],
    ['in the headers', HEAD, 'x-a: b\r\n'],
    ['in the status line', 'HTTP/1.1 2', '0'],
    ['in interim answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
    ['in empty lines', '', '\r\n'],
    ['in the trailers', `${CHUNKED}2\r\n{}\r\n0\r\n`, 'x: y\r\n'],
    ['in the body of a redirect', 'HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 100000\r\n\r\n', ' '],
    ['in the body of an error', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 100000\r\n\r\n', ' '],
  ])('%s', async (_, head, part) => {
    const { origin } = await serveRaw((socket) => drip(socket, head, part));
    // A digit too many makes a status line that is none, and the body of a redirect is not waited for: both end sooner.
    expect(await ask(origin, { totalMs: 250 })).toMatchObject({
      kind: 'failure',
      cause: expect.stringMatching(/^(timeout|protocol|redirect)$/),
    });
  });

  it('also where it is spread over redirects and retries', async () => {
    const { origin, seen } = await serve((_, response, { path }) => {
      setTimeout(() => response.writeHead(302, { location: `${path}x` }).end(), 120);
    });
    const door = openTestDoor({ gateway: origin, limits: { totalMs: 300, redirectCount: 1000 } });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ kind: 'failure', cause: 'timeout' });
    expect(seen.length).toBeLessThanOrEqual(3);
  });
});

describe('layers of encoding', () => {
  const once = gzipSync('{"a":1}');
  it.each<[string, string | string[], Buffer]>([
    ['two named in one header', 'gzip, gzip', gzipSync(once)],
    ['two named in two headers', ['gzip', 'gzip'], gzipSync(once)],
    ['two kinds', ['br', 'gzip'], gzipSync(brotliCompressSync('{}'))],
    ['none but named', 'gzip, identity', once],
  ])('%s are refused', async (_, coding, body) => {
    const { origin } = await serve((_request, response) => response.setHeader('content-encoding', coding).end(body));
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: 'encoding' });
  });

  it('a second one that is not named is not undone', async () => {
    const { origin } = await serve((_, response) =>
      response.setHeader('content-encoding', 'gzip').setHeader('content-type', 'application/json').end(gzipSync(once)),
    );
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: 'encoding', detail: 'the body is not in the charset it claims' });
  });

  it('a transfer coding beside chunked is not undone either', async () => {
    const { origin } = await serveRaw((socket) => {
      socket.write(`${HEAD}transfer-encoding: gzip, chunked\r\n\r\n${once.length.toString(16)}\r\n`);
      socket.end(Buffer.concat([once, Buffer.from('\r\n0\r\n\r\n')]));
    });
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: 'encoding' });
  });

  it.each(['gzip', 'br'])('members and windows of %s count together', async (coding) => {
    const flat = Buffer.alloc(4 * MIB, 0x20);
    const bomb = coding === 'br' ? brotliCompressSync(flat) : Buffer.concat(Array(4).fill(gzipSync(flat.subarray(0, MIB))));
    const { origin } = await serve((_, response) => response.setHeader('content-encoding', coding).end(bomb));
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: 'too-large' });
  });
});

describe('answers that overlap', () => {
  it('a second answer to one request is never given to the next', async () => {
    const { origin } = await serveRaw((socket, requestCount) => {
      const own = requestCount === 1 ? '"one"' : '"two"';
      const extra = requestCount === 1 ? `${HEAD}content-length: 6\r\n\r\n"evil"` : '';
      socket.write(`${HEAD}content-length: 5\r\n\r\n${own}${extra}`);
    });
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/1')).toMatchObject({ body: '"one"' });
    expect(await getJson(door, 'https://a.example/2')).toMatchObject({ body: '"two"' });
  });

  it.each([
    ['a length beside chunks', `${HEAD}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'],
    ['a length that is no number', `${HEAD}content-length: 0x2\r\n\r\n{}`],
    ['a length below nothing', `${HEAD}content-length: -1\r\n\r\n{}`],
  ])('%s is no answer', async (_, bytes) => {
    const { origin } = await serveRaw((socket) => socket.write(bytes));
    expect(await ask(origin)).toMatchObject({ kind: 'failure', cause: expect.stringMatching(/^(protocol|unreachable)$/) });
  });
});
