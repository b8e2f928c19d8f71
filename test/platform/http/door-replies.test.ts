import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { getJson, never, openTestDoor, serve } from './loopback.ts';

const URL_WITH_QUERY = 'https://hn.algolia.com/api/v1/search?tags=front_page&q=a%20b';

describe('a door with a gateway', () => {
  it('sends the public address as a path, with our headers and no others', async () => {
    const { origin, seen, port } = await serve((_, response) =>
      response.setHeader('set-cookie', 'a=b').setHeader('x-many', ['1', '2']).end('{"a":1}'),
    );
    const door = openTestDoor({ gateway: origin });
    const reply = await getJson(door, `${URL_WITH_QUERY}#fragment`);
    expect(seen).toEqual([
      {
        host: 'hn.algolia.com',
        path: '/api/v1/search?tags=front_page&q=a%20b',
        headers: {
          host: `127.0.0.1:${port}`,
          connection: 'keep-alive',
          accept: 'application/json, */*;q=0.1',
          'user-agent': 'trivet/0.0.0 (+https://trivet.example)',
          'accept-encoding': 'gzip, br',
        },
      },
    ]);
    expect(reply).toMatchObject({
      kind: 'reply',
      status: 200,
      body: '{"a":1}',
      url: `${URL_WITH_QUERY}#fragment`,
      retryAfterSeconds: null,
    });
    if (reply.kind !== 'reply') return;
    expect(Number.isInteger(reply.elapsedMs) && reply.elapsedMs >= 0).toBe(true);
    expect(reply.headers).toMatchObject({ 'x-many': '1, 2', 'content-length': '7' });
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect([door.requestCount, door.proxied]).toEqual([1, false]);
  });

  it('asks for what the source can read, and lets it refine that', async () => {
    const { origin, seen } = await serve((_, response) => response.end());
    const door = openTestDoor({ gateway: origin });
    await door.get({ url: 'https://a.example/', accept: 'xml' }, never);
    await door.get({ url: 'https://a.example/', accept: 'html' }, never);
    await door.get(
      { url: 'https://a.example/', accept: 'json', headers: { Accept: 'application/vnd.github+json', 'If-None-Match': '"x"' } },
      never,
    );
    expect(seen.map(({ headers }) => headers.accept)).toEqual([
      expect.stringContaining('application/atom+xml'),
      expect.stringContaining('text/html'),
      'application/vnd.github+json',
    ]);
    expect(seen[2]?.headers['if-none-match']).toBe('"x"');
  });

  it.each(['Authorization', 'cookie', 'Host', 'user-agent', 'accept-encoding', 'proxy-authorization', 'content-length'])(
    'rejects a source that sets %s, which is a bug',
    async (name) => {
      const { origin, seen } = await serve((_, response) => response.end());
      await expect(
        openTestDoor({ gateway: origin }).get({ url: 'https://a.example/', accept: 'json', headers: { [name]: 'x' } }, never),
      ).rejects.toThrow(TypeError);
      expect(seen).toEqual([]);
    },
  );

  it.each([
    ['gzip', gzipSync('{"é":1}')],
    ['x-gzip', gzipSync('{"é":1}')],
    [' GZIP ', gzipSync('{"é":1}')],
    ['br', brotliCompressSync('{"é":1}')],
    ['identity', Buffer.from('{"é":1}')],
  ])('reads the content coding %j', async (coding, body) => {
    const { origin } = await serve((_, response) => response.setHeader('content-encoding', coding).end(body));
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'reply', body: '{"é":1}' });
  });

  it.each(['gzip, gzip', 'gzip, br', 'deflate', 'zstd', 'compress', '*'])('refuses the content coding %j and hangs up', async (coding) => {
    const { origin, hungUp } = await serve((_, response) => void response.setHeader('content-encoding', coding).write('x'));
    const reply = await getJson(openTestDoor({ gateway: origin }), 'https://a.example/');
    expect(reply).toMatchObject({ kind: 'failure', cause: 'encoding', status: 200 });
    await hungUp(0);
  });

  it.each([
    [304, 'gzip'],
    [200, 'gzip'],
    [200, 'br'],
    [204, 'gzip'],
  ])('reads an empty %d that names the coding %s', async (status, coding) => {
    const { origin } = await serve((_, response) => response.writeHead(status, { 'content-encoding': coding }).end());
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'reply', status, body: '' });
  });

  it('honours the charset of the reply and refuses bytes that are not in it', async () => {
    const bodies: Record<string, [string, Buffer]> = {
      '/latin1': ['text/html; charset=iso-8859-1', Buffer.of(0x63, 0xe9)],
      '/bom': ['application/json', Buffer.from('\ufeff{}')],
      '/bad': ['application/json; charset=utf-8', Buffer.from([0x22, 0xff, 0xfe, 0xc3, 0x28, 0x22])],
    };
    const { origin } = await serve((_, response, { path }) => {
      const [type, body] = bodies[path] ?? ['', Buffer.of()];
      response.setHeader('content-type', type).end(body);
    });
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/latin1')).toMatchObject({ kind: 'reply', body: 'cé' });
    expect(await getJson(door, 'https://a.example/bom')).toMatchObject({ kind: 'reply', body: '{}' });
    expect(await getJson(door, 'https://a.example/bad')).toMatchObject({ kind: 'failure', cause: 'encoding', status: 200 });
  });

  it('shows an error page even where its bytes are bad, so that a block can be recognised', async () => {
    const { origin } = await serve((_, response) =>
      response.writeHead(403, { 'content-type': 'text/html; charset=utf-8' }).end(Buffer.from([0x41, 0xff, 0x42])),
    );
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({
      kind: 'reply',
      status: 403,
      body: 'A\ufffdB',
    });
  });

  it.each([400, 401, 403, 404, 410, 418, 451, 500, 501])('hands over %d at once', async (status) => {
    const { origin, seen } = await serve((_, response) => response.writeHead(status).end('no'));
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'reply', status, body: 'no' });
    expect(seen.length).toBe(1);
  });

  it.each([
    ['http://127.0.0.1/', 'a private or special address is refused'],
    ['https://localhost./', 'a private or special address is refused'],
    ['https://a.example:8443/', 'only ports 80 and 443 are reached'],
    ['https://a:b@a.example/', 'an address that carries credentials is refused'],
    ['ftp://a.example/', 'only http and https addresses are fetched'],
    ['/relative', 'the address is not a URL'],
  ])('judges %s as if there were no gateway', async (url, detail) => {
    const { origin, seen } = await serve((_, response) => response.end());
    expect(await getJson(openTestDoor({ gateway: origin }), url)).toMatchObject({
      kind: 'failure',
      cause: 'refused-address',
      detail,
      status: null,
    });
    expect(seen).toEqual([]);
  });
});
