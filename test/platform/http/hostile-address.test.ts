import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getJson, openTestDoor, serve } from './loopback.ts';

/** Spellings of 127.0.0.1, ::1, 0.0.0.0, 10.0.0.1 and 169.254.169.254, and what is no spelling of anything. */
const HOSTS = [
  ['dotted', '127.0.0.1'],
  ['a trailing dot', '127.0.0.1.'],
  ['decimal', '2130706433'],
  ['decimal and a dot', '2130706433.'],
  ['hexadecimal', '0x7f000001'],
  ['hexadecimal in capitals', '0X7F000001'],
  ['octal', '017700000001'],
  ['octal parts', '0177.0.0.01'],
  ['hexadecimal parts', '0x7f.0x0.0x0.0x1'],
  ['mixed parts', '0x7f.0.0.01'],
  ['two parts', '127.1'],
  ['three parts', '127.0.1'],
  ['leading zeros', '0000177.0.0.1'],
  ['nothing at all', '0'],
  ['link local', '0xa9fea9fe'],
  ['private', '167772161'],
  ['full-width digits', '１２７.０.０.１'],
  ['full-width decimal', '２１３０７０６４３３'],
  ['circled digits', '①②⑦.⓪.⓪.①'],
  ['superscript digits', '¹²⁷.⁰.⁰.¹'],
  ['mathematical digits', '𝟏𝟐𝟕.𝟎.𝟎.𝟏'],
  ['ideographic stops', '127。0。0。1'],
  ['half-width stops', '127｡0｡0｡1'],
  ['percent-encoded', '%31%32%37.0.0.1'],
  ['a soft hyphen', '127.0.0.­1'],
  ['a zero-width space', '127.0.0.​1'],
  ['IPv6', '[::1]'],
  ['IPv6 in full', '[0:0:0:0:0:0:0:1]'],
  ['unspecified IPv6', '[::]'],
  ['mapped', '[::ffff:127.0.0.1]'],
  ['mapped in hexadecimal', '[::ffff:7f00:1]'],
  ['mapped in full', '[0:0:0:0:0:ffff:7f00:0001]'],
  ['compatible', '[::127.0.0.1]'],
  ['translated', '[64:ff9b::127.0.0.1]'],
  ['6to4', '[2002:7f00:1::]'],
  ['Teredo', '[2001::7f00:1]'],
  ['unique local', '[fd00::1]'],
  ['link local IPv6', '[fe80::1]'],
  ['a zone', '[fe80::1%25eth0]'],
  ['a bare zone', '[fe80::1%eth0]'],
  ['a zone on a public address', '[2606:4700::1111%25eth0]'],
  ['an address of a later version', '[v1.127.0.0.1]'],
  ['localhost', 'localhost'],
  ['localhost with a dot', 'localhost.'],
  ['localhost in full width', 'ｌｏｃａｌｈｏｓｔ'],
  ['below localhost', 'www.localhost'],
  ['a neighbour', 'intranet'],
  ['of the house', 'nas.home.arpa'],
  ['of the cloud', 'metadata.google.internal'],
  ['five parts', '127.0.0.0.1'],
  ['a part too large', '127.0.0.256'],
  ['a number too large', '4294967296'],
] as const;

const unreachable = () => expect.unreachable('a name was resolved that stands for no public host');

describe('no spelling reaches the machine or its neighbours', () => {
  it.each(HOSTS)('%s: %s, asked for', async (_, host) => {
    const door = openTestDoor({ resolve: unreachable });
    for (const scheme of ['http', 'https']) {
      expect(await getJson(door, `${scheme}://${host}/`)).toMatchObject({ kind: 'failure', cause: 'refused-address' });
      expect(await getJson(door, `${scheme}://user:word@${host}/`)).toMatchObject({ kind: 'failure', cause: 'refused-address' });
    }
    expect(door.requestCount).toBe(0);
  });

  it.each(HOSTS)('%s: %s, by redirect', async (_, host) => {
    // A header holds no other characters; a URL reads them percent-encoded all the same.
    const spelt = /^[ -~]*$/.test(host) ? host : encodeURI(host);
    const locations = [`https://${spelt}/`, `//${spelt}/`, `https:\\\\${spelt}\\x`, `https:/${spelt}`];
    const { origin, seen } = await serve((_request, response, { path }) => {
      response.writeHead(302, { location: locations[Number(path.slice(1))] }).end();
    });
    const door = openTestDoor({ gateway: origin });
    for (const place of locations.keys()) {
      const reply = await getJson(door, `http://a.example/${place}`);
      expect(reply).toMatchObject({ kind: 'failure', cause: expect.stringMatching(/^(refused-address|redirect)$/) });
    }
    expect(seen.length).toBe(locations.length);
  });
});

const PUBLIC = '93.184.215.14';
const LOOPBACK = '127.0.0.1';

describe('what a name stands for', () => {
  afterEach(() => void vi.restoreAllMocks());

  /** Lets every connection begin and none leave the machine: one bound to loopback can reach no other host. */
  function watchConnections(): string[] {
    const attempted: string[] = [];
    const connect = net.Socket.prototype.connect;
    vi.spyOn(net, 'connect').mockImplementation((...args: unknown[]) => {
      const [options] = args;
      const socket = new net.Socket();
      socket.on('connectionAttempt', (address: string) => void attempted.push(address));
      Reflect.apply(connect, socket, [{ ...Object(options), localAddress: LOOPBACK }]);
      return socket;
    });
    return attempted;
  }

  it('is asked once for each connection, and the connection goes to what was checked', async () => {
    const attempted = watchConnections();
    const answers = [PUBLIC, LOOPBACK, LOOPBACK];
    let askedCount = 0;
    const resolve = async () => [{ address: answers[askedCount++] ?? LOOPBACK, family: 4 }];
    const door = openTestDoor({ resolve, limits: { retryCount: 0 } });
    expect(await getJson(door, 'http://rebound.example/')).toMatchObject({ kind: 'failure', cause: 'unreachable' });
    expect([askedCount, attempted]).toEqual([1, [PUBLIC]]);
    expect(await getJson(door, 'http://rebound.example/')).toMatchObject({ kind: 'failure', cause: 'refused-address' });
    expect([askedCount, attempted]).toEqual([2, [PUBLIC]]);
  });

  it.each([LOOPBACK, '10.0.0.1', '169.254.169.254', '100.64.0.1', '::1', 'fd00::1', '::ffff:127.0.0.1', '64:ff9b::7f00:1', 'fe80::1%lo'])(
    'is refused for one answer %s, first or last, and nothing is attempted',
    async (address) => {
      const attempted = watchConnections();
      const bad = { address, family: address.includes(':') ? 6 : 4 };
      const good = { address: PUBLIC, family: 4 };
      for (const addresses of [[bad], [bad, good], [good, bad], [good, good, bad]]) {
        const door = openTestDoor({ resolve: async () => addresses });
        expect(await getJson(door, 'http://several.example/')).toMatchObject({ kind: 'failure', cause: 'refused-address' });
      }
      expect(attempted).toEqual([]);
    },
  );

  it('is asked once at a time, however many wait for it', async () => {
    let askedCount = 0;
    const resolve = () => {
      askedCount += 1;
      return new Promise<never>(() => undefined);
    };
    const door = openTestDoor({ resolve, limits: { connectMs: 30, retryCount: 2 } });
    await Promise.all([1, 2].map((page) => getJson(door, `https://tarpit.example/${page}`)));
    expect([askedCount, door.requestCount]).toEqual([1, 6]);
  });
});
