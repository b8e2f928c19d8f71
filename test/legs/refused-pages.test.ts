import { expect, it } from 'vitest';
import { nominateLeg } from '../../src/legs/nominate.ts';
import type { HttpReply } from '../../src/platform/http.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { failure, reply, scriptedNetwork } from '../sources/scripted-door.ts';
import { AT_MS } from '../support/build-item.ts';
import { openTestEngine } from '../support/engine.ts';

const REQUEST = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' } as const;
const MINUTE_MS = 60_000;

/** Sweeps Lobsters, whose front page answers `front`; it is cut short at the newest stories, or told that there are none. */
function sweeping(storeDirectory: string, front: HttpReply) {
  return async (minutes: number, end: 'cut' | 'none') => {
    const interrupt = new AbortController();
    const engine = openTestEngine({ storeDirectory, nowMs: AT_MS + minutes * MINUTE_MS, signal: interrupt.signal });
    const network = scriptedNetwork(async ({ url }) => {
      if (url.includes('hottest')) return front;
      // The other page, which answers at once, has been read by then.
      await new Promise((resolve) => setImmediate(resolve));
      if (end === 'none') return reply('', { status: 404 });
      interrupt.abort();
      return failure('interrupted');
    });
    const sources = [SOURCES.lobsters.open(network)];
    const leg = nominateLeg({ ...engine, openSources: () => ({ sources, close: async () => undefined }) }, REQUEST);
    if (end === 'cut') await expect(leg).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED' } });
    const result = end === 'cut' ? null : await leg;
    const asked = network.requests.filter(({ url }) => url.includes('hottest')).length;
    return { asked, outcome: result !== null && 'brief' in result ? result.brief.coverage[0]?.outcome : null };
  };
}

it('a listing page of a site that asked for a wait is not asked again before it is over, and its refusal is told as it was', async () => {
  const { storeDirectory } = openTestEngine();
  const sweep = sweeping(storeDirectory, reply('', { status: 429, retryAfterSeconds: 120 }));
  expect(await sweep(0, 'cut')).toMatchObject({ asked: 1 });
  expect(await sweep(1, 'cut')).toMatchObject({ asked: 0 });
  expect(await sweep(3, 'cut')).toMatchObject({ asked: 1 });
  expect(await sweep(4, 'none')).toMatchObject({
    asked: 0,
    outcome: {
      status: 'rate-limited',
      detail: expect.stringContaining('front page: HTTP 429 too many requests, retry after 120 s (asked 2 times in this run)'),
    },
  });
});

it('a listing page that shut its door without a word of the time is left alone for a minute', async () => {
  const { storeDirectory } = openTestEngine();
  const sweep = sweeping(storeDirectory, reply('', { status: 403 }));
  const counts = [];
  for (const minutes of [0, 0.5, 2]) counts.push((await sweep(minutes, 'cut')).asked);
  expect(counts).toEqual([1, 0, 1]);
});

it('a listing page is asked three times in all, and then its failure stands', async () => {
  const { storeDirectory } = openTestEngine();
  const sweep = sweeping(storeDirectory, reply('', { status: 500 }));
  const counts = [];
  for (let run = 0; run < 4; run += 1) counts.push((await sweep(0, 'cut')).asked);
  expect(counts).toEqual([1, 1, 1, 0]);
  expect(await sweep(0, 'none')).toMatchObject({
    asked: 0,
    outcome: { status: 'unreachable', detail: expect.stringContaining('front page: HTTP 500 server error (asked 3 times in this run)') },
  });
});
