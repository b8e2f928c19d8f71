import { describe, expect, it } from 'vitest';
import { lobsters } from '../../src/sources/lobsters.ts';
import { jsonReply, NEVER, SWEEP, scriptedNetwork } from './scripted-door.ts';

function story(short_id: string, extra: object = {}): object {
  return {
    short_id,
    short_id_url: `https://lobste.rs/s/${short_id}`,
    created_at: '2026-03-01T02:30:00.000-06:00',
    title: `Story ${short_id}`,
    url: `https://site.example/${short_id}`,
    score: 11,
    flags: 0,
    comment_count: 4,
    description: '',
    submitter_user: 'ann',
    tags: ['c'],
    ...extra,
  };
}

async function sweep(hottest: readonly object[], newest: readonly object[]) {
  const network = scriptedNetwork(({ url }) => jsonReply(url.endsWith('hottest.json') ? hottest : newest));
  return { network, ...(await lobsters.open(network).sweep(SWEEP, NEVER)) };
}

describe('lobsters sweep', () => {
  it('reads two pages and ranks only the front page', async () => {
    const { network, items, outcome } = await sweep([story('aa'), story('bb')], [story('cc'), story('bb')]);
    expect(network.requests.map(({ url }) => url)).toEqual(['https://lobste.rs/hottest.json', 'https://lobste.rs/newest.json']);
    expect(items.map(({ id, rank }) => [id, rank])).toEqual([
      ['lobsters:aa', 1],
      ['lobsters:bb', 2],
      ['lobsters:cc', null],
    ]);
    expect(outcome).toMatchObject({ status: 'ok', itemCount: 3, requestCount: 2 });
  });

  it('makes a whole item, with the name of the user in either form', async () => {
    const old = story('bb', {
      url: '',
      description: '<p>Feel <em>free</em> &amp; easy</p>',
      submitter_user: { username: 'Bea', karma: 3 },
    });
    const { items } = await sweep([story('aa'), old], [story('aa')]);
    expect(items[0]).toEqual({
      id: 'lobsters:aa',
      source: 'lobsters',
      title: 'Story aa',
      url: 'https://site.example/aa',
      link: 'https://site.example/aa',
      discussionUrl: 'https://lobste.rs/s/aa',
      snippet: '',
      author: 'ann',
      publisher: 'ann',
      publishedAt: '2026-03-01T08:30:00Z',
      points: 11,
      commentCount: 4,
      rank: 1,
      topComments: [],
    });
    expect(items[1]).toMatchObject({ url: null, author: 'Bea', publisher: 'bea', snippet: 'Feel free & easy' });
  });

  it('calls an empty page of newest stories a failure of that page', async () => {
    const { outcome } = await sweep([story('aa')], []);
    expect(outcome).toMatchObject({ status: 'partial', detail: 'newest stories: HTTP 200 without a row, where there are always some' });
  });
});

describe('lobsters comments', () => {
  async function read(comments: readonly object[]) {
    const network = scriptedNetwork(({ url }) => jsonReply(url.includes('/s/') ? { ...story('aa'), comments } : [story('aa')]));
    const source = lobsters.open(network);
    const [item] = (await source.sweep(SWEEP, NEVER)).items;
    if (item === undefined || source.comments === null) throw new Error('no item to read comments of');
    return { ...(await source.comments(item, NEVER)), url: network.requests.at(-1)?.url };
  }

  it('takes standing comments of the first level, best first, in the forms of both years', async () => {
    const { comments, url, outcome } = await read([
      { comment: '<p>two points, new form</p>', score: 2, commenting_user: 'ann', depth: 0 },
      { comment_plain: 'seven points, old form', score: 7, commenting_user: { username: 'bea' }, indent_level: 1 },
      { comment: '<p>a reply of ninety points</p>', score: 90, commenting_user: 'cat', depth: 1 },
      { comment: '<p>an old reply of ninety</p>', score: 90, commenting_user: 'cat', indent_level: 2 },
      { comment: '<p>deleted by its author</p>', score: 80, commenting_user: 'cat', depth: 0, is_deleted: true },
      { comment: '<p>removed by a moderator</p>', score: 80, commenting_user: 'cat', depth: 0, is_moderated: true },
    ]);
    expect(url).toBe('https://lobste.rs/s/aa.json');
    expect(comments).toEqual([
      { author: 'bea', text: 'seven points, old form', points: 7 },
      { author: 'ann', text: 'two points, new form', points: 2 },
    ]);
    expect(outcome).toMatchObject({ status: 'ok', itemCount: 2 });
  });

  it('has no search', () => {
    expect(lobsters.open(scriptedNetwork(() => jsonReply([]))).search).toBeNull();
  });
});
