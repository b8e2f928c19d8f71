import { describe, expect, it } from 'vitest';
import type { HttpReply } from '../../src/platform/http.ts';
import { github } from '../../src/sources/github.ts';
import { jsonReply, NEVER, reply, type ScriptedNetwork, SEARCH, SWEEP, scriptedNetwork } from './scripted-door.ts';

const API = 'https://api.github.com/search/repositories';
const HEADERS = { accept: 'application/vnd.github+json' };

function repository(id: number, extra: object = {}): object {
  return {
    id,
    full_name: `Ann-example/Repo${id}`,
    html_url: `https://github.com/Ann-example/Repo${id}`,
    owner: { login: 'Ann-example' },
    description: 'Does &amp; shows things',
    stargazers_count: 321,
    created_at: '2026-02-25T08:00:00Z',
    ...extra,
  };
}

function networkOf(items: readonly object[], extra: object = {}): ScriptedNetwork {
  return scriptedNetwork(() => jsonReply({ total_count: items.length, incomplete_results: false, items, ...extra }));
}

describe('github sweep', () => {
  it('asks for starred repositories of the last 14 days', async () => {
    const network = networkOf([repository(1)]);
    await github.open(network).sweep(SWEEP, NEVER);
    expect(network.requests).toEqual([
      { url: `${API}?q=created%3A%3E%3D2026-02-15%20stars%3A%3E%3D50&sort=stars&order=desc&per_page=50`, accept: 'json', headers: HEADERS },
    ]);
  });

  it('keeps to a shorter window and adds the words of a domain', async () => {
    const network = networkOf([]);
    const fromMs = Date.parse('2026-02-27T00:00:00Z');
    const { outcome } = await github.open(network).sweep({ ...SWEEP, fromMs, domain: 'Rust stars:>1' }, NEVER);
    expect(network.requests[0]?.url).toBe(
      `${API}?q=rust%20stars%201%20created%3A%3E%3D2026-02-27%20stars%3A%3E%3D50&sort=stars&order=desc&per_page=50`,
    );
    expect(outcome.status).toBe('empty');
  });

  it('makes a whole item', async () => {
    const { items, outcome } = await github.open(networkOf([repository(1)])).sweep(SWEEP, NEVER);
    expect(items).toEqual([
      {
        id: 'github:1',
        source: 'github',
        title: 'Ann-example/Repo1: Does & shows things',
        url: 'https://github.com/ann-example/repo1',
        link: 'https://github.com/Ann-example/Repo1',
        discussionUrl: 'https://github.com/Ann-example/Repo1',
        snippet: '',
        author: 'Ann-example',
        publisher: 'ann-example',
        publishedAt: '2026-02-25T08:00:00Z',
        points: 321,
        commentCount: null,
        rank: null,
        topComments: [],
      },
    ]);
    expect(outcome).toMatchObject({ status: 'ok', itemCount: 1 });
  });

  it('bears no description and cuts a long one, which the snippet then holds', async () => {
    const long = 'word '.repeat(120).trim();
    const { items } = await github
      .open(networkOf([repository(1, { description: null, owner: null }), repository(2, { description: long })]))
      .sweep(SWEEP, NEVER);
    expect(items[0]).toMatchObject({ title: 'Ann-example/Repo1', snippet: '', author: null, publisher: 'github.com/ann-example' });
    expect(items[1]?.title.length).toBeLessThanOrEqual(320);
    expect(items[1]?.title.endsWith('…')).toBe(true);
    expect(items[1]?.snippet).toBe(long);
  });

  it('loses a name that could lead off the site', async () => {
    const { outcome } = await github.open(networkOf([repository(1), repository(2, { full_name: '../../evil' })])).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'partial', itemCount: 1, lostCount: 1 });
  });

  it('says when the site searched only in part', async () => {
    const some = await github.open(networkOf([repository(1)], { incomplete_results: true })).sweep(SWEEP, NEVER);
    expect(some.outcome).toMatchObject({ status: 'partial', lostCount: 0, detail: 'young repositories: the site searched only in part' });
    const none = await github.open(networkOf([], { incomplete_results: true })).sweep(SWEEP, NEVER);
    expect(none.outcome).toMatchObject({ status: 'timeout', detail: 'young repositories: HTTP 200 and the site gave up searching' });
    const drifted = await github.open(networkOf([{}], { incomplete_results: true })).sweep(SWEEP, NEVER);
    expect(drifted.outcome).toMatchObject({ status: 'malformed' });
  });
});

describe('github limits', () => {
  const limited = (headers: Record<string, string>, extra: object = {}): HttpReply =>
    reply('{"message":"API rate limit exceeded"}', { status: 403, headers, ...extra });
  const date = 'Sun, 01 Mar 2026 12:00:00 GMT';

  it.each([
    ['by the site’s own clock', limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772366460', date }), 60],
    ['never into the past', limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772366000', date }), 0],
    ['not without a clock', limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1772366460' }), null],
    ['not by garbage', limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon', date }), null],
    ['as a span', limited({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '29.4', date }), 30],
    ['as Retry-After asks', limited({ date }, { retryAfterSeconds: 17 }), 17],
  ])('tells the wait %s', async (_, answer, seconds) => {
    const { outcome } = await github.open(scriptedNetwork(() => answer)).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({
      status: 'rate-limited',
      httpStatus: 403,
      retryAfterSeconds: seconds,
      detail: 'young repositories: HTTP 403 the quota is spent',
    });
  });

  it('is blocked by a 403 with quota left', async () => {
    const { outcome } = await github.open(scriptedNetwork(() => limited({ 'x-ratelimit-remaining': '7' }))).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'blocked', detail: 'young repositories: HTTP 403 refused' });
  });
});

describe('github search', () => {
  it('asks for the words in what was pushed to within the window', async () => {
    const network = networkOf([repository(1)]);
    const harvest = await github.open(network).search?.(SEARCH, NEVER);
    expect(network.requests[0]).toEqual({
      url: `${API}?q=quillfish%20backdoor%20pushed%3A%3E%3D2026-01-30&sort=stars&order=desc&per_page=20`,
      accept: 'json',
      headers: HEADERS,
    });
    expect(harvest?.items).toHaveLength(1);
  });
});
