import { describe, expect, it } from 'vitest';
import { enrich } from '../../src/stages/enrich.ts';
import { foundBy, hit, POOL, portsWith, researchFirst, rowsOf, story, WORDS } from '../support/animal-pool.ts';
import { buildNomination, buildSeed } from '../support/build-nomination.ts';
import { failedOutcome, okOutcome, partialOutcome, skippedOutcome } from '../support/build-outcome.ts';
import { fakeSource } from '../support/fake-source.ts';

describe('failed research', () => {
  it('of one source leaves the others their finds, and says so in the coverage', async () => {
    const sources = [
      fakeSource('hackernews', { search: () => failedOutcome('timeout') }),
      fakeSource('lobsters', { search: () => [hit('new')] }),
    ];
    const { research } = await researchFirst({ sources });
    expect(research).toMatchObject({
      status: 'researched',
      evidence: [{ id: 'hackernews:new' }],
      coverage: [{ outcome: failedOutcome('timeout') }, { outcome: okOutcome(1) }],
    });
  });

  it('of one story never touches another', async () => {
    const source = fakeSource('hackernews', {
      search: (words) => (words.startsWith('otter') ? failedOutcome('malformed') : [hit(words, `${words} news`)]),
    });
    const results = await enrich(rowsOf(POOL.slice(0, 3)), portsWith({ sources: [source] }));
    expect(results.map(foundBy)).toEqual([['hackernews:zebra'], 'downgraded', ['hackernews:badger']]);
  });

  it('of all sources is downgraded with every cause: seeds are never relabelled as evidence', async () => {
    const sources = [
      fakeSource('hackernews', { search: () => failedOutcome('unreachable', 'no route') }),
      fakeSource('lobsters', { search: () => failedOutcome('timeout', 'no answer within 20 s') }),
    ];
    expect(await researchFirst({ sources })).toEqual({
      research: {
        status: 'downgraded',
        reason: 'no search answered (hackernews unreachable: no route; lobsters timeout: no answer within 20 s)',
        coverage: [
          { source: 'hackernews', outcome: failedOutcome('unreachable', 'no route') },
          { source: 'lobsters', outcome: failedOutcome('timeout', 'no answer within 20 s') },
        ],
      },
      comments: [],
      isFinished: true,
    });
  });

  it('is told by the searches alone, though comments could be read', async () => {
    const source = fakeSource('hackernews', {
      search: () => failedOutcome('malformed', 'an HTML page'),
      comments: () => [{ author: null, text: 'zebra alliance for ever', points: 1 }],
    });
    const { research } = await researchFirst({ sources: [source] }, story(1, 'zebra alliance', { commentCount: 5 }));
    expect(research).toMatchObject({ status: 'downgraded', reason: 'no search answered (hackernews malformed: an HTML page)' });
    expect(research.coverage).toMatchObject([{ source: 'hackernews', outcome: { status: 'partial' } }]);
  });

  it('keeps a long reason within what the schema takes', async () => {
    const sources = (['hackernews', 'lobsters'] as const).map((id) =>
      fakeSource(id, { search: () => failedOutcome('malformed', 'x'.repeat(300)) }),
    );
    const { research } = await researchFirst({ sources });
    expect(research.status === 'downgraded' && research.reason.length).toBe(400);
  });

  it('is not asked for where no site has a search', async () => {
    const source = fakeSource('v2ex', { search: null });
    const { research } = await researchFirst({ sources: [source] });
    expect(research).toEqual({
      status: 'downgraded',
      reason: 'no source of this run offers a search',
      coverage: [{ source: 'v2ex', outcome: skippedOutcome('offers no search') }],
    });
    expect(source.asked).toEqual([]);
  });
});

describe('the research budget', () => {
  it('that is spent before a story begins downgrades it without a request', async () => {
    const source = fakeSource('hackernews', {});
    const { research } = await researchFirst({ sources: [source], signal: AbortSignal.abort() });
    expect(research).toEqual({ status: 'downgraded', reason: 'the research budget ended first', coverage: [] });
    expect(source.asked).toEqual([]);
  });

  it('that ends in the middle downgrades what had no answer, and keeps what had one', async () => {
    const budget = new AbortController();
    const source = fakeSource('hackernews', {
      search: (words) => {
        if (words.startsWith('zebra')) return [hit('new')];
        budget.abort();
        return failedOutcome('timeout', 'the leg ended');
      },
    });
    const results = await enrich(rowsOf(POOL), portsWith({ sources: [source], signal: budget.signal }));
    expect(results.map(foundBy)).toEqual([['hackernews:new'], ...Array.from({ length: 11 }, () => 'downgraded')]);
    for (const { research } of results.slice(1)) expect(research).toMatchObject({ reason: 'the research budget ended first' });
  });
});

describe('a site that shut its door', () => {
  it.each(['rate-limited', 'blocked'] as const)('with "%s" is not asked again in this run', async (status) => {
    const shut = fakeSource('reddit', { search: () => failedOutcome(status) });
    const open = fakeSource('hackernews', { search: () => [] });
    await researchFirst({ sources: [open, shut] });
    expect([open.asked.length, shut.asked.length]).toEqual([2, 1]);
  });

  it('is named as the reason where it was the only one', async () => {
    const shut = fakeSource('reddit', { search: () => failedOutcome('rate-limited') });
    const results = await enrich(rowsOf(POOL), portsWith({ sources: [shut] }));
    expect(shut.asked.length).toBe(4);
    expect(results.at(-1)?.research).toEqual({
      status: 'downgraded',
      reason: 'no search answered (reddit skipped: not asked again after it was rate-limited in this run)',
      coverage: [{ source: 'reddit', outcome: skippedOutcome('not asked again after it was rate-limited in this run') }],
    });
  });

  it('is asked again after a mere timeout', async () => {
    const slow = fakeSource('reddit', { search: () => failedOutcome('timeout') });
    await researchFirst({ sources: [fakeSource('hackernews', { search: () => [] }), slow] });
    expect(slow.asked.length).toBe(2);
  });

  it('over its comments is not searched again either', async () => {
    const discussed = POOL.map((_, index) => story(index + 1, `${WORDS[index]} alliance`, { commentCount: 3 }));
    const shut = fakeSource('hackernews', { search: () => [], comments: () => failedOutcome('rate-limited') });
    await enrich(rowsOf(discussed), portsWith({ sources: [shut], pool: discussed }));
    expect(shut.read.length).toBe(4);
    expect(shut.asked.length).toBe(4);
  });
});

describe('comments', () => {
  const said = { author: 'ada', text: 'the zebra alliance again', points: 3 };

  it('are read under the hottest discussed seed of each source that shows them', async () => {
    const seeds = [
      buildSeed({ native: 'silent', title: 'zebra alliance', commentCount: 0, heat: 0.9 }),
      buildSeed({ native: 'discussed', title: 'zebra alliance', commentCount: 4, heat: 0.8 }),
      buildSeed({ native: 'other', title: 'zebra alliance', commentCount: 9, heat: 0.7 }),
      buildSeed({ source: 'github', native: 'repo', title: 'zebra alliance', commentCount: null }),
      buildSeed({ source: 'v2ex', native: 'mute', title: 'zebra alliance', commentCount: 8 }),
    ];
    const sources = [
      fakeSource('hackernews', { search: () => [], comments: () => [said] }),
      fakeSource('github', { search: null, comments: () => [said] }),
      fakeSource('v2ex', { search: null }),
    ];
    const { comments } = await researchFirst({ sources }, buildNomination({ seeds }));
    expect(sources.map(({ read }) => read)).toEqual([['hackernews:discussed'], [], []]);
    expect(comments).toEqual([{ ...said, source: 'hackernews' }]);
  });

  it('that cannot be read leave the research partial, not failed', async () => {
    const source = fakeSource('hackernews', { search: () => [hit('new')], comments: () => failedOutcome('malformed', 'an HTML page') });
    const { research, comments } = await researchFirst({ sources: [source] }, story(1, 'zebra alliance', { commentCount: 5 }));
    const partial = partialOutcome(1, 0, '1 of 2 requests fell short: an HTML page');
    expect(research).toMatchObject({
      status: 'researched',
      coverage: [{ source: 'hackernews', outcome: { ...partial, httpStatus: null, requestCount: 2, elapsedMs: 150 } }],
    });
    expect(comments).toEqual([]);
  });
});
