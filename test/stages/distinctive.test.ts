import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Nomination } from '../../src/domain/nomination.ts';
import { distinctiveWords, isRelevant, matchedWeight, planQueries } from '../../src/stages/distinctive.ts';
import { buildItem } from '../support/build-item.ts';
import { buildNomination, buildSeed } from '../support/build-nomination.ts';

function story(rank: number, ...titles: readonly string[]): Nomination {
  return buildNomination({ rank, seeds: titles.map((title, index) => buildSeed({ native: `${rank}-${index}`, title })) });
}

function repository(title: string): Nomination {
  return buildNomination({ rank: 5, seeds: [buildSeed({ source: 'github', title })] });
}

const LOG4J = story(
  1,
  'Log4j RCE Found',
  'RCE 0-day exploit found in log4j, a popular Java logging package',
  'Log4Shell: what we know about the log4j hole',
);
const POOL = [
  LOG4J,
  story(2, 'AWS us-east-1 is down', 'Amazon outage takes half the net with it'),
  story(3, 'Java 18 released'),
  story(4, 'Kelp farming in Norway grows'),
];

function textsOf(nomination: Nomination, name = nomination.name): string[] {
  return distinctiveWords(nomination, POOL, name).map((word) => word.text);
}

describe('distinctive words', () => {
  it('start with what all titles of the story share and no other story has', () => {
    expect(textsOf(LOG4J).slice(0, 2)).toEqual(['log4j', 'rce']);
  });

  it('count the less, the more stories of the pool have them', () => {
    const weightOf = (pool: readonly Nomination[]) => distinctiveWords(LOG4J, pool, 'x').find((word) => word.text === 'log4j')?.weight ?? 0;
    expect(weightOf([LOG4J, story(2, 'another log4j story')])).toBeLessThan(weightOf([LOG4J, story(2, 'a story about kelp')]));
  });

  it('prefer names to plain words, in a title that does not write every word large', () => {
    expect(textsOf(story(5, 'quietly the company Reefsoft vanishes'))[0]).toBe('reefsoft');
  });

  it.each([
    ['of the first word too', ['Reefsoft the company quietly vanishes'], 'reefsoft'],
    ['at a later place', ['zebra meets Otter', 'zebra sees Otter'], 'otter'],
    ['but not where another title writes it small', ['zebra meets Otter', 'zebra sees otter'], 'zebra'],
    ['but not where all words are large', ['Zebra Meets Otter'], 'zebra'],
    ['and by two capitals even there', ['Zebra Meets Otter NOAA'], 'noaa'],
  ])('know a name by its capital %s', (_, titles, heaviest) => {
    expect(textsOf(story(5, ...titles), 'x')[0]).toBe(heaviest);
  });

  it('say what a repository is and not whose', () => {
    const title = 'Anarios/return-youtube-dislike: Chrome extension to return youtube dislikes';
    expect(textsOf(repository(title), 'x')).not.toContain('anarios');
    expect(textsOf(repository('anarios/zebra'), '')).toEqual(['zebra']);
    const plan = planQueries(distinctiveWords(repository(title), POOL, 'Anarios YouTube dislikes'), 'Anarios YouTube dislikes');
    expect([...plan.first, ...(plan.broader ?? [])]).not.toContain('anarios');
  });

  it('keep what stands before a slash in a sentence', () => {
    expect(textsOf(story(5, 'zebra/otter alliance'), 'x')).toContain('zebra');
    expect(textsOf(story(5, 'CI/CD: what next'), 'x')).toContain('ci');
  });

  it('weigh half as much again where there is one title and the name has them too', () => {
    const weightOf = (text: string, name: string, ...titles: readonly string[]) =>
      distinctiveWords(story(5, ...titles), POOL, name).find((word) => word.text === text)?.weight ?? 0;
    const [one, two] = [['zebra otter alliance'], ['zebra otter alliance', 'zebra otter pact']];
    expect(weightOf('otter', 'Otter news', ...one)).toBeCloseTo(1.5 * weightOf('otter', 'x', ...one), 12);
    expect(weightOf('zebra', 'Otter news', ...one)).toBe(weightOf('zebra', 'x', ...one));
    expect(weightOf('otter', 'Otter news', ...two)).toBe(weightOf('otter', 'x', ...two));
    expect(textsOf(story(5, ...one), 'Otter news').slice(0, 2)).toEqual(['otter', 'zebra']);
    expect(textsOf(story(5, ...two), 'Otter news').slice(0, 2)).toEqual(['zebra', 'otter']);
  });

  it('stand in reading order between equals', () => {
    expect(textsOf(story(5, 'zebra otter badger')).slice(0, 3)).toEqual(['zebra', 'otter', 'badger']);
  });

  it('hold the words that only the name has last, with no share in the seeds', () => {
    const words = distinctiveWords(LOG4J, POOL, 'Log4Shell panic everywhere');
    expect(words.filter((word) => word.share === 0).map((word) => word.text)).toEqual(['panic', 'everywhere']);
    expect(words.at(-1)?.share).toBe(0);
  });

  it('leave out what says nothing, and stay few', () => {
    expect(textsOf(story(5, 'The of and the'), '')).toEqual([]);
    const many = story(5, Array.from({ length: 30 }, (_, index) => `word${String.fromCharCode(97 + (index % 26))}x`).join(' '));
    expect(textsOf(many, 'some entirely other name of words').length).toBeLessThanOrEqual(11);
  });
});

describe('the first query', () => {
  it('of the Log4j story contains log4j whatever 2 to 6 words the host names it, and does not depend on the name at all', () => {
    const word = fc.constantFrom(
      'log4j',
      'Java',
      'RCE',
      'AWS',
      'Apache',
      'security',
      'hole',
      'panic',
      'CVE-2021-44228',
      '漏洞',
      'the',
      'exploit',
    );
    const names = fc
      .array(fc.oneof(word, fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })), { minLength: 2, maxLength: 6 })
      .map((words) => words.join(' '));
    const plain = planQueries(distinctiveWords(LOG4J, POOL, 'Log4j'), 'Log4j');
    fc.assert(
      fc.property(names, (name) => {
        const plan = planQueries(distinctiveWords(LOG4J, POOL, name), name);
        expect(plan.first).toContain('log4j');
        expect(plan).toEqual(plain);
      }),
      { numRuns: 200 },
    );
  });

  function planOf(nomination: Nomination, name: string) {
    return planQueries(distinctiveWords(nomination, POOL, name), name);
  }

  it('is one word where that finds the story alone, and another word is the broader one', () => {
    expect(planOf(LOG4J, 'x')).toEqual({ first: ['log4j'], broader: ['rce'] });
  });

  it('is two words where neither is enough, and the first alone is broader', () => {
    expect(planOf(story(5, 'zebra otter alliance'), 'x')).toEqual({ first: ['zebra', 'otter'], broader: ['zebra'] });
  });

  it('is one word where one is twice as heavy as the next', () => {
    expect(planOf(story(5, 'zebra otter', 'zebra walrus', 'zebra badger'), 'x').first).toEqual(['zebra']);
  });

  it('has no broader one where there is one word', () => {
    expect(planOf(story(5, 'zebra'), 'x y z')).toEqual({ first: ['zebra'], broader: null });
  });

  it('falls back to the name where no seed title has a word to search for', () => {
    expect(planOf(story(5, '苹果发布新款手机'), 'Apple foldable phone ships')).toMatchObject({
      broader: null,
      first: ['apple', 'foldable'],
    });
    expect(planOf(story(5, '苹果发布新款手机'), '苹果新款手机')).toEqual({ first: ['苹果新款手机'], broader: null });
  });
});

describe('relevance', () => {
  const words = distinctiveWords(LOG4J, POOL, 'Log4Shell panic');
  const seedUrls = new Set(['https://lunasec.example/log4j']);
  function isOnTopic(title: string, snippet = '', url: string | null = null): boolean {
    return isRelevant(buildItem({ title, snippet, url }), words, seedUrls);
  }

  it('is carrying the heaviest words in the title', () => {
    expect(isOnTopic('How log4j became a household name, RCE and all')).toBe(true);
    expect(isOnTopic('log4j explained')).toBe(true);
    expect(isOnTopic('Kelp farming in Norway')).toBe(false);
    expect(isOnTopic('RCE in a kettle')).toBe(false);
  });

  it('asks more of a snippet than of a title', () => {
    expect(isOnTopic('A weekend to remember', 'It began with log4j, an RCE and an exploit in a Java package.')).toBe(true);
    expect(isOnTopic('A weekend to remember', 'I drank Java all day.')).toBe(false);
    expect(isOnTopic('A weekend to remember', 'And log4j kept us busy.')).toBe(false);
    expect(isOnTopic('A weekend to remember', `${'x '.repeat(200)} log4j RCE exploit Java`)).toBe(false);
  });

  it('is being the very page a seed links to', () => {
    expect(isOnTopic('no word in common', '', 'https://lunasec.example/log4j')).toBe(true);
  });

  it('is measured by the words of the seeds, however odd the name', () => {
    const odd = distinctiveWords(LOG4J, POOL, 'Qx7zz9a Rt5yy8b Pw3uu6c');
    expect(isRelevant(buildItem({ title: 'log4j explained', url: null }), odd, new Set())).toBe(true);
    expect(isRelevant(buildItem({ title: 'Qx7zz9a for all', url: null }), odd, new Set())).toBe(false);
  });

  it('goes by the name where the seeds have no words, and holds for nothing where nothing has', () => {
    const named = distinctiveWords(story(5, 'The of and'), POOL, 'Kelpdb outage');
    expect(isRelevant(buildItem({ title: 'Kelpdb outage over', url: null }), named, new Set())).toBe(true);
    expect(isRelevant(buildItem({ title: 'Kelpdb outage over', url: null }), [], new Set())).toBe(false);
  });

  it('of a story with one word is carrying that word', () => {
    const one = distinctiveWords(story(5, 'zebra'), POOL, 'x');
    expect(isRelevant(buildItem({ title: 'a zebra at large', url: null }), one, new Set())).toBe(true);
    expect(isRelevant(buildItem({ title: 'an otter at large', url: null }), one, new Set())).toBe(false);
    const alone = story(5, 'zebra');
    const oddlyNamed = distinctiveWords(alone, [alone], 'Qx7zz9a');
    expect(isRelevant(buildItem({ title: 'a zebra at large', url: null }), oddlyNamed, new Set())).toBe(true);
  });

  it('weighs each word once', () => {
    expect(matchedWeight('log4j log4j log4j', words)).toBe(matchedWeight('log4j', words));
    expect(matchedWeight('', words)).toBe(0);
  });
});
