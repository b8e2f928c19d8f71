import { describe, expect, it } from 'vitest';
import { v2ex } from '../../src/sources/v2ex.ts';
import { jsonReply, NEVER, reply, SWEEP, scriptedNetwork } from './scripted-door.ts';

function topic(id: number, extra: object = {}): object {
  return {
    id,
    title: `话题 ${id}`,
    url: `https://www.v2ex.com/t/${id}`,
    content: '正文\r\n第二行',
    replies: 12,
    created: 1_772_354_000,
    deleted: 0,
    member: { id: 1, username: 'Lin' },
    node: { name: 'share', title: '分享' },
    ...extra,
  };
}

async function sweep(hot: readonly object[], latest: readonly object[] = [topic(99)]) {
  const network = scriptedNetwork(({ url }) => jsonReply(url.endsWith('hot.json') ? hot : latest));
  return { network, ...(await v2ex.open(network).sweep(SWEEP, NEVER)) };
}

describe('v2ex sweep', () => {
  it('reads two pages and makes whole items', async () => {
    const { network, items, outcome } = await sweep([topic(5)], [topic(5), topic(6)]);
    expect(network.requests.map(({ url }) => url)).toEqual([
      'https://www.v2ex.com/api/topics/hot.json',
      'https://www.v2ex.com/api/topics/latest.json',
    ]);
    expect(items[0]).toEqual({
      id: 'v2ex:5',
      source: 'v2ex',
      title: '话题 5',
      url: null,
      link: null,
      discussionUrl: 'https://www.v2ex.com/t/5',
      snippet: '正文 第二行',
      author: 'Lin',
      publisher: 'lin',
      publishedAt: '2026-03-01T08:33:20Z',
      points: null,
      commentCount: 12,
      rank: 1,
      topComments: [],
    });
    expect(items[1]).toMatchObject({ id: 'v2ex:6', rank: null });
    expect(outcome).toMatchObject({ status: 'ok', itemCount: 2, requestCount: 2 });
  });

  it.each([
    ['https://m.site.example/a?utm_source=v2ex\r\n看看', 'https://site.example/a', '看看'],
    ['  https://site.example/b  ', 'https://site.example/b', ''],
    ['看 https://site.example/c', null, '看 https://site.example/c'],
    ['https://img.example/x.png\n图', null, 'https://img.example/x.png 图'],
    ['https://www.v2ex.com/t/1\n接上文', null, 'https://www.v2ex.com/t/1 接上文'],
    ['', null, ''],
  ])('takes only a bare address on the first line for a link: %j', async (content, url, snippet) => {
    const [item] = (await sweep([topic(5, { content })])).items;
    expect(item?.url).toBe(url);
    if (url !== null || !content.includes('v2ex.com')) expect(item?.snippet).toBe(snippet);
  });

  it('leaves deleted topics out and bears missing parts', async () => {
    const { items, outcome } = await sweep([topic(5, { deleted: 1 }), topic(7, { member: null, content: null, replies: null })]);
    expect(items[0]).toMatchObject({ id: 'v2ex:7', rank: 2, author: null, publisher: 'v2ex/anonymous-7', commentCount: null, snippet: '' });
    expect(outcome.status).toBe('ok');
  });

  it('reads a spent quota from a 403 that says so', async () => {
    const headers = { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': '1772366520', date: 'Sun, 01 Mar 2026 12:00:00 GMT' };
    const network = scriptedNetwork(() => reply('{"status":"error","message":"Rate Limit Exceeded"}', { status: 403, headers }));
    const { outcome } = await v2ex.open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'rate-limited', httpStatus: 403, retryAfterSeconds: 120 });
  });
});
