import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPrivateHost, isPublicAddress, readUrlProblem } from '../../../src/platform/http/address.ts';

const REFUSED_V4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
];
const REACHED_V4 = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.0.1',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
];
const REFUSED_V6 = [
  '::',
  '::1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::808:808',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:1ff::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fdff::1',
  'fe80::1',
  'fe80::1%eth0',
  '2606:4700::1%eth0',
  'fec0::1',
  'ff02::1',
];
const REACHED_V6 = ['2001:200::1', '2001:4860:4860::8888', '2606:4700::1111', '2a00:1450::1', '3ffe::1'];

describe('isPublicAddress', () => {
  it.each([...REFUSED_V4, ...REFUSED_V6])('refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([...REACHED_V4, ...REACHED_V6])('reaches %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '0x7f000001', '[::1]', '1.2.3.4.5', '1.2.3.4 ', '::g'])('refuses %j, which is no address', (text) => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it('gives an IPv4 address the same answer by arithmetic as by list', () => {
    const special: [number, number][] = [
      [0x00000000, 8],
      [0x0a000000, 8],
      [0x64400000, 10],
      [0x7f000000, 8],
      [0xa9fe0000, 16],
      [0xac100000, 12],
      [0xc0000000, 24],
      [0xc0000200, 24],
      [0xc0586300, 24],
      [0xc0a80000, 16],
      [0xc6120000, 15],
      [0xc6336400, 24],
      [0xcb007100, 24],
      [0xe0000000, 3],
    ];
    const isSpecial = (value: number) => special.some(([network, prefix]) => value >= network && value < network + 2 ** (32 - prefix));
    const nearEdges = fc
      .constantFrom(...special)
      .chain(([network, prefix]) => fc.constantFrom(network - 1, network, network + 2 ** (32 - prefix) - 1, network + 2 ** (32 - prefix)));
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: 0, max: 0xffffffff }), nearEdges), (number) => {
        const value = Math.min(0xffffffff, Math.max(0, number));
        const dotted = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
        expect(isPublicAddress(dotted)).toBe(!isSpecial(value));
        expect(isPublicAddress(`::ffff:${dotted}`)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it('reaches no IPv6 address outside 2000::/3', () => {
    fc.assert(
      fc.property(fc.ipV6(), (address) => {
        const first = Number.parseInt(new URL(`http://[${address}]/`).hostname.slice(1).split(':')[0] || '0', 16);
        if (first < 0x2000 || first > 0x3fff) expect(isPublicAddress(address)).toBe(false);
      }),
    );
  });
});

describe('isPrivateHost, with every spelling a URL may have', () => {
  const spellings: [string, (octets: readonly [number, number, number, number]) => string][] = [
    ['dotted', (o) => o.join('.')],
    ['trailing dot', (o) => `${o.join('.')}.`],
    ['decimal', ([a, b, c, d]) => String(((a * 256 + b) * 256 + c) * 256 + d)],
    ['hexadecimal', ([a, b, c, d]) => `0x${(((a * 256 + b) * 256 + c) * 256 + d).toString(16)}`],
    ['octal parts', (o) => o.map((part) => `0${part.toString(8)}`).join('.')],
    ['hexadecimal parts', (o) => o.map((part) => `0X${part.toString(16)}`).join('.')],
    ['three parts', ([a, b, c, d]) => `${a}.${b}.${c * 256 + d}`],
    ['two parts', ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`],
    ['full-width digits', (o) => o.join('.').replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))],
    ['percent', (o) => o.join('.').replace(/\d/g, (digit) => `%3${digit}`)],
    ['ideographic stops', (o) => o.join('。')],
    ['mapped', (o) => `[::ffff:${o.join('.')}]`],
    ['NAT64', (o) => `[64:ff9b::${o.join('.')}]`],
  ];
  const octet = fc.integer({ min: 0, max: 255 });
  const loopbackOrPrivate = fc.oneof(
    fc.tuple(fc.constantFrom(10, 127), octet, octet, octet),
    fc.tuple(fc.constant(192), fc.constant(168), octet, octet),
  );

  it.each(spellings)('refuses private addresses spelt as %s', (_, spell) => {
    fc.assert(
      fc.property(loopbackOrPrivate, (octets) => {
        expect(isPrivateHost(new URL(`http://${spell(octets)}/`).hostname)).toBe(true);
      }),
    );
  });

  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'ｌocalhost',
    'a.localhost',
    'a.localhost.',
    'printer.local',
    'metadata.google.internal',
    'router.lan',
    'nas.home.arpa',
    'intranet',
    'intranet.',
    '①②⑦.0.0.1',
    '0',
  ])('refuses the name %s', (name) => {
    expect(isPrivateHost(new URL(`http://${name}/`).hostname)).toBe(true);
  });

  it.each([
    'example.com',
    'example.com.',
    'hn.algolia.com',
    'localhost.example.com',
    'notlocal.example',
    '8.8.8.8',
    '[2606:4700::1111]',
    'münchen.de',
    'internal.example.org',
  ])('reaches %s', (name) => {
    expect(isPrivateHost(new URL(`http://${name}/`).hostname)).toBe(false);
  });
});

describe('readUrlProblem', () => {
  it.each([
    ['https://example.com/a?b=c', null],
    ['http://example.com:80/', null],
    ['https://example.com:443/', null],
    ['https://example.com:80/', null],
    ['https://example.com:8443/', 'only ports 80 and 443 are reached'],
    ['http://example.com:22/', 'only ports 80 and 443 are reached'],
    ['https://user@example.com/', 'an address that carries credentials is refused'],
    ['https://:word@example.com/', 'an address that carries credentials is refused'],
    ['ftp://example.com/', 'only http and https addresses are fetched'],
    ['file:///etc/passwd', 'only http and https addresses are fetched'],
    ['data:text/plain,x', 'only http and https addresses are fetched'],
    ['http://2130706433/', 'a private or special address is refused'],
    ['http://[::1]/', 'a private or special address is refused'],
    ['http://169.254.169.254/latest/meta-data/', 'a private or special address is refused'],
  ])('%s: %s', (url, problem) => {
    expect(readUrlProblem(new URL(url))).toBe(problem);
  });
});
