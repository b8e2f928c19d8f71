import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalUrl, parseWebUrl, withoutCredentials } from '../../src/domain/url.ts';

describe('canonicalUrl', () => {
  it.each([
    ['http://example.com', 'https://example.com'],
    ['HTTPS://WWW.Example.COM/Path/', 'https://example.com/Path'],
    ['https://example.com./a', 'https://example.com/a'],
    ['https://example.com/a#section', 'https://example.com/a'],
    ['https://example.com//a///b//', 'https://example.com/a/b'],
    ['https://example.com/a?b=2&a=1', 'https://example.com/a?a=1&b=2'],
    ['https://example.com/a?b=2&b=1', 'https://example.com/a?b=2&b=1'],
    ['https://example.com/a?', 'https://example.com/a'],
    ['https://example.com:443/a', 'https://example.com/a'],
    ['http://example.com:80/a', 'https://example.com/a'],
    ['http://example.com:443/a', 'https://example.com/a'],
    ['https://example.com:8443/a', 'https://example.com:8443/a'],
  ])('writes %s plainly', (given, canonical) => {
    expect(canonicalUrl(given)).toBe(canonical);
  });

  it.each([
    ['utm_*', 'https://example.com/a?utm_source=hn&utm_medium=x&id=7'],
    ['fbclid', 'https://example.com/a?fbclid=IwAR&id=7'],
    ['gclid', 'https://example.com/a?id=7&gclid=1'],
    ['ref', 'https://example.com/a?ref=hackernews&id=7'],
    ['mixed case', 'https://example.com/a?UTM_Source=hn&id=7'],
  ])('drops tracking by %s and keeps what means something', (_, given) => {
    expect(canonicalUrl(given)).toBe('https://example.com/a?id=7');
  });

  it.each(['www', 'www2', 'm', 'mobile', 'amp', 'old', 'new', 'np', 'touch', 'wap', 'm.www'])('knows %s. as the same site', (prefix) => {
    expect(canonicalUrl(`https://${prefix}.example.com/a`)).toBe('https://example.com/a');
  });

  it('never strips a host down to its top level', () => {
    expect(canonicalUrl('https://m.com/a')).toBe('https://m.com/a');
  });

  it.each([
    'https://www.google.com/amp/s/news.example/story',
    'https://google.co.uk/amp/news.example/story',
    'https://news-example.cdn.ampproject.org/c/s/news.example/story',
    'https://www.google.com/amp/s/www.google.com/amp/s/news.example/story',
    'https://amp.news.example/story',
    'https://news.example/story/amp',
    'https://news.example/story/amp/',
    'https://news.example/story.amp',
    'https://news.example/story?outputType=amp',
  ])('unwraps the AMP page %s', (given) => {
    expect(canonicalUrl(given)).toBe('https://news.example/story');
  });

  it('leaves the ending of an AMP page that has one', () => {
    expect(canonicalUrl('https://news.example/story.amp.html')).toBe('https://news.example/story.html');
  });

  it('unwraps for the real wrappers only, and never to what is no web page', () => {
    expect(canonicalUrl('https://google.evil.example/amp/s/news.example/story')).toBe(
      'https://google.evil.example/amp/s/news.example/story',
    );
    expect(canonicalUrl('https://www.google.com/amp/s/user:pass@news.example/x')).toBe('https://google.com/amp/s/user:pass@news.example/x');
  });

  it.each([
    ['https://youtu.be/dQw4w9WgXcQ?t=43', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ/', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://m.youtube.com/watch?v=dQw4w9WgXcQ&feature=share&t=1', 'https://youtube.com/watch?v=dQw4w9WgXcQ'],
    ['https://www.youtube.com/@channel', 'https://youtube.com/@channel'],
    ['https://youtu.be/', 'https://youtube.com'],
    ['https://mobile.twitter.com/ada/status/1?s=20', 'https://twitter.com/ada/status/1'],
    ['https://x.com/ada/status/1', 'https://twitter.com/ada/status/1'],
    ['https://en.m.wikipedia.org/wiki/Kelp', 'https://en.wikipedia.org/wiki/Kelp'],
    ['https://medium.com/@ada/a-story?source=rss&x=1', 'https://medium.com/@ada/a-story?x=1'],
    ['https://GitHub.com/Ada/Engine.git', 'https://github.com/ada/engine'],
    ['https://example.com/Ada/Engine.git?t=1&s=2', 'https://example.com/Ada/Engine.git?s=2&t=1'],
  ])('knows %s as %s', (given, canonical) => {
    expect(canonicalUrl(given)).toBe(canonical);
  });

  it('resolves against a base', () => {
    expect(canonicalUrl('/item?id=1', 'https://news.ycombinator.com/')).toBe('https://news.ycombinator.com/item?id=1');
  });

  it.each([
    'ftp://example.com/a',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:ada@example.com',
    'https://ada@example.com/',
    'https://ada:secret@example.com/',
    'not a url',
    '/relative',
    '',
    'https://',
    `https://example.com/${'a'.repeat(2048)}`,
  ])('refuses %s', (given) => {
    expect(canonicalUrl(given)).toBeNull();
    expect(parseWebUrl(given)).toBeNull();
  });

  it('refuses what grows past 2048 characters when written plainly', () => {
    expect(canonicalUrl(`https://example.com/${'é'.repeat(500)}`)).toBeNull();
  });

  it('gives up on a URL that takes too many passes', () => {
    expect(canonicalUrl(`https://example.com/a${'/amp'.repeat(7)}`)).toBe('https://example.com/a');
    expect(canonicalUrl(`https://example.com/a${'/amp'.repeat(40)}`)).toBeNull();
  });

  it.each(['constructor', '__proto__', 'toString'])('is not fooled by a host named %s', (host) => {
    expect(canonicalUrl(`https://${host}/a?b=1`)).toBe(`https://${host.toLowerCase()}/a?b=1`);
  });

  it('is its own canonical URL, whatever the pieces', () => {
    const pieces = [
      '/amp',
      '/amp/s/',
      'a.example',
      '/',
      '//',
      '.amp',
      '.amp.html',
      '.git',
      '/x',
      '?a=1',
      '&b=2',
      '?utm_source=q',
      '#f',
      '..',
    ];
    const hosts = [
      'www.google.com',
      'm.',
      'www.',
      'youtu.be/',
      'shorts/',
      '.cdn.ampproject.org',
      'github.com/',
      'en.m.wikipedia.org',
      'x.com',
      ':443',
    ];
    const odd = ['%2F', 'é', 'constructor', '?v=1', ':8080', 'Ä', '.', '@', '%', '+', '&='];
    const assembled = fc
      .tuple(
        fc.constantFrom('http://', 'https://'),
        fc.array(fc.constantFrom(...pieces, ...hosts, ...odd), { minLength: 1, maxLength: 10 }),
      )
      .map(([scheme, parts]) => scheme + parts.join(''));
    const anyUrl = fc.oneof(assembled, fc.webUrl({ withQueryParameters: true, withFragments: true }));
    fc.assert(
      fc.property(anyUrl, (given) => {
        const once = canonicalUrl(given);
        expect(once === null ? null : canonicalUrl(once)).toBe(once);
        expect(once?.length ?? 0).toBeLessThanOrEqual(2048);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('withoutCredentials', () => {
  it.each([
    ['https://user:pass@e.example/a?b#c', 'https://e.example/a?b#c'],
    ['https://:pass@e.example', 'https://e.example/'],
    ['https://e.example/a@b', 'https://e.example/a@b'],
    ['no address', 'no address'],
    [`https://a@e.example/${'a'.repeat(2048)}`, `https://a@e.example/${'a'.repeat(2048)}`],
  ])('%s', (given, expected) => {
    expect(withoutCredentials(given)).toBe(expected);
  });
});
