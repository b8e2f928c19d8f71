import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { itemSchema } from '../../src/domain/item.ts';
import { isFailed, outcomeSchema } from '../../src/domain/outcome.ts';
import type { Harvest } from '../../src/domain/source.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { github } from '../../src/sources/github.ts';
import { hackernews } from '../../src/sources/hackernews.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { lobsters } from '../../src/sources/lobsters.ts';
import { reddit } from '../../src/sources/reddit.ts';
import { v2ex } from '../../src/sources/v2ex.ts';
import { ATOM_TYPE, HTML_TYPE, jsonReply, NEVER, reply, SEARCH, SWEEP, scriptedNetwork } from './scripted-door.ts';

/** Real response bodies, which are not ours to ship: they lie beside the replay server that TRIVET_WORLD names. */
const world = process.env['TRIVET_WORLD'];
const captures = world === undefined ? '' : join(world, '..', 'data', 'captures');
const present = world !== undefined && existsSync(captures);
if (!present) console.warn('test/sources/captures: SKIPPED, as TRIVET_WORLD names no folder with ../data/captures beside it');
const itWith = present ? it : it.skip;

function read(path: string): string {
  return readFileSync(join(captures, path), 'utf8');
}

function answering(body: string, extra: Parameters<typeof reply>[1] = {}) {
  return scriptedNetwork(() => reply(body, extra));
}

function assertValid({ items, outcome }: Harvest): void {
  expect(outcomeSchema.parse(outcome)).toEqual(outcome);
  for (const item of items) expect(itemSchema.parse(item)).toEqual(item);
}

describe('captured listings', () => {
  itWith('hackernews: every search of stories', async () => {
    const files = readdirSync(join(captures, 'hackernews')).filter((file) => file.includes('story') || file.includes('ask_hn'));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      const harvest = await hackernews.open(answering(read(`hackernews/${file}`))).search?.(SEARCH, NEVER);
      if (harvest === undefined) throw new Error('no search');
      assertValid(harvest);
      const hitCount: number = JSON.parse(read(`hackernews/${file}`)).hits.length;
      expect([file, harvest.items.length, harvest.outcome.status]).toEqual([file, hitCount, hitCount === 0 ? 'empty' : 'ok']);
    }
  });

  itWith.each(['hottest', 'hottest_2021', 'tag_rust'])('lobsters: %s', async (name) => {
    const body = read(`lobsters/${name}.json`);
    const harvest = await lobsters.open(answering(body)).sweep(SWEEP, NEVER);
    assertValid(harvest);
    expect(harvest.outcome.status).toBe('ok');
    expect(harvest.items).toHaveLength(JSON.parse(body).length);
    expect(harvest.items.every((item) => item.author !== null && item.publishedAt !== null)).toBe(true);
  });

  itWith.each(['hot_2021-12-10', 'hot_2026-06-20', 'hot_2026-08-21'])('v2ex: %s', async (name) => {
    const body = read(`v2ex/${name}.json`);
    const harvest = await v2ex.open(answering(body)).sweep(SWEEP, NEVER);
    assertValid(harvest);
    expect(harvest.outcome.status).toBe('ok');
    expect(harvest.items).toHaveLength(JSON.parse(body).length);
  });

  itWith.each(['subreddit_atom_1.xml', 'subreddit_atom_2.xml', 'rss2.xml', 'home_rss.xml'])('reddit: %s', async (name) => {
    const body = read(`reddit/${name}`);
    const harvest = await reddit.open(answering(body, { headers: { 'content-type': ATOM_TYPE } })).sweep(SWEEP, NEVER);
    assertValid(harvest);
    expect(harvest.outcome.status).toBe('ok');
    expect(harvest.items).toHaveLength(body.split('<entry>').length - 1);
    expect(harvest.items.every((item) => item.author !== null && item.publishedAt !== null)).toBe(true);
  });

  itWith('reddit: an RSS feed of 2016 is no Atom feed', async () => {
    const harvest = await reddit.open(answering(read('reddit/home_atom.xml'))).sweep(SWEEP, NEVER);
    expect(harvest.outcome.status).toBe('malformed');
  });

  itWith('github: a repository as the API shows it', async () => {
    const { body } = JSON.parse(read('github/get-repository_1.json'));
    const harvest = await github.open(scriptedNetwork(() => jsonReply({ items: [body] }))).sweep(SWEEP, NEVER);
    assertValid(harvest);
    expect(harvest.outcome.status).toBe('ok');
  });
});

describe('captured comments', () => {
  itWith('hackernews and lobsters', async () => {
    const hn = hackernews.open(
      scriptedNetwork((_, place) =>
        reply(
          read(
            place === 0 ? 'hackernews/algolia_search_hitsPerPage_1_tags_story_2Cpoll_query_apple.json' : 'hackernews/algolia_items_17.json',
          ),
        ),
      ),
    );
    const [story] = (await hn.search?.(SEARCH, NEVER))?.items ?? [];
    const remarks = story && (await hn.comments?.(story, NEVER));
    expect(remarks?.comments).toMatchObject([{ points: 1, text: "This is why we can't have nice things." }]);
    const lo = lobsters.open(
      scriptedNetwork(({ url }) => reply(read(url.includes('/s/') ? 'lobsters/story_tdfoqh.json' : 'lobsters/hottest.json'))),
    );
    const [first] = (await lo.sweep(SWEEP, NEVER)).items;
    const harvest = first && (await lo.comments?.(first, NEVER));
    expect(harvest?.comments.map(({ points }) => points)).toEqual(
      [...(harvest?.comments ?? [])].map(({ points }) => points).sort((a, b) => (b ?? 0) - (a ?? 0)),
    );
    expect(harvest?.comments.length).toBeGreaterThan(2);
    expect(harvest?.outcome.status).toBe('ok');
  });
});

describe('captured refusals', () => {
  const html = { 'content-type': HTML_TYPE };
  itWith.each(SOURCE_IDS)('%s: challenge and block pages, under any status they come with', async (id) => {
    const pages = [
      ...readdirSync(join(captures, '_errors'))
        .filter((file) => file !== 'requested_page.html')
        .map((file) => `_errors/${file}`),
      'reddit/error_403_network_policy.html',
      'reddit/error_403_network_security.html',
      'reddit/error_captcha_prove_humanity.html',
    ];
    for (const page of pages) {
      for (const status of [200, 403, 503]) {
        const { outcome } = await SOURCES[id].open(answering(read(page), { status, headers: html })).sweep(SWEEP, NEVER);
        expect([page, status, outcome.status]).toEqual([page, status, 'blocked']);
      }
    }
  });

  itWith('reddit: its own 429, and its error documents', async () => {
    const limited = answering(read('reddit/error_429_too_many_requests.html'), { status: 429, headers: html, retryAfterSeconds: 30 });
    expect((await reddit.open(limited).sweep(SWEEP, NEVER)).outcome).toMatchObject({ status: 'rate-limited', retryAfterSeconds: 30 });
    for (const file of readdirSync(join(captures, 'reddit')).filter((name) => /^error_\d{3}_\d\.json$/.test(name))) {
      const status = Number(file.slice(6, 9));
      const { items, outcome } = await reddit.open(answering(read(`reddit/${file}`), { status })).sweep(SWEEP, NEVER);
      expect([file, items.length, isFailed(outcome)]).toEqual([file, 0, true]);
    }
  });

  itWith('github: a refused query', async () => {
    const { status, body } = JSON.parse(read('github/error_422_errors_1.json'));
    const { outcome } = await github.open(answering(JSON.stringify(body), { status })).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed', httpStatus: 422 });
  });
});
