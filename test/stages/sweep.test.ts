import { describe, expect, it } from 'vitest';
import type { SweepRequest } from '../../src/domain/source.ts';
import { sweep } from '../../src/stages/sweep.ts';
import { AT_MS, buildItem, hoursAgo } from '../support/build-item.ts';
import { EMPTY, failedOutcome, okOutcome } from '../support/build-outcome.ts';
import { fakeSource } from '../support/fake-source.ts';

const REQUEST: SweepRequest = { domain: '', fromMs: AT_MS - 48 * 3_600_000, toMs: AT_MS, subreddits: null };
const SIGNAL = new AbortController().signal;

describe('sweep', () => {
  it('gathers the items of all sources, and one outcome each, in the order of the sources', async () => {
    const heard: string[] = [];
    const sources = [
      fakeSource('hackernews', { sweep: [buildItem({ native: 1 }), buildItem({ native: 2 })] }),
      fakeSource('reddit', { sweep: failedOutcome('blocked') }),
      fakeSource('v2ex', { sweep: [] }),
    ];
    const swept = await sweep(sources, REQUEST, {
      signal: SIGNAL,
      onHarvest: (source, { outcome }) => heard.push(`${source} ${outcome.status}`),
    });
    expect(swept.items.map(({ id }) => id)).toEqual(['hackernews:1', 'hackernews:2']);
    expect(swept.coverage).toEqual([
      { source: 'hackernews', outcome: okOutcome(2) },
      { source: 'reddit', outcome: failedOutcome('blocked') },
      { source: 'v2ex', outcome: EMPTY },
    ]);
    expect(heard.sort()).toEqual(['hackernews ok', 'reddit blocked', 'v2ex empty']);
  });

  it('drops what lies outside the window, and keeps what has no date', async () => {
    const ages = { before: 49, oldest: 48, newest: 0, after: -1 };
    const items = Object.entries(ages).map(([native, hours]) => buildItem({ native, publishedAt: hoursAgo(hours) }));
    const source = fakeSource('hackernews', { sweep: [...items, buildItem({ native: 'undated', publishedAt: null })] });
    const swept = await sweep([source], REQUEST, { signal: SIGNAL, onHarvest: () => undefined });
    expect(swept.items.map(({ id }) => id)).toEqual(['hackernews:oldest', 'hackernews:newest', 'hackernews:undated']);
  });

  it('asks all at once, with the request and the signal it was given', async () => {
    const begun: unknown[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const sources = (['hackernews', 'lobsters', 'reddit'] as const).map((id) => ({
      ...fakeSource(id, {}),
      sweep: async (request: SweepRequest, signal: AbortSignal) => {
        begun.push([id, request, signal]);
        if (begun.length === 3) release();
        await gate;
        return { items: [], outcome: EMPTY };
      },
    }));
    await sweep(sources, REQUEST, { signal: SIGNAL, onHarvest: () => undefined });
    expect(begun).toEqual(['hackernews', 'lobsters', 'reddit'].map((id) => [id, REQUEST, SIGNAL]));
  });

  it('of no sources is nothing', async () => {
    expect(await sweep([], REQUEST, { signal: SIGNAL, onHarvest: () => undefined })).toEqual({ items: [], coverage: [] });
  });
});
