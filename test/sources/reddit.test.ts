import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBREDDITS, reddit } from '../../src/sources/reddit.ts';
import { ATOM_TYPE, NEVER, reply, type ScriptedNetwork, SEARCH, SWEEP, scriptedNetwork } from './scripted-door.ts';

interface EntryParts {
  readonly id?: string;
  readonly title?: string;
  readonly link?: string;
  readonly permalink?: string;
  readonly author?: string;
  readonly md?: string;
  readonly published?: string;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function entry({
  id = 't3_abc',
  title = 'A title',
  link,
  permalink,
  author = '/u/Ann',
  md,
  published = '2026-03-01T08:30:00+00:00',
}: EntryParts): string {
  const thread = permalink ?? `https://www.reddit.com/r/programming/comments/${id.slice(3)}/a_title/`;
  const body = md === undefined ? '' : `<!-- SC_OFF --><div class="md">${md}</div><!-- SC_ON -->`;
  const content = `${body} &#32; submitted by &#32; <a href="https://www.reddit.com/user/x"> /u/x </a> <br/> <span><a href="${(link ?? thread).replaceAll('&', '&amp;')}">[link]</a></span> &#32; <span><a href="${thread}">[comments]</a></span>`;
  const name = author === '' ? '' : `<author><name>${author}</name></author>`;
  return `<entry>${name}<content type="html">${escapeXml(content)}</content><id>${id}</id><link href="${thread}" /><updated>2026-03-01T09:00:00+00:00</updated>${published === '' ? '' : `<published>${published}</published>`}<title>${escapeXml(title)}</title></entry>`;
}

function feed(...entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom"><id>/x</id><title>x</title>${entries.join('')}</feed>`;
}

function networkOf(body: string): ScriptedNetwork {
  return scriptedNetwork(() => reply(body, { headers: { 'content-type': ATOM_TYPE } }));
}

async function sweepOf(...entries: readonly EntryParts[]) {
  return await reddit.open(networkOf(feed(...entries.map(entry)))).sweep(SWEEP, NEVER);
}

describe('reddit sweep', () => {
  it('reads all default subreddits in one call', async () => {
    const network = networkOf(feed(entry({})));
    await reddit.open(network).sweep(SWEEP, NEVER);
    expect(network.requests).toEqual([
      { url: `https://www.reddit.com/r/${DEFAULT_SUBREDDITS.join('+')}/hot/.rss?limit=100`, accept: 'xml' },
    ]);
    expect(DEFAULT_SUBREDDITS).toEqual(expect.arrayContaining(['programming', 'technology', 'worldnews', 'science', 'MachineLearning']));
  });

  it('makes whole items of a link and of a text post, ranked by place', async () => {
    const { items, outcome } = await sweepOf(
      { title: 'Q&amp;A on vector<bool>', link: 'https://amp.site.example/story/amp?a=1&utm_medium=r' },
      { id: 't3_def', md: '<p>Some <em>text</em> &amp; more</p>', author: '/u/Bea' },
    );
    expect(items).toEqual([
      {
        id: 'reddit:t3_abc',
        source: 'reddit',
        title: 'Q&A on vector<bool>',
        url: 'https://site.example/story?a=1',
        link: 'https://amp.site.example/story/amp?a=1&utm_medium=r',
        discussionUrl: 'https://www.reddit.com/r/programming/comments/abc/a_title/',
        snippet: '',
        author: 'Ann',
        publisher: 'ann',
        publishedAt: '2026-03-01T08:30:00Z',
        points: null,
        commentCount: null,
        rank: 1,
        topComments: [],
      },
      expect.objectContaining({
        id: 'reddit:t3_def',
        url: null,
        link: null,
        publisher: 'bea',
        snippet: 'Some text & more',
        rank: 2,
      }),
    ]);
    expect(outcome.status).toBe('ok');
  });

  it('believes its own [link], not one that the post itself shows', async () => {
    const { items } = await sweepOf({ md: '<p><a href="https://evil.example/">[link]</a></p>', link: 'https://site.example/true' });
    expect(items[0]?.link).toBe('https://site.example/true');
    const [text] = (await sweepOf({ md: '<p><a href="https://evil.example/">[link]</a></p>' })).items;
    expect(text).toMatchObject({ url: null, snippet: '[link]' });
  });

  it.each(['https://i.redd.it/x.jpg', 'https://www.reddit.com/gallery/x', 'https://old.reddit.com/r/other/comments/zzz/t/'])(
    'knows that %s leads to no other site',
    async (link) => {
      expect((await sweepOf({ link })).items[0]).toMatchObject({ url: null, link: null, publisher: 'ann' });
    },
  );

  it('bears a deleted author and a missing date of publication', async () => {
    const { items } = await sweepOf({ author: '/u/[deleted]', published: '' }, { id: 't3_x', author: '' });
    expect(items[0]).toMatchObject({ author: null, publisher: 'reddit/anonymous-t3_abc', publishedAt: '2026-03-01T09:00:00Z' });
    expect(items[1]).toMatchObject({ author: null, publisher: 'reddit/anonymous-t3_x' });
  });

  it('shows the main host whatever host the feed used, and loses an entry that leads elsewhere', async () => {
    const { items, outcome } = await sweepOf(
      { permalink: 'https://ud.reddit.com/r/a/comments/abc/t/?x=1' },
      { id: 't3_evil', permalink: 'https://reddit.com.evil.example/r/a/comments/abc/t/' },
    );
    expect(items.map((item) => item.discussionUrl)).toEqual(['https://www.reddit.com/r/a/comments/abc/t/']);
    expect(outcome).toMatchObject({ status: 'partial', lostCount: 1 });
  });

  it('reads entries without content as text posts', async () => {
    const bare =
      '<entry><id>t3_q</id><title>Bare</title><link href="https://www.reddit.com/r/a/comments/q/bare/"/><updated>2026-03-01T09:00:00+00:00</updated></entry>';
    const { items } = await reddit.open(networkOf(feed(bare))).sweep(SWEEP, NEVER);
    expect(items[0]).toMatchObject({ title: 'Bare', url: null, snippet: '' });
  });

  it.each([
    [
      'an RSS feed',
      '<?xml version="1.0"?><rss version="2.0"><channel><title>x</title></channel></rss>',
      'with a body that is no Atom feed',
    ],
    ['a DOCTYPE', '<!DOCTYPE feed [<!ENTITY x "y">]><feed xmlns="http://www.w3.org/2005/Atom"/>', 'with XML that has a DOCTYPE'],
    ['deep XML', `<feed>${'<a>'.repeat(70)}</feed>`, 'with XML nested too deep'],
  ])('refuses %s', async (_, body, words) => {
    const { outcome } = await reddit.open(networkOf(body)).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed', detail: `hot posts: HTTP 200 ${words}` });
  });
});

describe('reddit subreddits', () => {
  async function ask(subreddits: readonly string[]) {
    const network = networkOf(feed(entry({})));
    const { outcome } = await reddit.open(network).sweep({ ...SWEEP, subreddits }, NEVER);
    return { outcome, urls: network.requests.map(({ url }) => url) };
  }

  it('asks for the named ones, and says which cannot be', async () => {
    expect((await ask(['rust', 'go_lang'])).urls).toEqual(['https://www.reddit.com/r/rust+go_lang/hot/.rss?limit=100']);
    const { urls, outcome } = await ask(['rust', '../evil', 'x'.repeat(22), 'a']);
    expect(urls).toEqual(['https://www.reddit.com/r/rust/hot/.rss?limit=100']);
    expect(outcome).toMatchObject({ status: 'partial', lostCount: 0, detail: 'subreddit names left out as impossible: 3' });
    expect((await ask(['rust', '?'])).outcome).toMatchObject({ detail: 'subreddit names left out as impossible: 1' });
  });

  it('asks nothing for an empty list', async () => {
    expect(await ask([])).toMatchObject({ urls: [], outcome: { status: 'skipped', detail: 'no subreddit to read' } });
    expect(await ask(['..'])).toMatchObject({ urls: [], outcome: { status: 'skipped' } });
  });
});

describe('reddit search', () => {
  it.each([
    [1, 'day'],
    [7, 'week'],
    [30, 'month'],
    [90, 'year'],
  ])('looks back %i days by t=%s', async (days, span) => {
    const network = networkOf(feed(entry({}), entry({ id: 't5_sub' })));
    const harvest = await reddit
      .open(network)
      .search?.({ ...SEARCH, fromMs: SEARCH.toMs - days * 86_400_000, subreddits: ['rust'] }, NEVER);
    expect(network.requests[0]?.url).toBe(
      `https://www.reddit.com/r/rust/search.rss?q=quillfish%20backdoor&restrict_sr=on&sort=relevance&t=${span}&limit=25`,
    );
    expect(harvest?.items).toMatchObject([{ id: 'reddit:t3_abc', rank: null }]);
    expect(harvest?.outcome.status).toBe('ok');
  });

  it('finds nothing honestly', async () => {
    expect((await reddit.open(networkOf(feed())).search?.(SEARCH, NEVER))?.outcome.status).toBe('empty');
    expect((await reddit.open(networkOf(feed())).search?.({ ...SEARCH, subreddits: [] }, NEVER))?.outcome.status).toBe('skipped');
  });
});
