import { describe, expect, it } from 'vitest';
import { hackernews } from '../../src/sources/hackernews.ts';
import { failure, jsonReply, NEVER, reply, type ScriptedNetwork, SEARCH, SWEEP, scriptedNetwork } from './scripted-door.ts';

const API = 'https://hn.algolia.com/api/v1';

function hit(objectID: string, extra: object = {}): object {
  return {
    objectID,
    title: `Story ${objectID}`,
    url: `https://www.site.example/${objectID}?utm_source=x`,
    author: 'ann',
    points: 12,
    num_comments: 3,
    created_at_i: 1_772_360_000,
    _tags: ['story'],
    ...extra,
  };
}

function networkOf(...pages: readonly (readonly object[])[]): ScriptedNetwork {
  return scriptedNetwork((_, place) => jsonReply({ hits: pages[place] ?? [], nbHits: 1, page: 0 }));
}

describe('hackernews sweep', () => {
  it('asks for the front page and for what rose in the last day', async () => {
    const network = networkOf([hit('1')], [hit('2')]);
    const { outcome } = await hackernews.open(network).sweep(SWEEP, NEVER);
    expect(network.requests).toEqual([
      { url: `${API}/search?tags=front_page&hitsPerPage=60`, accept: 'json' },
      {
        url: `${API}/search_by_date?tags=story&numericFilters=created_at_i%3E1772280000%2Cpoints%3E%3D5&hitsPerPage=100`,
        accept: 'json',
      },
    ]);
    expect(outcome).toEqual({ status: 'ok', itemCount: 2, httpStatus: 200, requestCount: 2, elapsedMs: 7 });
  });

  it('asks for a domain too, as plain words', async () => {
    const network = networkOf([hit('1')], [], [hit('3')]);
    const { items } = await hackernews.open(network).sweep({ ...SWEEP, domain: 'C++ "compilers": -gcc' }, NEVER);
    expect(network.requests[2]?.url).toBe(
      `${API}/search_by_date?tags=story&query=c%2B%2B%20compilers%20gcc&numericFilters=created_at_i%3E1769774400&hitsPerPage=50`,
    );
    expect(items.map((item) => item.id)).toEqual(['hackernews:1', 'hackernews:3']);
  });

  it('makes a whole item of a hit, once', async () => {
    const story = hit('7', {
      title: ' Tom &amp; Jerry\n on <canvas> (2012) [video] ',
      story_text: '<p>One.<p>Two &lt;b&gt; <a href="x">link</a>',
    });
    const { items } = await hackernews.open(networkOf([story], [story])).sweep(SWEEP, NEVER);
    expect(items).toEqual([
      {
        id: 'hackernews:7',
        source: 'hackernews',
        title: 'Tom & Jerry on <canvas> (2012) [video]',
        url: 'https://site.example/7',
        link: 'https://www.site.example/7?utm_source=x',
        discussionUrl: 'https://news.ycombinator.com/item?id=7',
        snippet: 'One. Two <b> link',
        author: 'ann',
        publisher: 'ann',
        publishedAt: '2026-03-01T10:13:20Z',
        points: 12,
        commentCount: 3,
        rank: null,
        topComments: [],
      },
    ]);
  });

  it.each([
    ['absent', { url: undefined }],
    ['empty', { url: '' }],
    ['null', { url: null }],
    ['its own thread', { url: 'https://news.ycombinator.com/item?id=9' }],
    ['no web address', { url: 'javascript:alert(1)' }],
    ['one with credentials', { url: 'https://a:b@site.example/' }],
  ])('takes a story whose link is %s for a text post', async (_, extra) => {
    const { items } = await hackernews.open(networkOf([hit('9', { author: 'Ann_B', ...extra })])).sweep(SWEEP, NEVER);
    expect(items[0]).toMatchObject({ url: null, link: null, publisher: 'ann_b' });
  });

  it('bears missing numbers, author and text', async () => {
    const { items, outcome } = await hackernews
      .open(networkOf([hit('9', { points: null, num_comments: null, author: null, url: null, story_text: null })]))
      .sweep(SWEEP, NEVER);
    expect(items[0]).toMatchObject({ points: null, commentCount: null, author: null, publisher: 'hackernews/anonymous-9', snippet: '' });
    expect(outcome.status).toBe('ok');
  });

  it('loses rows no item can be made of, and says how many', async () => {
    const { items, outcome } = await hackernews
      .open(networkOf([hit('1'), hit('a b'), hit('2', { title: '  ' }), hit('3', { num_comments: -1 }), { comment_text: 'x' }]))
      .sweep(SWEEP, NEVER);
    expect(items).toHaveLength(1);
    expect(outcome).toMatchObject({ status: 'partial', lostCount: 4, detail: '4 rows do not fit' });
  });

  it('keeps what the other page gave when the front page is blocked', async () => {
    const network = scriptedNetwork((_, place) => (place === 0 ? reply('', { status: 403 }) : jsonReply({ hits: [hit('1')] })));
    const { outcome } = await hackernews.open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'partial', itemCount: 1, lostCount: 0, detail: 'front page: HTTP 403 refused' });
  });

  it('is malformed by an empty front page even when nothing rose', async () => {
    const { outcome } = await hackernews.open(networkOf()).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed', detail: 'front page: HTTP 200 without a row, where there are always some' });
  });
});

describe('hackernews search', () => {
  it('asks for all the words within the window', async () => {
    const network = networkOf([hit('1')]);
    await hackernews.open(network).search?.(SEARCH, NEVER);
    expect(network.requests[0]?.url).toBe(
      `${API}/search?tags=story&query=quillfish%20backdoor&numericFilters=created_at_i%3E1769774400&hitsPerPage=30`,
    );
  });

  it('is malformed when hits came and none fits', async () => {
    const harvest = await hackernews.open(networkOf([{ comment_text: 'x' }])).search?.(SEARCH, NEVER);
    expect(harvest).toMatchObject({ items: [], outcome: { status: 'malformed', detail: 'search: HTTP 200 and none of 1 rows fits' } });
  });
});

describe('hackernews comments', () => {
  async function read(children: unknown) {
    const network = scriptedNetwork((_, place) => jsonReply(place < 2 ? { hits: [hit('42')] } : { id: 42, children }));
    const source = hackernews.open(network);
    const [item] = (await source.sweep(SWEEP, NEVER)).items;
    if (item === undefined || source.comments === null) throw new Error('no item to read comments of');
    const harvest = await source.comments(item, NEVER);
    return { harvest, url: network.requests[2]?.url };
  }

  it('takes the first level in the order of the site where it shows no points', async () => {
    const child = (text: string | null) => ({
      author: 'bob',
      text,
      points: null,
      children: [{ text: 'a reply that is long enough', points: 99 }],
    });
    const { harvest, url } = await read([
      ...['one', 'two', 'three', 'four', 'five', 'six'].map((word) => child(`<p>a comment: ${word}`)),
      child(null),
    ]);
    expect(url).toBe(`${API}/items/42`);
    expect(harvest.comments.map(({ text }) => text)).toEqual([
      'a comment: one',
      'a comment: two',
      'a comment: three',
      'a comment: four',
      'a comment: five',
    ]);
    expect(harvest.outcome).toMatchObject({ status: 'ok', itemCount: 5, requestCount: 1 });
  });

  it('puts the best first where it does, and drops the short and the deleted', async () => {
    const { harvest } = await read([
      { author: 'a', text: 'no points at all', points: null },
      { author: 'b', text: 'three points here', points: 3 },
      { author: 'c', text: '+1', points: 50 },
      { author: null, text: 'nine points &amp; no name', points: 9 },
      { text: null },
    ]);
    expect(harvest.comments).toEqual([
      { author: null, text: 'nine points & no name', points: 9 },
      { author: 'b', text: 'three points here', points: 3 },
      { author: 'a', text: 'no points at all', points: null },
    ]);
  });

  it('is partial when a comment does not fit, empty without one, and says why it was refused', async () => {
    expect((await read([{ text: 'long enough to show' }, { text: 4 }])).harvest.outcome).toMatchObject({
      status: 'partial',
      lostCount: 1,
      itemCount: 1,
    });
    expect((await read([])).harvest).toMatchObject({ comments: [], outcome: { status: 'empty', httpStatus: 200 } });
    expect((await read('none')).harvest.outcome).toMatchObject({ status: 'malformed' });
    const source = hackernews.open(scriptedNetwork((_, place) => (place < 2 ? jsonReply({ hits: [hit('42')] }) : failure('timeout'))));
    const [item] = (await source.sweep(SWEEP, NEVER)).items;
    expect(item && (await source.comments?.(item, NEVER))).toMatchObject({
      comments: [],
      outcome: { status: 'timeout', httpStatus: null },
    });
  });
});
