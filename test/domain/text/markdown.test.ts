import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toLine } from '../../../src/domain/text/contexts.ts';
import { toMarkdownLink, toMarkdownText } from '../../../src/domain/text/markdown.ts';
import { hostileText, OPENERS } from './strangers.ts';

/** Markdown's own reading of escapes and code spans. */
const TOKEN = /\\([!-/:-@[-`{-~])|`([^`]+)`/g;
const asRead = (markdown: string) => markdown.replace(TOKEN, (_token, escaped, code) => escaped ?? code);
const live = (markdown: string) => markdown.replace(TOKEN, '\u0000');

describe('toMarkdownText', () => {
  it.each([
    ['plain', "Don't panic: C# & C++, 50% off (v2.0)!?", "Don't panic: C# & C++, 50% off \\(v2.0\\)!?"],
    ['heading', '## 9. Injected heading', '\\## 9. Injected heading'],
    ['closing hashes of a heading', 'F #', 'F \\#'],
    ['bullets', '- a', '\\- a'],
    ['plus bullet', '+ a', '\\+ a'],
    ['star bullet and emphasis', '* a *b* __c__', '\\* a \\*b\\* \\_\\_c\\_\\_'],
    ['numbered list', '1. a', '1\\. a'],
    ['numbered list, other kind', '1) a', '1\\) a'],
    ['a version is no list', '1.5 is out', '1.5 is out'],
    ['quote', '> a', '\\> a'],
    ['rule and setext underline', '---', '\\---'],
    ['other setext underline', '===', '\\==='],
    ['table', 'a | b', 'a \\| b'],
    ['table alignment', ':-:', '\\:-:'],
    ['a smile is no table', ':)', ':\\)'],
    ['link', '[x](javascript:1)', '\\[x\\] \\(javascript:1\\)'],
    ['reference and footnote', '[^1]: [a][b]', '\\[^1\\]: \\[a\\]\\[b\\]'],
    ['image', '![x](u)', '! \\[x\\] \\(u\\)'],
    ['an image made with what follows', 'Wow!', 'Wow\\!'],
    ['code', '`a` ```b', '\\`a\\` \\`\\`b'],
    ['strike-through and tilde fence', '~~~ ~a~', '\\~\\~ \\~a\\~'],
    ['html', '<b> a<b', '‹b\\> a‹b'],
    ['no html', 'a < b', 'a \\< b'],
    ['backslash', 'a\\', 'a\\\\'],
    ['entities', '&lt;b&gt; &#8238; &copy R&D', '\\&lt;b\\&gt; \\&#8238; &copy R&D'],
    ['bare address', 'see https://e.example/a_(b), and', 'see `https://e.example/a_`\\(b\\), and'],
    ['bare www', 'WWW.e.example!', '`WWW.e.example!`'],
    ['mail', 'mail a.b@e.example', 'mail `a.b@e.example`'],
    ['an at sign alone', '@user @ 5', '@user @ 5'],
    ['lines', 'a\n\n## b\n- c', 'a ## b - c'.replace('##', '\\##')],
  ])('%s', (_name, text, expected) => {
    expect(toMarkdownText(text, 200)).toBe(expected);
  });

  it('counts its cap before escaping', () => {
    expect(toMarkdownText('(((((((', 4)).toBe('\\(\\(\\(…');
  });

  it('reads as the line it came from and starts nothing', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 80 }), (text, cap) => {
        const markdown = toMarkdownText(text, cap);
        expect(asRead(markdown)).toBe(toLine(text, cap));
        expect(live(markdown)).not.toMatch(/[\\`*_[\]()<>~|\n]|&#|&[a-z]+;|:\/\/|www\.|\w@\w|!$/i);
        expect(markdown).not.toMatch(/^(?:#|[-+=]|:-|\d+\.(?: |$)|\s)| #/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each(OPENERS)('comes back from 200,000 times %j', (opener) => {
    expect(toMarkdownText(opener.repeat(200_000), 420).length).toBeLessThanOrEqual(840);
  });
});

describe('toMarkdownLink', () => {
  it.each([
    ['a link', 'A [b]', 'https://e.example/a', '[A \\[b\\]](<https://e.example/a>)'],
    ['an address that would end it', 'a', 'https://e.example/>)<b>', '[a](<https://e.example/%3E%29%3Cb%3E>)'],
    ['entities in the address', 'a', 'https://e.example/?a=1&lt;&b=2', '[a](<https://e.example/?a=1\\&lt;&b=2>)'],
    ['a label with an address', 'see https://x.example', 'https://e.example/', '[see `https://x.example`](<https://e.example/>)'],
    ['a blank label', '\u200B', 'https://e.example/a', '[e.example](<https://e.example/a>)'],
    ['a refused address', 'a*', 'javascript:alert(1)', 'a\\*'],
    ['nothing at all', '', 'javascript:alert(1)', ''],
  ])('%s', (_name, label, url, expected) => {
    expect(toMarkdownLink(label, url)).toBe(expected);
  });

  it('is one link to where it says, whatever label and address', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (label, path) => {
        const link = toMarkdownLink(label, `https://e.example/${path}`);
        expect(live(link)).toMatch(/^\[[^[\]]+\]\(<https:\/\/e\.example\/[^<>()[\]]*>\)$/);
      }),
      { numRuns: 1000 },
    );
  });
});
