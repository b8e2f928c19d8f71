import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heuristicName } from '../../src/stages/name.ts';

describe('heuristicName', () => {
  it.each([
    ['US strikes Iran', 'US strikes Iran'],
    ['Cloudflare down worldwide, half the internet is offline', 'Cloudflare down worldwide'],
    ["OpenAI's o5 leaks; Sam Altman responds, Anthropic and Google race to catch up", "OpenAI's o5 leaks"],
    ['OpenAI’s o5 leaks; Sam Altman responds to critics', "OpenAI's o5 leaks"],
    ['What is MCP and why does OpenAI back it', 'MCP'],
    ['Why I left Google', 'Why I left Google'],
    ['U.S. strikes Iran nuclear sites in overnight raid', 'U.S. strikes Iran nuclear sites'],
    ['Apple, Google and Microsoft agree to share patents', 'Apple, Google and Microsoft agree'],
    ['the rise of slow software; Kelp Labs ships nothing for a year', 'Kelp Labs ships nothing'],
    ['nothing ever happens here; and then all of it', 'nothing ever happens here'],
    ['Meeting at 10:30 about Cloudflare outages across the whole world', 'Meeting at 10:30 about Cloudflare outages'],
    ['Log4j RCE Found', 'Log4j RCE Found'],
  ])('keeps what "%s" is about', (title, name) => {
    expect(heuristicName(title)).toBe(name);
  });

  it.each([
    ['Show HN: I built an open-source agent memory layer', 'open-source agent memory layer'],
    ['Launch HN: Kelp (YC S31) – Databases that admit what they lost', 'Kelp (YC S31)'],
    ['Ask HN: How do I get started with Rust?', 'get started with Rust'],
    ['My coworker replaced our whole CI pipeline with Gemma 4', 'replaced our whole CI pipeline'],
    ['Hey, so I made a tiny database in Zig', 'tiny database in Zig'],
    ['Is anyone else seeing GitHub outages?', 'seeing GitHub outages'],
    ['TIL: the sky is a lie', 'sky is a lie'],
    ['Announcing: Rust 1.90.0', 'Rust 1.90.0'],
    ['[R] Attention is all you skim', 'Attention is all you skim'],
    ['PostgreSQL 17 Released [pdf]', 'PostgreSQL 17 Released'],
    ['A history of kelp (1987)', 'history of kelp'],
    ['Kelpdb 5 released - The Daily Byte', 'Kelpdb 5 released'],
  ])('drops the framing of "%s"', (title, name) => {
    expect(heuristicName(title)).toBe(name);
  });

  it.each([
    ['ada/analytical-engine: Computes Bernoulli numbers by steam', 'analytical engine'],
    ['ada/engine', 'engine'],
    ['TCP/IP: an illustrated history of the net', 'TCP/IP: an illustrated history'],
  ])('knows a repository by its name: "%s"', (title, name) => {
    expect(heuristicName(title)).toBe(name);
  });

  it.each([
    ['苹果发布新款手机', '苹果发布新款手机'],
    ['苹果发布新款MacBook Pro，搭载M5芯片，性能提升百分之五十以上', '苹果发布新款MacBook Pro'],
    ['日本の宇宙機関が新しい月探査機の打ち上げに成功したと発表しました', '日本の宇宙機関が新しい月探査機の打ち上げに成功し'],
    ['哈哈，苹果发布了一款谁也没有想到的折叠屏手机而且便宜', '哈哈，苹果发布了一款谁也没有想到的折叠屏手机而且'],
    ['p b c d e f g 日本', 'p b c d e f'],
  ])('gives scripts without spaces a length instead: "%s"', (title, name) => {
    expect(heuristicName(title)).toBe(name);
  });

  it('names a bare URL without its scheme', () => {
    expect(heuristicName('https://www.kelp.example/a/b?c=d')).toBe('kelp.example/a/b?c=d');
    expect(heuristicName('https://')).toBeNull();
  });

  it('cuts one huge word between characters', () => {
    expect(heuristicName('x'.repeat(1000))).toBe('x'.repeat(80));
    expect(heuristicName('𝕳'.repeat(500))).toBe('𝕳'.repeat(48));
  });

  it('keeps the framing of a title that is nothing else', () => {
    expect(heuristicName('What can I do?')).toBe('What can I do');
  });

  it.each([
    ['Kelp (the seaweed', 'Kelp the seaweed'],
    ['(some) thing', 'some thing'],
    ['“Quoted title”', 'Quoted title'],
    ['Kelpdb ships!!!', 'Kelpdb ships'],
    ['Kelpdb [5.0] ships', 'Kelpdb [5.0] ships'],
  ])('leaves no loose punctuation on "%s"', (title, name) => {
    expect(heuristicName(title)).toBe(name);
  });

  it.each(['', '   ', '!!!', '🚀🚀', '[deleted]', '[removed]', '…'])('is null for "%s"', (title) => {
    expect(heuristicName(title)).toBeNull();
  });

  it('has at most six words and fits a nomination, whatever the title', () => {
    const word = fc.constantFrom(
      'Show HN:',
      'I built',
      'the',
      'OpenAI',
      'leaks;',
      'and why',
      '日本語',
      '"',
      '(',
      '𝕳𝖎',
      'a/b:',
      '[pdf]',
      'v5.0',
      '—',
      '?',
    );
    const titles = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(word, { maxLength: 14 }).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(titles, (title) => {
        const name = heuristicName(title);
        if (name === null) return;
        expect(name.split(/\s+/).length).toBeLessThanOrEqual(6);
        expect(name.length).toBeLessThanOrEqual(96);
        expect(name).toBe(name.trim());
        expect(name).toMatch(/[\p{L}\p{N}]/u);
      }),
      { numRuns: 500 },
    );
  });
});
