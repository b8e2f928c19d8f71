import { createServer, type IncomingHttpHeaders } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FaultError } from '../../../src/domain/fault.ts';
import { getJson, never, openTestDoor, serve } from './loopback.ts';

const PUBLIC = { address: '93.184.215.14', family: 4 };

describe('a door without a gateway', () => {
  it('reaches no loopback server, by whatever spelling', async () => {
    const { port, seen } = await serve((_, response) => response.end('{}'));
    const door = openTestDoor();
    for (const host of ['127.0.0.1', 'localhost', 'localhost.', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', '①②⑦.0.0.1', '0']) {
      expect(await getJson(door, `http://${host}:${port}/`)).toMatchObject({ kind: 'failure', cause: 'refused-address' });
      expect(await getJson(door, `http://${host}/`)).toMatchObject({ kind: 'failure', cause: 'refused-address' });
    }
    expect([seen.length, door.requestCount]).toEqual([0, 0]);
  });

  it.each(['http', 'https'])('checks what a name stands for before it connects (%s), and does not try again', async (scheme) => {
    const asked: string[] = [];
    const resolve = async (hostname: string) => {
      asked.push(hostname);
      return [PUBLIC, { address: '127.0.0.1', family: 4 }];
    };
    const reply = await getJson(openTestDoor({ resolve }), `${scheme}://rebound.example/`);
    expect(reply).toMatchObject({ kind: 'failure', cause: 'refused-address', detail: 'the name stands for a private or special address' });
    expect(asked).toEqual(['rebound.example']);
  });

  it('reports names that do not resolve, once and again later', async () => {
    const codes = ['ENOTFOUND', 'EAI_AGAIN'];
    for (const code of codes) {
      const door = openTestDoor({ resolve: () => Promise.reject(Object.assign(new Error('getaddrinfo secret.example'), { code })) });
      expect(await getJson(door, 'https://secret.example/')).toMatchObject({
        cause: 'unreachable',
        detail: expect.not.stringContaining('secret'),
      });
      expect(door.requestCount).toBe(code === 'ENOTFOUND' ? 1 : 3);
    }
  });

  it('is not held up by a name server that never answers', async () => {
    const door = openTestDoor({ resolve: () => new Promise(() => undefined), limits: { totalMs: 50, connectMs: 3_600_000 } });
    expect(await getJson(door, 'https://slow.example/')).toMatchObject({ kind: 'failure', cause: 'timeout' });
    const impatient = openTestDoor({ resolve: () => new Promise(() => undefined), limits: { connectMs: 20, retryCount: 0 } });
    expect(await getJson(impatient, 'https://slow.example/')).toMatchObject({
      kind: 'failure',
      cause: 'timeout',
      detail: 'no connection in time',
    });
  });
});

interface Proxied {
  readonly kind: 'forward' | 'tunnel';
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

async function serveProxy(onForward: (path: string) => { status: number; body: string; headers?: Record<string, string> }) {
  const seen: Proxied[] = [];
  const server = createServer((request, response) => {
    seen.push({ kind: 'forward', url: request.url, headers: request.headers });
    const { status, body, headers } = onForward(request.url ?? '');
    response.writeHead(status, headers).end(body);
  });
  server.on('connect', (request, socket) => {
    seen.push({ kind: 'tunnel', url: request.url, headers: request.headers });
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  afterProxy.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${address.port}`, seen };
}

const afterProxy: (() => void)[] = [];

afterEach(() => {
  vi.unstubAllEnvs();
  for (const close of afterProxy.splice(0)) close();
});

describe('a door with a proxy', () => {
  const noResolve = () => expect.unreachable('a proxied name was resolved here');

  it('hands http to it with the public address, and the proxy’s credentials to it alone', async () => {
    const { origin, seen } = await serveProxy(() => ({ status: 200, body: '{"a":1}' }));
    const door = openTestDoor({ proxy: { httpProxy: origin.replace('//', '//user:pass@') }, resolve: noResolve });
    expect(await getJson(door, 'http://a.example/x?y=z')).toMatchObject({ kind: 'reply', body: '{"a":1}', url: 'http://a.example/x?y=z' });
    expect(door.proxied).toBe(true);
    expect(seen).toMatchObject([
      {
        kind: 'forward',
        url: 'http://a.example/x?y=z',
        headers: { host: 'a.example', 'user-agent': expect.stringContaining('trivet/'), 'proxy-authorization': 'Basic dXNlcjpwYXNz' },
      },
    ]);
  });

  it('asks it for a tunnel for https, and reports one it refuses', async () => {
    const { origin, seen } = await serveProxy(() => ({ status: 200, body: '' }));
    const door = openTestDoor({ proxy: { httpsProxy: origin }, resolve: noResolve, tokens: { 'api.github.com': 'secret' } });
    expect(await getJson(door, 'https://api.github.com/')).toMatchObject({
      kind: 'failure',
      cause: 'unreachable',
      detail: 'the proxy did not open a connection',
    });
    expect(seen).toMatchObject([{ kind: 'tunnel', url: 'api.github.com:443' }]);
    expect(JSON.stringify(seen)).not.toContain('secret');
  });

  it('still refuses literals and local names, first and by redirect', async () => {
    const { origin, seen } = await serveProxy(() => ({ status: 302, body: '', headers: { location: 'http://10.0.0.1/' } }));
    const door = openTestDoor({ proxy: { httpProxy: origin }, resolve: noResolve });
    expect(await getJson(door, 'http://10.0.0.1/')).toMatchObject({ cause: 'refused-address' });
    expect(await getJson(door, 'http://localhost/')).toMatchObject({ cause: 'refused-address' });
    expect(await getJson(door, 'http://a.example/')).toMatchObject({ cause: 'refused-address' });
    expect(seen.length).toBe(1);
  });

  it('goes past it for NO_PROXY, with the names checked again', async () => {
    const { origin, seen } = await serveProxy(() => ({ status: 200, body: '{}' }));
    const resolve = async () => [{ address: '10.0.0.1', family: 4 }];
    for (const noProxy of ['direct.example', '.direct.example', 'x, direct.example:80', '*']) {
      const door = openTestDoor({ proxy: { httpProxy: origin, noProxy }, resolve });
      expect(await getJson(door, 'http://direct.example/')).toMatchObject({ cause: 'refused-address' });
    }
    expect(seen).toEqual([]);
  });

  it('is not used behind a gateway, nor read from the environment', async () => {
    const proxy = await serveProxy(() => ({ status: 200, body: 'proxied' }));
    const gateway = await serve((_, response) => response.end('gateway'));
    const door = openTestDoor({ gateway: gateway.origin, proxy: { httpProxy: proxy.origin } });
    expect(await getJson(door, 'http://a.example/')).toMatchObject({ body: 'gateway' });
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, proxy.origin);
    const direct = openTestDoor({ proxy: {}, resolve: async () => [{ address: '10.0.0.1', family: 4 }] });
    expect(await getJson(direct, 'http://a.example/')).toMatchObject({ cause: 'refused-address' });
    expect(proxy.seen).toEqual([]);
    vi.stubEnv('NO_PROXY', 'a.example');
    const told = openTestDoor({ proxy: { httpProxy: proxy.origin }, resolve: noResolve });
    expect(await getJson(told, 'http://a.example/')).toMatchObject({ body: 'proxied' });
    expect([door.proxied, direct.proxied, told.proxied]).toEqual([false, false, true]);
  });

  it.each(['proxy.example:3128', 'socks5://proxy.example', 'not a proxy'])('faults on the proxy %j', (value) => {
    expect(() => openTestDoor({ proxy: { httpsProxy: value } })).toThrow(FaultError);
  });
});

describe('tokens', () => {
  it('never travel over http or through a gateway', async () => {
    const { origin, seen } = await serveProxy(() => ({ status: 200, body: '{}' }));
    const tokens = { 'a.example': 'secret' };
    await getJson(openTestDoor({ proxy: { httpProxy: origin }, tokens }), 'http://a.example/');
    const gateway = await serve((_, response) => response.end());
    await openTestDoor({ gateway: gateway.origin, tokens }).get({ url: 'https://a.example/', accept: 'json' }, never);
    expect([seen.length, gateway.seen.length]).toEqual([1, 1]);
    expect(JSON.stringify([seen, gateway.seen])).not.toContain('secret');
  });

  it.each(['', 'two words', 'line\nbreak', 'é'])('faults on the token %j without showing it', (token) => {
    expect(() => openTestDoor({ tokens: { 'a.example': token } })).toThrow(
      'the token for a.example is empty or has characters a header cannot carry',
    );
  });
});
