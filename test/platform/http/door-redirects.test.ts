import { describe, expect, it } from 'vitest';
import { getJson, never, openTestDoor, serve } from './loopback.ts';

/** A server that redirects by path: each entry is the Location for one path. */
function serveRedirects(locations: Record<string, string | undefined>, status = 302) {
  return serve((_, response, { host, path }) => {
    const location = locations[`${host}${path}`];
    if (location === undefined) response.end(JSON.stringify(`${host}${path}`));
    else response.writeHead(status, { location }).end('moved');
  });
}

describe('redirects behind a gateway', () => {
  it.each([
    ['relative', '/b', 'https://a.example/b'],
    ['query only', '?page=2', 'https://a.example/a?page=2'],
    ['absolute', 'https://b.example/c?d=e', 'https://b.example/c?d=e'],
    ['without a scheme', '//b.example/c', 'https://b.example/c'],
  ])('follows a %s target through the gateway again', async (_, location, url) => {
    const { origin, seen } = await serveRedirects({ 'a.example/a': location });
    const reply = await getJson(openTestDoor({ gateway: origin }), 'https://a.example/a');
    expect(reply).toMatchObject({ kind: 'reply', status: 200, url, body: JSON.stringify(url.replace('https://', '')) });
    expect(seen.map(({ host, path }) => `${host}${path}`)).toEqual(['a.example/a', url.replace('https://', '')]);
  });

  it.each([301, 302, 303, 307, 308])('follows %d', async (status) => {
    const { origin } = await serveRedirects({ 'a.example/a': '/b' }, status);
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/a')).toMatchObject({
      kind: 'reply',
      url: 'https://a.example/b',
    });
  });

  it('follows three and no fourth', async () => {
    const chain = { 'a.example/0': '/1', 'a.example/1': '/2', 'a.example/2': '/3', 'a.example/3': '/4' };
    const { origin, seen } = await serveRedirects(chain);
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/1')).toMatchObject({ kind: 'reply', url: 'https://a.example/4' });
    expect(await getJson(door, 'https://a.example/0')).toMatchObject({
      kind: 'failure',
      cause: 'redirect',
      detail: 'there were too many redirects',
    });
    expect(seen.length).toBe(8);
  });

  it('gets out of a loop', async () => {
    const { origin, seen } = await serveRedirects({ 'a.example/a': '?hop=1', 'a.example/a?hop=1': '?', 'a.example/a?': '?hop=1' });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/a')).toMatchObject({ kind: 'failure', cause: 'redirect' });
    expect(seen.length).toBe(4);
  });

  it.each([
    ['http://127.0.0.1:22/', 'refused-address'],
    ['http://169.254.169.254/latest/meta-data/', 'refused-address'],
    ['https://2130706433/', 'refused-address'],
    ['https://[::1]/', 'refused-address'],
    ['https://[::ffff:10.0.0.1]/', 'refused-address'],
    ['https://localhost./', 'refused-address'],
    ['https://a.example:6379/', 'refused-address'],
    ['https://user:word@b.example/', 'refused-address'],
    ['file:///etc/passwd', 'refused-address'],
    ['http://a.example/', 'redirect'],
    ['', 'redirect'],
    ['https://%00/', 'redirect'],
  ])('sends nothing to %j', async (location, cause) => {
    const { origin, seen } = await serve((_, response) => response.writeHead(302, { location }).end());
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'failure', cause });
    expect(seen.length).toBe(1);
  });

  it('calls a redirect without a target a failure', async () => {
    const { origin } = await serve((_, response) => response.writeHead(302).end());
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'failure', cause: 'redirect' });
  });

  it('never escapes the gateway by naming the gateway itself', async () => {
    const { origin, seen } = await serve((_, response) => response.writeHead(302, { location: `${origin}/b.example/` }).end());
    expect(await getJson(openTestDoor({ gateway: origin }), 'http://a.example/')).toMatchObject({
      kind: 'failure',
      cause: 'refused-address',
    });
    expect(seen.length).toBe(1);
  });

  it('withholds the source’s headers from another host, and on the way back', async () => {
    const { origin, seen } = await serveRedirects({
      'a.example/a': '/a2',
      'a.example/a2': 'https://b.example/b',
      'b.example/b': 'https://a.example/c',
    });
    await openTestDoor({ gateway: origin }).get({ url: 'https://a.example/a', accept: 'json', headers: { 'x-api-version': '1' } }, never);
    expect(seen.map(({ host, headers }) => [host, headers['x-api-version']])).toEqual([
      ['a.example', '1'],
      ['a.example', '1'],
      ['b.example', undefined],
      ['a.example', undefined],
    ]);
  });

  it('does not read an endless redirect body', async () => {
    const { origin, hungUp } = await serve((_, response, { path }) => {
      if (path !== '/a') return void response.end('{}');
      response.writeHead(302, { location: '/b' });
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/a')).toMatchObject({ kind: 'reply', body: '{}' });
    await hungUp(0);
  });
});
