import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toAddressWords } from '../../src/stages/cluster/address.ts';
import { type Corpus, CorpusBuilder } from '../../src/stages/cluster/corpus.ts';
import { join } from '../../src/stages/cluster/join.ts';
import { Likeness, type Thresholds, VETO } from '../../src/stages/cluster/likeness.ts';
import { tokenise } from '../../src/stages/cluster/tokens.ts';

function toCorpus(titles: readonly string[], address = ''): Corpus {
  const builder = new CorpusBuilder();
  for (const title of titles) {
    const tokens = tokenise(title);
    if (tokens.length > 0) builder.add(tokens, toAddressWords(address));
  }
  return builder.build();
}

function compare(left: string, right: string): number {
  const likeness = new Likeness(toCorpus([left, right]));
  likeness.focus(1);
  return likeness.compare(0, { joinAt: 0, edgeAt: 0 });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('CorpusBuilder', () => {
  it('folds titles of one token set into one text and ranks tokens by rarity', () => {
    const corpus = toCorpus(['The crane waltz', 'Waltz of the cranes', 'Crane repair']);
    expect(corpus.textCount).toBe(2);
    expect(corpus.vocabulary).toEqual(['waltz', 'repair', 'crane']);
    expect([...corpus.frequencies]).toEqual([1, 1, 2]);
    expect([...corpus.tokens]).toEqual([0, 2, 1, 2]);
  });

  it('tells texts apart whose ids differ beyond 16 bits', () => {
    const titles = Array.from({ length: 70_000 }, (_, index) => `q${index.toString(36)}z`);
    expect(toCorpus(titles).textCount).toBe(
      new Set(
        titles.map((title) =>
          tokenise(title)
            .map(({ text }) => text)
            .toSorted()
            .join(' '),
        ),
      ).size,
    );
  });

  it('adds words of the address that the title lacks', () => {
    expect(toCorpus(['Crane'], 'harbour.example/crane-log4j').vocabulary).toEqual(['crane', 'harbour', 'log4j']);
  });
});

describe('Likeness', () => {
  it('is high for near copies, low for one shared word, nothing for none', () => {
    expect(compare('Harbour crane waltz begins', 'Harbour crane, a waltz')).toBeGreaterThan(0.6);
    expect(compare('Harbour crane waltz', 'Crane migration season')).toBeLessThan(0.28);
    expect(compare('Harbour crane waltz', 'Octopus dislikes jazz')).toBe(0);
  });

  it('counts the words of a shared name about once', () => {
    const name = compare('Apple Vision Pro collapse', 'Apple Vision Pro jailbreak');
    const scattered = compare('Apple: Pro, collapse, Vision', 'Vision: jailbreak, Apple, Pro');
    expect(name).toBeLessThan(scattered / 2);
  });

  it('counts a quotation longer than a name', () => {
    const name = compare('zebra quince walnut', 'zebra quince turnip');
    const quotation = compare('zebra quince walnut fennel sorrel parsnip', 'zebra quince walnut fennel sorrel turnip');
    expect(quotation).toBeGreaterThan(name * 1.5);
  });

  it('lets a shared identifier suffice however long the titles are', () => {
    const long = 'Security firm Blumira discovers major new Log4j attack vector hidden behind browsers and sockets';
    expect(compare(long, 'Belgian defence ministry under siege because of log4j')).toBe(0.35);
  });

  it('does not take two addresses for two titles', () => {
    const builder = new CorpusBuilder();
    builder.add(tokenise('Harbour crane'), toAddressWords('a.example/log4j'));
    builder.add(tokenise('Octopus jazz'), toAddressWords('b.example/log4j'));
    const likeness = new Likeness(builder.build());
    likeness.focus(1);
    expect(likeness.compare(0, { joinAt: 0.9, edgeAt: 0 })).toBe(0);
    expect(likeness.toWords(0)).toEqual(['log4j']);
  });

  it.each([
    ['other numbers, same words', 'Crane count hits 12', 'Crane count hits 13', true],
    ['other numbers, other words', 'Landslide kills 12 in Peru', 'Landslide kills 14 in the Andes', false],
    ['a number on one side only', 'Crane count', 'Crane count 12', false],
    ['a number and its version', 'Widget 3', 'Widget 3.1', false],
    ['a number and its multiple', 'Widget 3', 'Widget 30', true],
    ['versions of one thing among other words', 'Widget 3.1 is out', 'Widget 3.2 breaks everything again', true],
    ['versions of different things', 'Widget 3.1 supports Gadget', 'Gadget 5.2 drops Widget', false],
    ['a version first', '3.1 widgets', '3.2 gadgets', true],
    ['numbers in names', 'Boeing-737 grounded', 'Boeing-747 grounded', true],
    ['dotted names', 'Node.js widget 3', 'Vue.js widget 3', false],
    ['versions of one identifier', 'Log4j 2.15 bypass found', 'Log4j 2.17 released', true],
    ['years', 'Best cranes 2021', 'Best cranes 2022', true],
  ])('%s: veto %s', (_, left, right, expected) => {
    expect(compare(left, right) === VETO).toBe(expected);
    expect(compare(right, left) === VETO).toBe(expected);
  });

  it('stays within bounds for any two titles', () => {
    const word = fc.constantFrom('the', 'new', 'crane', 'Log4j', '漏洞', 'Java', 'の', '3', '3.1', 'waltz', 'ü', '—', 'Новая');
    const title = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => `crane ${words.join(' ')}`);
    fc.assert(
      fc.property(title, title, (left, right) => {
        const corpus = toCorpus([left, right]);
        fc.pre(corpus.textCount === 2);
        const likeness = new Likeness(corpus);
        likeness.focus(1);
        const similarity = likeness.compare(0, { joinAt: 0, edgeAt: 0 });
        expect(similarity === VETO || (similarity >= 0 && similarity <= 1)).toBe(true);
      }),
    );
  });
});

describe('join', () => {
  const pairsOf = (corpus: Corpus, thresholds: Thresholds): string[] => {
    const pairs: string[] = [];
    join(corpus, thresholds, (left, right, similarity) => pairs.push(`${left} ${right} ${similarity.toFixed(6)}`));
    return pairs.toSorted();
  };

  const allPairsOf = (corpus: Corpus, thresholds: Thresholds): string[] => {
    const likeness = new Likeness(corpus);
    const pairs = Array.from({ length: corpus.textCount }, (_, right) => {
      likeness.focus(right);
      return Array.from({ length: right }, (__, left) => ({ left, right, similarity: likeness.compare(left, thresholds) }));
    }).flat();
    const kept = pairs.filter(({ similarity }) => similarity !== 0);
    return kept.map(({ left, right, similarity }) => `${left} ${right} ${similarity.toFixed(6)}`).toSorted();
  };

  it('finds what a comparison of all pairs finds, each once', () => {
    const word = fc.constantFrom(...'alder birch cedar elm fir hazel larch maple rowan willow log4j part 3 4 5 rust new'.split(' '));
    const title = fc.array(word, { minLength: 1, maxLength: 7 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(fc.array(title, { maxLength: 40 }), fc.constantFrom(0.15, 0.25, 0.5), (titles, joinAt) => {
        const thresholds = { joinAt, edgeAt: 0.14 };
        expect(pairsOf(toCorpus(titles), thresholds)).toEqual(allPairsOf(toCorpus(titles), thresholds));
      }),
    );
  });

  it('follows a frequent word only in company', () => {
    const about = (index: number) => {
      if (index < 2) return 'harbour then festival';
      if (index < 800) return index % 2 === 0 ? 'harbour' : 'festival';
      return toName(index + 5000);
    };
    const titles = Array.from({ length: 4000 }, (_, index) => `${toName(index)} and ${about(index)}`);
    const pairs = pairsOf(toCorpus(titles), { joinAt: 0.1, edgeAt: 0.01 }).map((pair) => pair.split(' ').slice(0, 2).join(' '));
    expect(pairs).toContain('0 1');
    // Of the 159,201 pairs that share just one frequent word, only what fell into one bucket by chance.
    expect(pairs.length).toBeLessThan(50);
  });

  it('compares a bounded number of pairs although every title shares a word', () => {
    const compared = vi.spyOn(Likeness.prototype, 'compare');
    const comparisonsOf = (count: number) => {
      compared.mockClear();
      join(
        toCorpus(Array.from({ length: count }, (_, index) => `harbour festival ${toName(index)}`)),
        { joinAt: 0.25, edgeAt: 0.1 },
        () => {},
      );
      return compared.mock.calls.length;
    };
    expect(comparisonsOf(300)).toBe((300 * 299) / 2);
    expect(comparisonsOf(3000)).toBeLessThan(3000);
  });

  it('has no pairs in a corpus of none or one', () => {
    expect(pairsOf(toCorpus([]), { joinAt: 0.25, edgeAt: 0.1 })).toEqual([]);
    expect(pairsOf(toCorpus(['crane']), { joinAt: 0.25, edgeAt: 0.1 })).toEqual([]);
  });
});

/** A made-up word of letters for each number. */
function toName(index: number): string {
  return `zq${[...index.toString(10)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('')}x`;
}
