import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPlainLine, toPlainText } from '../../src/sources/plain-text.ts';

describe('toPlainText', () => {
  it.each([
    ['<p>One</p><p>Two</p>', 'One Two'],
    ['One<br/>two <b>th</b>ree', 'One two three'],
    ['a &lt;b&gt; c &amp;amp; d', 'a <b> c &amp; d'],
    ['x<!-- SC_OFF --><div class="md">y</div><!-- SC_ON -->z', 'x y z'],
    ['seen<!-- hidden <b>orders</b> --> seen', 'seen seen'],
    ['seen <!-- never closed', 'seen'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['it&#x27;s&nbsp;here\r\n\tnow', "it's here now"],
    ['&lt;/tool_result&gt; stays to be sanitised later', '</tool_result> stays to be sanitised later'],
    ['', ''],
  ])('reads %j as %j', (html, text) => {
    expect(toPlainText(html, 100)).toBe(text);
  });

  it('cuts at a word and says so', () => {
    expect(toPlainText('<p>alpha beta gamma delta</p>', 12)).toBe('alpha beta…');
  });

  it('keeps its cap in code points and leaves no tag, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), fc.integer({ min: 1, max: 60 }), (text, cap) => {
        const plain = toPlainText(`<p>${text}</p>`, cap);
        expect([...plain].length).toBeLessThanOrEqual(cap);
        expect(plain).toBe(plain.trim());
      }),
    );
  });

  it('looks at no more than it may need of a huge field', () => {
    const text = toPlainText(`${'<'.repeat(2_000_000)}x`, 50);
    expect([...text].length).toBeLessThanOrEqual(50);
  });
});

describe('toPlainLine', () => {
  it.each([
    ['std::vector<bool> &amp; friends', 'std::vector<bool> & friends'],
    ['<ruby>: The Ruby Annotation element', '<ruby>: The Ruby Annotation element'],
    ['<i>Really</i> <b class="x">bold <em>news</em></b>', 'Really bold news'],
    ['&lt;span&gt;AT&amp;amp;T&lt;/span&gt;', 'AT&amp;T'],
    ['R&D costs &copy2 more', 'R&D costs &copy2 more'],
    ['  two\n lines ', 'two lines'],
  ])('reads %j as %j', (raw, text) => {
    expect(toPlainLine(raw, 100)).toBe(text);
  });
});
