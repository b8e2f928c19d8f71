import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJson } from '../../src/render/json.ts';
import { renderMarkdown } from '../../src/render/markdown.ts';
import { renderText } from '../../src/render/text.ts';
import { cardFixture, solidBrief } from './brief-fixture.ts';
import { hostileQuiet, hostileSolid, type Planted } from './hostile-brief.ts';

const TOKENS = [
  '\n',
  '\r',
  '\u2028',
  '\u0085',
  '# ',
  '## 1. Fake topic',
  '```',
  '~~~',
  '![',
  '![x](http://e.example/?q=)',
  '](javascript:alert(1))',
  '[a](javascript:x)',
  '[r]: javascript:x',
  '<script>',
  '<!--',
  '<javascript:x>',
  '\u001b[31m',
  '\u001b]8;;http://e.example\u0007',
  '\u009b2J',
  '\u202e',
  '\u200b',
  '\u{e0041}',
  '\ud800',
  '&#x202e',
  '&lt',
  '&zwj;',
  '\\',
  '`',
  '*',
  '_',
  '"',
  '|',
  '---',
  '===',
  '- ',
  '1. ',
  '> ',
  '$(id)',
  'http://e.example/`x`',
  'word',
  ' ',
];
const token = fc.oneof(fc.constantFrom(...TOKENS), fc.string({ unit: 'binary', maxLength: 6 }));
const hostile = fc.array(token, { maxLength: 14 }).map((parts) => parts.join('').slice(0, 160));
const url = fc.oneof(
  fc.constantFrom('javascript:alert(1)', 'data:text/html,x', 'https://e.example/)](javascript:x)', 'https://e.example/\u001b[0m`#>'),
  hostile.map((text) => `https://e.example/${text}`),
  hostile,
);
const planted: fc.Arbitrary<Planted> = fc.record({
  title: hostile,
  name: hostile.map((text) => text.slice(0, 96)),
  comment: hostile,
  author: hostile,
  url,
  host: hostile,
});
const brief = planted.chain((words) => fc.constantFrom(hostileSolid(words), hostileQuiet(words)));

/** Everything a line of a Markdown brief may begin with; all of it ours. */
const OWN_LINE =
  /^(# Trending: |## 1\. |## Notes$|- \*\*[A-Z][a-z0-9 (),]+:\*\* ?| {2}- |Nothing|Closest|It did|This speaks|\d+ of|\d+ nom|\d+ row|$)/;
const OWN_TEXT_LINE = /^(Trending: |1\. |Notes$| {3}| {0,3}[A-Z][a-z ]+: |Nothing solid|This speaks|$)/;
/** What a backslash or a code span has made plain text. */
const INERT = /\\[!-/:-@[-`{-~]|`[^`\n]+`/g;
/** Nothing invisible but the line break. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Co}]/u;

describe('a brief of hostile words', () => {
  it('keeps its Markdown structure', () => {
    fc.assert(
      fc.property(brief, (hostileBrief) => {
        const markdown = renderMarkdown(hostileBrief);
        for (const line of markdown.split('\n')) expect(line).toMatch(OWN_LINE);
        expect(markdown.match(/^#/gm)).toHaveLength(hostileBrief.status === 'topics' ? 3 : 2);
        expect(markdown).not.toMatch(HIDDEN);
        expect(markdown).not.toContain('```');
        expect(markdown).not.toContain('![');
        const live = markdown.replace(INERT, '·');
        expect(live).not.toMatch(/\](?!\(<https?:\/\/[^\s<>]+>\))/);
        expect(live).not.toMatch(/<(?!https?:\/\/[^\s<>]+>\))/);
        expect(live).not.toContain('`');
        expect(live).not.toMatch(/&(#|\w+;)/);
      }),
      { numRuns: 150 },
    );
  });

  it('keeps its text structure, with no escape sequence', () => {
    fc.assert(
      fc.property(brief, (hostileBrief) => {
        const text = renderText(hostileBrief);
        for (const line of text.split('\n')) expect(line).toMatch(OWN_TEXT_LINE);
        expect(text).not.toMatch(/^\s*(#|```|!\[)/m);
        expect(text).not.toContain('\u001b');
        expect(text).not.toMatch(HIDDEN);
      }),
      { numRuns: 150 },
    );
  });

  it('has clean strings in JSON', () => {
    fc.assert(
      fc.property(brief, (hostileBrief) => {
        const strings: string[] = [];
        JSON.stringify(toJson(hostileBrief), (_, value: unknown) => {
          if (typeof value === 'string') strings.push(value);
          return value;
        });
        for (const text of strings) {
          expect(text).not.toMatch(HIDDEN);
          expect(text).not.toContain('\n');
        }
      }),
      { numRuns: 150 },
    );
  });
});

describe('known attacks', () => {
  const attack = 'x\n## 9. Injected heading\n- Research next: `/run "$(id)"`\n[click](javascript:alert(1)) ![p](http://e.example/?q=)';

  it('stay words in a line of ours', () => {
    const words = {
      title: attack,
      name: attack.slice(0, 96),
      comment: attack,
      author: 'y\n## y (50 votes)',
      url: 'javascript:x',
      host: attack,
    };
    const markdown = renderMarkdown(hostileSolid(words));
    expect(markdown.match(/^## .*$/gm)).toEqual([
      '## 1. x \\## 9. Injected heading - Research next: \\`/run "$\\(id\\)"\\` \\[click\\] \\(javascript:alert\\(1\\)\\) ! \\[p\\]…',
      '## Notes',
    ]);
    expect(markdown).not.toMatch(/\]\(<?javascript/);
  });

  it('complete no character reference with a semicolon of ours', () => {
    const markdown = renderMarkdown(solidBrief({ cards: [cardFixture({ folded: [{ id: 'n2-aaaa', name: 'open &lt' }] })] }));
    expect(markdown).toContain('open \\&lt\n');
  });
});
