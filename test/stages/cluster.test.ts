import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DisjointSets } from '../../src/stages/cluster/disjoint-sets.ts';
import { tokenise } from '../../src/stages/cluster/tokens.ts';
import { type Cluster, type ClusterInput, cluster } from '../../src/stages/cluster.ts';
import { ORDINARY } from './cluster-ordinary.ts';

const toItem = (title: string, id: string, urlKey: string | null = null): ClusterInput => ({ id, title, urlKey, source: 'test' });

/** Clusters titles named a, b, c … beside a background, and returns the groups of the named ones. */
function group(titles: readonly string[], background: readonly ClusterInput[] = ORDINARY): string[] {
  const named = titles.map((title, index) => toItem(title, String.fromCharCode(97 + index)));
  return toGroups(cluster([...background, ...named])).filter((ids) => /^[a-z](?: |$)/u.test(ids));
}

function toGroups(clusters: readonly Cluster<ClusterInput>[]): string[] {
  return clusters.map(({ items }) => items.map(({ id }) => id).join(' '));
}

const LOG4J = [
  'Log4j RCE Found',
  'RCE 0-day exploit found in log4j, a popular Java logging package',
  'Worst Log4j RCE Zeroday Dropped on Internet',
  '颤抖吧 Javaer， log4j 史诗级漏洞',
  'log4j2 的漏洞大家今天晚上修复吗?',
];

describe('cluster: shape', () => {
  it('has nothing to say about nothing', () => {
    expect(cluster([])).toEqual([]);
  });

  it('puts one item in one cluster', () => {
    const item = toItem('A single story', 'a');
    expect(cluster([item])).toEqual([{ items: [item], merges: [] }]);
  });

  it('leaves titles without a word alone', () => {
    expect(toGroups(cluster([toItem('…', 'a'), toItem('…', 'b'), toItem('', 'c'), toItem('Why?', 'd')]))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('leaves an ordinary day in pieces', () => {
    expect(cluster(ORDINARY)).toHaveLength(ORDINARY.length);
  });

  it('keeps the items as they were given', () => {
    const item = { ...toItem('Fuzzing a fax machine', 'a'), heat: 0.5 };
    expect(cluster([item])[0]?.items[0]).toBe(item);
  });

  it('orders clusters by their smallest id and items by id', () => {
    const items = [
      toItem('Harbour crane waltzes', 'z'),
      toItem('Typewriter repair shop closes', 'm'),
      toItem('Harbour crane waltzes', 'b'),
    ];
    expect(toGroups(cluster(items))).toEqual(['b z', 'm']);
  });
});

describe('cluster: same URL, same words', () => {
  it('joins items of one URL whatever they are called, and says so', () => {
    const items = [toItem('Big news', 'a', 'example.org/x'), toItem('完全不同', 'b', 'example.org/x'), toItem('…', 'c', 'example.org/x')];
    expect(cluster(items)).toEqual([
      {
        items,
        merges: [
          { kind: 'url', left: 'a', right: 'b', url: 'example.org/x' },
          { kind: 'url', left: 'a', right: 'c', url: 'example.org/x' },
        ],
      },
    ]);
  });

  it('joins equal titles on different sites', () => {
    const items = [
      toItem('The Harbour Crane, Reborn', 'a', 'one.example/crane'),
      toItem('Show HN: The harbour crane reborn [video]', 'b', 'two.example/c'),
    ];
    expect(cluster(items)[0]?.merges).toEqual([
      { kind: 'tokens', left: 'a', right: 'b', tokens: ['harbour', 'crane', 'reborn'], similarity: 1 },
    ]);
  });

  it('follows URL and title in a chain', () => {
    const items = [
      toItem('Octopus study retracted', 'a', 'one.example/1'),
      toItem('Jazz and the cephalopod mind', 'b', 'one.example/1'),
      toItem('Jazz and the cephalopod mind', 'c', 'two.example/2'),
    ];
    expect(toGroups(cluster(items))).toEqual(['a b c']);
  });

  it('keeps five hundred equal titles in one cluster', () => {
    const items = Array.from({ length: 500 }, (_, index) => toItem('Crane waltzes in harbour', `i${index}`, `site${index}.example/a`));
    const [only, ...others] = cluster(items);
    expect(others).toEqual([]);
    expect(only?.items).toHaveLength(500);
    expect(only?.merges).toHaveLength(499);
  });
});

describe('cluster: one story', () => {
  it.each([
    ['an outage', ['Cloudflare down worldwide, half the internet is offline', 'Major outage at Cloudflare takes sites offline']],
    ['a vulnerability in two languages', LOG4J],
    ['a release', ['Tailwind CSS v3.0', 'Tailwind CSS v3', 'Introducing Tailwind CSS v3.0', 'Tailwind CSS v3.0 - Release Announcement']],
    ['a firing', ['OpenAI board fires CEO Sam Altman', 'Sam Altman ousted as OpenAI chief']],
    [
      'a settlement',
      ["Judge rejects Purdue Pharma's $4.5B opioid settlement", "Judge tosses $4.5B deal shielding Purdue's owners from opioid claims"],
    ],
    ['Japanese', ['日本で大規模な地震が発生', '大規模地震 日本で発生、津波警報']],
    ['Korean', ['삼성전자 새 갤럭시 공개', '갤럭시 신제품 공개한 삼성전자']],
    ['Thai', ['แผ่นดินไหวที่เชียงใหม่', 'เชียงใหม่แผ่นดินไหวรุนแรง']],
    ['Russian', ['Землетрясение в Турции', 'Турции помогут после землетрясения: землетрясение']],
    ['Chinese and English', ['Cloudflare 全球宕机', 'Cloudflare is down']],
  ])('%s', (_, titles) => {
    const all = titles.map((_title, index) => String.fromCharCode(97 + index)).join(' ');
    expect(group(titles)).toEqual([all]);
  });

  it('also without a corpus to compare with', () => {
    expect(group(LOG4J, [])).toEqual(['a b c d e']);
    expect(
      group(['Cloudflare down worldwide, half the internet is offline', 'Major outage at Cloudflare takes sites offline'], []),
    ).toEqual(['a b']);
  });

  it('uses the address where a title was cut short', () => {
    const cut = toItem('Shell vulnerability poses critical threat to applications using', 'b', 'daily.example/shell-threat-apache-log4j');
    expect(toGroups(cluster([...ORDINARY, toItem('Log4j RCE Found', 'a', 'other.example/x'), cut]))[0]).toBe('a b');
  });

  it('joins two pages of one service on one bad day', () => {
    const items = [
      toItem('AWS us-east-1 outage', 'a', 'us-east-1.console.aws.amazon.com/console/home'),
      toItem('AWS Console is returning HTTP 500 errors', 'b', 'console.aws.amazon.com/console/home'),
      toItem('aws/karpenter: Kubernetes node autoscaling', 'c', 'github.com/aws/karpenter'),
    ];
    expect(toGroups(cluster([...ORDINARY, ...items])).slice(0, 2)).toEqual(['a b', 'c']);
  });
});

describe('cluster: two stories', () => {
  it.each([
    ['one name, two events', ['Apple Vision Pro sales collapse', 'Apple Vision Pro jailbreak released']],
    ['two days of a series', ['Advent of Code 2021 - Day 10', 'Advent of Code 2021 - Day 11']],
    ['two parts of a series', ['Tutorial Series - Part 3: Drawing a Triangle', 'Tutorial Series - Part 4: Drawing a Cube']],
    ['two versions', ['Python 3.10 released', 'Python 3.11 released']],
    ['two models', ['GPT-4 released to everyone', 'GPT-5 released to everyone']],
    ['two years', ['The State of Lighthouses 2021', 'The State of Lighthouses 2022']],
    ['one evergreen name', ['Why Not Rust?', 'Embedding Rust in firmware for ovens']],
    ['one rare word', ['The autonomous lawnmower war', 'Pokemon played autonomously, an autonomous story']],
    ['one borrowed word', ['新款 mbp 退货经历', 'mbp 电池保养']],
  ])('%s', (_, titles) => {
    expect(group(titles)).toEqual(['a', 'b']);
    expect(group(titles, [])).toEqual(['a', 'b']);
  });

  it('lets a third title not bridge two versions', () => {
    const groups = group(['Quokka 4.1 runtime released today', 'Quokka 4.2 runtime released today', 'Quokka runtime released today']);
    expect(groups.some((ids) => ids.includes('a') && ids.includes('b'))).toBe(false);
  });

  it('stops at the largest size', () => {
    const items = ['ash', 'birch', 'cedar', 'elm'].map((tree, index) => toItem(`Harbour ${tree} crane, a waltz`, `i${index}`));
    expect(cluster(items)).toHaveLength(1);
    expect(toGroups(cluster(items, { largest: 2 }))).toEqual(['i0 i1', 'i2 i3']);
  });

  it('merges less when asked for more likeness', () => {
    const titles = ['Cloudflare down worldwide, half the internet is offline', 'Major outage at Cloudflare takes sites offline'];
    const items = titles.map((title, index) => toItem(title, `i${index}`));
    expect(cluster(items, { mergeAt: 0.9 })).toHaveLength(2);
    expect(cluster(items, { joinAt: 0.9 })).toHaveLength(2);
  });
});

describe('cluster: merges', () => {
  it('names the words that both titles hold, most telling first', () => {
    const [first] = cluster([...ORDINARY, toItem(LOG4J[0] ?? '', 'a'), toItem(LOG4J[2] ?? '', 'b')]);
    expect(first?.merges).toEqual([
      { kind: 'tokens', left: 'a', right: 'b', tokens: ['log4j', 'rce'], similarity: expect.closeTo(0.68, 1) },
    ]);
  });

  it('names the words of the addresses when titles share none', () => {
    const items = [
      toItem('Nothing to see here at all', 'a', 'one.example/zeppelin-hangar-fire-ypsilanti-mechanics'),
      toItem('多伦多', 'b', 'two.example/zeppelin-hangar-fire-ypsilanti-mechanics'),
    ];
    expect(cluster(items, { joinAt: 0.1, mergeAt: 0.1 })[0]?.merges[0]).toMatchObject({
      tokens: expect.arrayContaining(['zeppelin', 'hangar', 'ypsilanti']),
    });
  });
});

const WORDS = [
  'crane',
  'Log4j',
  'Cloudflare',
  'down',
  'v3.0',
  'v3.1',
  'part',
  '3',
  '4',
  '漏洞',
  '修复',
  '地震',
  'の',
  'C++',
  'the',
  '2021',
  'GPT-5',
  'node.js',
  '—',
];
const anyTitle = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((words) => words.join(' ')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
);
const anyItems = fc
  .array(fc.record({ title: anyTitle, urlKey: fc.option(fc.constantFrom('a.example/1', 'a.example/log4j-fix', 'b.example/2')) }), {
    maxLength: 40,
  })
  .map((rows) => rows.map(({ title, urlKey }, index) => toItem(title, `i${index}`, urlKey)));

describe('cluster: properties', () => {
  it('does not depend on the order of the items', () => {
    const shuffled = anyItems.chain((items) => fc.tuple(fc.constant(items), fc.shuffledSubarray(items, { minLength: items.length })));
    fc.assert(
      fc.property(shuffled, ([items, other]) => {
        expect(cluster(other)).toEqual(cluster(items));
      }),
    );
  });

  it('puts every item in exactly one cluster', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const ids = cluster(items).flatMap((found) => found.items.map(({ id }) => id));
        expect(ids.toSorted()).toEqual(items.map(({ id }) => id).toSorted());
      }),
    );
  });

  it('holds every cluster together by merges of its own items, none of them idle', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        for (const { items: own, merges } of cluster(items)) {
          const sets = new DisjointSets(items.length);
          const memberOf = (id: string) => own.findIndex((item) => item.id === id);
          expect(merges.every(({ left, right }) => sets.unite(memberOf(left), memberOf(right)))).toBe(true);
          expect(merges).toHaveLength(own.length - 1);
        }
      }),
    );
  });

  it('merges only for a URL or words that both items have', () => {
    fc.assert(
      fc.property(anyItems, (items) => {
        const byId = new Map(items.map((item) => [item.id, item]));
        const has = (id: string, word: string) => {
          const item = byId.get(id);
          const words = tokenise(`${item?.title ?? ''}`).map((token) => token.text);
          return words.includes(word) || (item?.urlKey ?? '').includes(word);
        };
        for (const merge of cluster(items).flatMap((found) => found.merges)) {
          if (merge.kind === 'url') expect([byId.get(merge.left)?.urlKey, byId.get(merge.right)?.urlKey]).toEqual([merge.url, merge.url]);
          else {
            expect(merge.tokens.length).toBeGreaterThan(0);
            expect(merge.tokens.filter((word) => !has(merge.left, word) || !has(merge.right, word))).toEqual([]);
            expect(merge.similarity).toBeGreaterThan(0);
            expect(merge.similarity).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });
});
