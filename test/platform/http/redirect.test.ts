import { describe, expect, it } from 'vitest';
import { isRedirect, toNextUrl } from '../../../src/platform/http/redirect.ts';

const HERE = new URL('https://example.com/a/b?c=d');

describe('toNextUrl', () => {
  it.each([
    ['e', 'https://example.com/a/e'],
    ['/e', 'https://example.com/e'],
    ['?hop=1', 'https://example.com/a/b?hop=1'],
    ['//other.example/x', 'https://other.example/x'],
    ['https://other.example/x#y', 'https://other.example/x'],
    ['\thttps://other.example/x\n', 'https://other.example/x'],
  ])('%j leads to %s', (location, next) => {
    expect(toNextUrl(HERE, location).href).toBe(next);
  });

  it.each([
    ['', 'redirect'],
    ['http://', 'redirect'],
    ['https://[broken', 'redirect'],
    ['http://example.com/a', 'redirect'],
    ['http://127.0.0.1/', 'refused-address'],
    ['//2130706433/', 'refused-address'],
    ['https://localhost./', 'refused-address'],
    ['https://[::ffff:10.0.0.1]/', 'refused-address'],
    ['https://u:p@example.com/', 'refused-address'],
    ['https://example.com:8443/', 'refused-address'],
    ['javascript:alert(1)', 'refused-address'],
    ['file:///etc/passwd', 'refused-address'],
  ])('%j is refused as %s', (location, failure) => {
    expect(() => toNextUrl(HERE, location)).toThrow(expect.objectContaining({ failure }));
  });

  it('allows a step up to https, and http to http', () => {
    expect(toNextUrl(new URL('http://example.com/'), 'https://example.com/').protocol).toBe('https:');
    expect(toNextUrl(new URL('http://example.com/'), '/x').protocol).toBe('http:');
  });
});

describe('isRedirect', () => {
  it('knows the five statuses that name another place', () => {
    expect([300, 301, 302, 303, 304, 305, 306, 307, 308].filter(isRedirect)).toEqual([301, 302, 303, 307, 308]);
  });
});
