import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAddressWords } from '../../src/stages/cluster/address.ts';
import { tokenise } from '../../src/stages/cluster/tokens.ts';

/** Tokens as "text/kind@position", words without their kind. */
const show = (title: string): string =>
  tokenise(title)
    .map(({ text, kind, position }) => `${text}${kind === 'word' ? '' : `/${kind}`}@${position}`)
    .join(' ');

describe('tokenise', () => {
  it.each([
    ['plain words and stop words', 'The Harbour Crane and the Waltz', 'harbour@1 crane@2 waltz@5'],
    ['words said twice', 'Crane, crane and cranes', 'crane@0'],
    ['evergreen and everyday words', 'Rust makes new C programs', 'rust/topic@0 make/common@1 new/common@2 c/topic@3 program/common@4'],
    ['names with symbols', 'C++ and C# on .NET, not F#', 'c++/topic@0 c#/topic@2 .net/topic@4 f#/topic@7'],
    ['versions', 'Widget v3.0 and 2.1.0 and v4', 'widget@0 3.0/version@1 3/number@1 2.1/version@3 2/number@3 4/version@5'],
    ['a version before the first', 'Neovim 0.5.0', 'neovim@0 0.5/version@1'],
    [
      'numbers, years and measures',
      '1,000 cranes in 2021 lift 4.5bn kg and 3D',
      '1000/number@0 crane@1 2021/year@3 lift@4 4.5bn/number@5 kg@6 3d/number@8',
    ],
    ['an identifier', 'Log4j in k8s', 'log4j/identifier@0 k8s@2'],
    ['an identifier with a version', 'log4j2 beats web3', 'log4j2/whole@0 log4j/identifier@0 beat/common@1 web3/whole@2 web/common@2'],
    ['a short stem', 'ps5 and es2022', 'ps5@0 es2022/identifier@2'],
    [
      'series names',
      'GPT-5 in us-east-1 hits CVE-2021-44228 on an F-35',
      'gpt-5/whole@0 gpt/topic@0 us-east-1/identifier@2 hit/common@3 cve-2021-44228/identifier@4 f-35/identifier@7',
    ],
    [
      'ordinary hyphens',
      'Open-source 0-day in log4j-core',
      'open/common@0 source/common@1 0/number@2 day/common@3 log4j/identifier@5 core@6',
    ],
    ['dotted names', 'Node.js on crates.io for the U.S.', 'node.js/whole@0 node/topic@0 crates.io/whole@2 crate@2 us/common@5'],
    ['apostrophes', "Apple’s rock'n'roll can't stop", 'apple/topic@0 rocknroll@1 stop/common@3'],
    ['plurals', 'Ponies, boxes, glasses, buses, gas, ties and Kubernetes', 'pony@0 box@2 glass@4 buse@6 gas@8 tie@10 kubernetes/topic@12'],
    ['platform scaffolding', 'Show HN: Crane [video] (2012)', 'crane@0'],
    ['reddit scaffolding', '[D] Cranes [R] (PDF)', 'crane@0'],
    ['launches', 'Launch HN: Crane (YC W22) – waltz https://crane.example/a?b', 'crane@0 waltz@2'],
    ['punctuation between words', 'Crane: waltz', 'crane@0 waltz@2'],
    ['accents and full width', 'Ｃａｆé ÜBER', 'café@0 über@1'],
    ['Arabic and Hindi', 'زلزال تركيا हिन्दी', 'زلزال@0 تركيا@1 हिन्दी@2'],
  ])('%s', (_, title, expected) => {
    expect(show(title)).toBe(expected);
  });

  it.each([
    ['Chinese, cut at particles', '修复的漏洞', '修复/bigram@1 漏洞/bigram@2'],
    ['a single character', '我的猫', '猫/faint@1'],
    ['everyday pairs', '大家晚安', '大家/faint@1 家晚/bigram@2 晚安/bigram@3'],
    [
      'Latin inside Chinese',
      '颤抖 Javaer，log4j漏洞 Python',
      '颤抖/bigram@1 javaer/foreign@3 log4j/identifier@5 漏洞/bigram@7 python/topic@9',
    ],
    ['Japanese', 'クラウドの障害', 'クラ/bigram@1 ラウ/bigram@2 ウド/bigram@3 障害/bigram@4'],
    ['Japanese grammar', '落ちる', '落ち/bigram@1 ちる/faint@2'],
    ['Korean', '갤럭시 공개', '갤럭/bigram@1 럭시/bigram@2 공개/bigram@5'],
    ['Latin inside Russian', 'Новая Cloudflare', 'новая@0 cloudflare/foreign@1'],
  ])('%s', (_, title, expected) => {
    expect(show(title)).toBe(expected);
  });

  it('reads a title of one line, not an essay', () => {
    expect(tokenise(`crane ${'waltz '.repeat(10_000)} harbour`).map(({ text }) => text)).not.toContain('harbour');
    expect(tokenise(Array.from({ length: 5000 }, (_, index) => `w${index}w`).join(' ')).length).toBeLessThan(120);
  });

  it('takes anything, gives distinct non-empty tokens without spaces, and is stable under its own spelling', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const texts = tokenise(title).map((token) => token.text);
        expect(new Set(texts).size).toBe(texts.length);
        expect(texts.filter((text) => text === '' || /\s/u.test(text))).toEqual([]);
        expect(tokenise(title.toLowerCase().normalize('NFKC')).length).toBe(texts.length);
      }),
    );
  });
});

describe('toAddressWords', () => {
  const words = (urlKey: string) => toAddressWords(urlKey).map(({ text, kind }) => `${text}/${kind}`);

  it('reads host and path, and marks identifiers', () => {
    expect(words('https://www.lunatic.example/docs/blog/log4j-zero-day?utm=x#y')).toEqual([
      'lunatic/address',
      'log4j/handle',
      'zero/address',
    ]);
  });

  it('knows nothing of places on a site, numbers, short parts and mixed-case ids', () => {
    expect(words('github.com/2021/12/p/Igh-vBI2LXc/blog')).toEqual([]);
    expect(words('')).toEqual([]);
  });

  it('reads a bounded part of a long path', () => {
    expect(
      words(`a.example/${Array.from({ length: 500 }, (_, index) => `word${'abcdefghij'.charAt(index % 10).repeat(index + 1)}`).join('-')}`),
    ).toHaveLength(24);
  });
});
