import { describe, expect, it } from 'vitest';
import { toHtmlAttribute, toHtmlText } from '../../../src/domain/text/html.ts';

describe('toHtmlText and toHtmlAttribute', () => {
  it.each([
    ['ordinary words', 'Ça va, 漏洞 100% = ok', 'Ça va, 漏洞 100% = ok'],
    ['a tag', '<script>x</script>', '‹script&#62;x‹/script&#62;'],
    ['what is no tag', 'a < b > c', 'a &#60; b &#62; c'],
    ['a way out of a value', '" onload="x', '&#34; onload=&#34;x'],
    ['the other ways out', "'`", '&#39;&#96;'],
    ['references', '&lt;b&gt; &#60; &copy', '&#38;lt;b&#38;gt; &#38;#60; &#38;copy'],
    ['lines and hidden characters', 'a\n\u202E\u001B[31mb', 'a b'],
    ['nothing', '\u200B', ''],
  ])('%s', (_name, text, expected) => {
    expect(toHtmlText(text, 80)).toBe(expected);
    expect(toHtmlAttribute(text, 80)).toBe(`"${expected}"`);
  });

  it('count their cap before escaping', () => {
    expect(toHtmlText('&&&&&', 3)).toBe('&#38;&#38;…');
  });
});
