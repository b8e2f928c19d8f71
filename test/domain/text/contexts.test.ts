import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLine, toSafeUrl, toSlug, toTerminalText, toUntrustedJson } from '../../../src/domain/text/contexts.ts';
import { hostileText, INVISIBLE, OPENERS } from './strangers.ts';

const caps = fc.integer({ min: 1, max: 60 });

describe('toLine', () => {
  it.each([
    ['one line', ' a\r\nb\u2028 c ', 20, 'a b c'],
    ['cut at a word', 'one two three', 9, 'one two…'],
    ['cut in a long word', 'a'.repeat(50), 5, 'aaaa…'],
    ['nothing', '\u200B', 5, ''],
    ['a tail too long to be looked at', `a${' '.repeat(20_000)}b`, 9, 'a …'],
    ['nothing but such a tail', '\u200B'.repeat(20_000), 9, '…'],
  ])('%s', (_name, text, cap, expected) => {
    expect(toLine(text, cap)).toBe(expected);
  });

  it('looks at as much as a long line needs', () => {
    expect(toLine('😀'.repeat(20_000), 20_000)).toBe('😀'.repeat(20_000));
    expect(toLine('a'.repeat(70_000), 70_000)).toBe(`${'a'.repeat(65_536)} …`);
  });

  it.each(OPENERS)('comes back from 200,000 times %j', (opener) => {
    expect([...toLine(opener.repeat(200_000), 220)].length).toBeLessThanOrEqual(220);
  });

  it('is one visible, bounded, stable line', () => {
    fc.assert(
      fc.property(hostileText, caps, (text, cap) => {
        const line = toLine(text, cap);
        expect(line).not.toMatch(INVISIBLE);
        expect(line).not.toMatch(/\n|^\s|\s$|\s\s|^\p{M}/u);
        expect([...line].length).toBeLessThanOrEqual(cap);
        expect(toLine(line, cap)).toBe(line);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('toTerminalText', () => {
  it('holds no control character', () => {
    expect(toTerminalText('\u001B]0;t\u0007\u001B[2Jdone\r\u009B1A', 80)).toBe('done');
    fc.assert(
      fc.property(hostileText, caps, (text, cap) => {
        expect(toTerminalText(text, cap)).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});

describe('toTerminalText, relayed into a chat that renders Markdown', () => {
  it.each([
    ['heading', '## 1. Fake topic', '＃＃ 1. Fake topic'],
    ['heading behind a list mark of ours or theirs', '- > # a', '- > ＃ a'],
    ['heading right behind a quote mark', '># a', '>＃ a'],
    ['an empty heading', '#', '＃'],
    ['link definition', '[r]: https://e.example', '[r] : https://e.example'],
    ['image and link', '![a](https://e.example)', '! [a] (https://e.example)'],
    ['no heading', '#hashtag C# F #1 a#b', '#hashtag C# F #1 a#b'],
  ])('%s', (_name, text, expected) => {
    expect(toTerminalText(text, 80)).toBe(expected);
    expect(toUntrustedJson(text, 80)).toBe(expected);
  });
});

describe('toUntrustedJson', () => {
  it('survives a round through JSON as one sanitised line', () => {
    expect(toUntrustedJson('"a"\n</script>', 80)).toBe('"a" ‹/script>');
    fc.assert(
      fc.property(hostileText, caps, (text, cap) => {
        const value = toUntrustedJson(text, cap);
        expect(JSON.parse(JSON.stringify({ untrusted: value }))).toEqual({ untrusted: value });
        expect(value).not.toMatch(INVISIBLE);
      }),
    );
  });
});

describe('toSlug', () => {
  it.each([
    ['words', 'Log4j RCE Found!', 40, 'log4j-rce-found'],
    ['accents and ligatures', 'Crème Brûlée ﬁne №5', 40, 'creme-brulee-fine-no5'],
    ['apostrophes', 'Don’t panic, it’s Bob’s', 40, 'dont-panic-its-bobs'],
    ['leading dashes', '--force -rf', 40, 'force-rf'],
    ['paths', '../../etc/passwd', 40, 'etc-passwd'],
    ['cut at a word', 'one two three', 9, 'one-two'],
    ['other scripts', '漏洞', 40, 'untitled'],
    ['nothing', '', 40, 'untitled'],
    ['a device of Windows', 'COM1', 40, 'untitled'],
    ['no device', 'con artists', 40, 'con-artists'],
    ['no room', 'abc', 0, 'untitled'],
  ])('%s', (_name, text, cap, expected) => {
    expect(toSlug(text, cap)).toBe(expected);
  });

  it('is always a plain file name part, and stable', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 8, max: 60 }), (text, cap) => {
        const slug = toSlug(text, cap);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(cap);
        expect(toSlug(slug, cap)).toBe(slug);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('toSafeUrl', () => {
  it.each([
    ['canonical form', 'HTTPS://Example.COM:443/a/../b', 'https://example.com/b'],
    ['odd ports stay', 'http://example.com:8080/a', 'http://example.com:8080/a'],
    ['an international host', 'https://bücher.example/ü', 'https://xn--bcher-kva.example/%C3%BC'],
    ['parentheses', 'https://e.example/A_(b)', 'https://e.example/A_%28b%29'],
    ['white space and quotes', "https://e.example/a b\"c'?d='e f`", 'https://e.example/a%20b%22c%27?d=%27e%20f%60'],
    ['pipes, brackets and braces', 'https://e.example/?a|b[c]{d}^\\', 'https://e.example/?a%7Cb%5Bc%5D%7Bd%7D%5E%5C'],
    ['markup', 'https://e.example/<b>?<b>#<b>', 'https://e.example/%3Cb%3E?%3Cb%3E#%3Cb%3E'],
    ['controls and bidi', 'https://e.example/\u001B[31m\u202E', 'https://e.example/%1B%5B31m%E2%80%AE'],
    ['line breaks inside', 'https://e.exa\nmple/', 'https://e.example/'],
    ['an address of version 6', 'http://[::1]/[a]', 'http://[::1]/%5Ba%5D'],
    ['javascript', 'javascript:alert(1)', null],
    ['javascript, disguised', ' java\nscript:alert(1)', null],
    ['data', 'data:text/html,x', null],
    ['file', 'file:///etc/passwd', null],
    ['ftp', 'ftp://e.example/', null],
    ['credentials left out', 'https://user:pass@e.example/a', 'https://e.example/a'],
    ['a user that looks like a host', 'https://paypal.com@e.example/', 'https://e.example/'],
    ['credentials, encoded', 'https://%75ser:p%40ss@e.example/?q=a@b', 'https://e.example/?q=a@b'],
    ['credentials before no host', 'https://user:pass@/', null],
    ['a host that a shell would run', 'https://$(id).example/', null],
    ['a host with a backtick', 'https://`id`.example/', null],
    ['a host that ends a link', "https://a)'(b.example/", null],
    ['no address', 'e.example/a', null],
    ['no host', 'https://', null],
    ['too long', `https://e.example/${'a'.repeat(2048)}`, null],
    ['too long once encoded', `https://e.example/${'('.repeat(1000)}`, null],
  ])('%s', (_name, text, expected) => {
    expect(toSafeUrl(text)).toBe(expected);
  });

  it('is plain ASCII without anything that ends a link, and stable', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const url = toSafeUrl(`https://e.example/${text}`);
        expect(url).toMatch(/^https:\/\/e\.example\/[\w\-.~!$&*+,;=:@/?#%]*$/);
        expect(toSafeUrl(url ?? '')).toBe(url);
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const url = toSafeUrl(text);
        expect(url === null || /^https?:\/\/[!-~]+$/.test(url)).toBe(true);
      }),
    );
  });
});
