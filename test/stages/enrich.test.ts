import { describe, expect, it } from 'vitest';
import { enrich } from '../../src/stages/enrich.ts';
import { foundBy, hit, POOL, portsWith, researchFirst, rowsOf, story, WORDS } from '../support/animal-pool.ts';
import { hoursAgo } from '../support/build-item.ts';
import { buildNomination, buildRanked, buildSeed } from '../support/build-nomination.ts';
import { EMPTY, failedOutcome, okOutcome, skippedOutcome } from '../support/build-outcome.ts';
import { fakeSource } from '../support/fake-source.ts';

describe('the order of research', () => {
  it('is the order of the rows, whoever answers first', async () => {
    const delays = new Map(WORDS.map((word, index) => [word, index % 3]));
    const heard: string[] = [];
    const source = fakeSource('hackernews', {
      search: async (words) => {
        for (let turn = delays.get(words) ?? 0; turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
        return [hit(words, `${words} news`)];
      },
    });
    const results = await enrich(rowsOf(POOL), portsWith({ sources: [source], onResearched: (id) => heard.push(id) }));
    expect(results.map(foundBy)).toEqual(WORDS.map((word) => [`hackernews:${word}`]));
    expect(heard.sort()).toEqual(POOL.map(({ id }) => id).sort());
  });

  it('works on at most four stories at once, and on all of them', async () => {
    let running = 0;
    let most = 0;
    const source = fakeSource('hackernews', {
      search: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return [];
      },
    });
    const results = await enrich(rowsOf(POOL), portsWith({ sources: [source] }));
    expect(most).toBe(4);
    expect(results.length).toBe(12);
  });

  it('of nothing is nothing', async () => {
    expect(await enrich([], portsWith({}))).toEqual([]);
  });
});

describe('evidence', () => {
  it('is what the searches found, with the queries and one outcome a source', async () => {
    const sources = [
      fakeSource('hackernews', { search: () => [hit('new')] }),
      fakeSource('v2ex', { search: null }),
      fakeSource('github', { search: () => [] }),
    ];
    const { research, comments } = await researchFirst({ sources });
    expect(research).toEqual({
      status: 'researched',
      evidence: [hit('new')],
      confirmedCount: 0,
      queries: ['zebra'],
      coverage: [
        { source: 'hackernews', outcome: okOutcome(1) },
        { source: 'v2ex', outcome: skippedOutcome('offers no search') },
        { source: 'github', outcome: EMPTY },
      ],
    });
    expect(comments).toEqual([]);
  });

  it('leaves out seeds (and counts those shown again), what is off-topic, and what lies outside the window', async () => {
    const found = [
      hit('seed-1'),
      hit('off-topic', 'kelp farming in Norway'),
      hit('early', undefined, { publishedAt: hoursAgo(49) }),
      hit('late', undefined, { publishedAt: hoursAgo(-1) }),
      hit('undated', undefined, { publishedAt: null }),
      hit('right'),
      hit('right'),
    ];
    const enrichment = await researchFirst({ sources: [fakeSource('hackernews', { search: () => found })] });
    expect(foundBy(enrichment)).toEqual(['hackernews:undated', 'hackernews:right']);
    expect(enrichment.research).toMatchObject({ confirmedCount: 1 });
  });

  it('is capped at 40 items', async () => {
    const found = Array.from({ length: 60 }, (_, index) => hit(`${index}`));
    const { research } = await researchFirst({ sources: [fakeSource('hackernews', { search: () => found })] });
    expect(research).toMatchObject({ status: 'researched', evidence: found.slice(0, 40) });
  });

  it('takes the very page of a seed, posted again, for on-topic', async () => {
    const again = hit('again', 'no word in common', { url: 'https://kelp.example/hackernews/seed-1' });
    const enrichment = await researchFirst({ sources: [fakeSource('hackernews', { search: () => [again] })] });
    expect(foundBy(enrichment)).toEqual(['hackernews:again']);
    const textPost = story(1, 'zebra alliance', { url: null });
    const other = { ...again, url: null };
    expect(foundBy(await researchFirst({ sources: [fakeSource('hackernews', { search: () => [other] })] }, textPost))).toEqual([]);
  });
});

describe('the query', () => {
  const log4j = buildNomination({
    rank: 1,
    seeds: ['Log4j RCE Found', 'RCE 0-day in log4j'].map((title, native) => buildSeed({ native, title })),
  });

  it('comes from the seeds, whatever the host named the story', async () => {
    for (const name of ['Apache logging panic', 'Java hole', 'log4j']) {
      const source = fakeSource('hackernews', { search: () => [hit('x', 'log4j RCE')] });
      await enrich([buildRanked(log4j, { name })], portsWith({ sources: [source] }));
      expect(source.asked).toEqual(['log4j']);
    }
  });

  it('carries the window and the subreddits of the run', async () => {
    const source = fakeSource('reddit', {});
    const search = { fromMs: 1, toMs: 2, subreddits: ['programming'] };
    await enrich([buildRanked(log4j)], portsWith({ sources: [source], search }));
    expect(source.requests[0]).toEqual({ ...search, words: ['log4j'] });
  });

  it('is broadened once when it finds nothing on topic', async () => {
    const nothing = fakeSource('hackernews', { search: () => [] });
    const enrichment = await researchFirst({ sources: [nothing] });
    expect(nothing.asked.length).toBe(2);
    expect(enrichment.research).toMatchObject({ status: 'researched', evidence: [], queries: nothing.asked });
    const offTopic = fakeSource('hackernews', { search: () => [hit('x', 'kelp farming')] });
    await researchFirst({ sources: [offTopic] });
    expect(offTopic.asked.length).toBe(2);
  });

  it('is not broadened when something was found, nor when nobody answered', async () => {
    const found = fakeSource('hackernews', { search: () => [hit('new')] });
    const nothing = fakeSource('lobsters', { search: () => [] });
    await researchFirst({ sources: [found, nothing] });
    expect([found.asked.length, nothing.asked.length]).toEqual([1, 1]);
    const failing = fakeSource('hackernews', { search: () => failedOutcome('timeout') });
    await researchFirst({ sources: [failing] });
    expect(failing.asked.length).toBe(1);
  });

  it('finds by the broader words what the first did not', async () => {
    const source = fakeSource('hackernews', { search: (words) => (words === 'zebra' ? [] : [hit('late-find')]) });
    expect(foundBy(await researchFirst({ sources: [source] }))).toEqual(['hackernews:late-find']);
  });
});
