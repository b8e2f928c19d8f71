import { describe, expect, it } from 'vitest';
import { FaultError } from '../../../src/domain/fault.ts';
import { parseGateway, toTarget } from '../../../src/platform/http/gateway.ts';

describe('parseGateway', () => {
  it.each([
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
    ['HTTPS://Mirror.Example:443', 'https://mirror.example'],
    ['http://[::1]:9', 'http://[::1]:9'],
  ])('%s is the origin %s', (text, origin) => {
    expect(parseGateway(text)).toBe(origin);
  });

  it.each([
    '',
    'localhost:8080',
    '127.0.0.1',
    'ftp://a.example',
    'file:///tmp',
    'http://user:secret@a.example',
    'http://a.example/path',
    'http://a.example/?q=secret',
    'http://a.example/#secret',
    'http://',
  ])('refuses %j without echoing it', (text) => {
    const fault = expect.objectContaining({ code: 'E_USAGE', exit: 2, message: expect.not.stringContaining('secret') });
    expect(() => parseGateway(text)).toThrow(FaultError);
    expect(() => parseGateway(text)).toThrow(expect.objectContaining({ fault }));
  });
});

describe('toTarget', () => {
  it.each([
    ['https://hn.algolia.com/api/v1/search?tags=a&q=%20b#frag', '/hn.algolia.com/api/v1/search?tags=a&q=%20b'],
    ['https://example.com', '/example.com/'],
    ['https://example.com//other.example/../x', '/example.com//x'],
    ['https://example.com/%2e%2e/x', '/example.com/x'],
    ['http://example.com:443/x', '/example.com:443/x'],
  ])('%s goes through the gateway as %s', (url, path) => {
    expect(toTarget(new URL(url), 'http://127.0.0.1:1')).toEqual({ origin: 'http://127.0.0.1:1', path });
  });

  it('leaves an address alone without a gateway', () => {
    expect(toTarget(new URL('https://example.com/a?b#c'), null)).toEqual({ origin: 'https://example.com', path: '/a?b' });
  });
});
