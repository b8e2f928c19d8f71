import { describe, expect, it, onTestFinished } from 'vitest';
import type { Refusal } from '../../src/domain/outcome.ts';
import { type ListingPage, listingPageSchema, type PageMemory } from '../../src/domain/source.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { openFixtureDoor } from '../../src/sources/fixtures.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { AT_MS, failure, NEVER, reply, SWEEP, scriptedNetwork } from './scripted-door.ts';
import { FIXTURES } from './source.testsuite.ts';

function memory() {
  const pages = new Map<string, ListingPage>();
  const failures: [string, string][] = [];
  const refusals = new Map<string, Refusal>();
  const port: PageMemory = {
    recall: (page) => pages.get(page) ?? null,
    // Through JSON and its schema, as a file would give it back.
    keep: async (page, read) => void pages.set(page, listingPageSchema.parse(JSON.parse(JSON.stringify(read)))),
    recallRefusal: (page) => refusals.get(page) ?? null,
    fail: async (page, refusal) => {
      failures.push([page, refusal.detail]);
      refusals.set(page, refusal);
    },
  };
  return { port, pages, failures, refusals };
}

function fixtureNetwork() {
  const door = openFixtureDoor({ directory: FIXTURES, nowMs: AT_MS });
  onTestFinished(() => door.close());
  return scriptedNetwork((request) => door.get(request, NEVER));
}

describe.each(SOURCE_IDS)('a sweep of %s that is continued', (id) => {
  it('keeps each page, and then asks for none and shows the same items', async () => {
    const { port, pages } = memory();
    const first = fixtureNetwork();
    const whole = await SOURCES[id].open(first).sweep(SWEEP, NEVER, port);
    expect(pages.size).toBe(first.requests.length);
    const second = fixtureNetwork();
    const again = await SOURCES[id].open(second).sweep(SWEEP, NEVER, port);
    expect(second.requests).toEqual([]);
    expect(again.items).toEqual(whole.items);
    expect(again.outcome).toMatchObject({ status: whole.outcome.status, requestCount: 0 });
  });

  it('asks for the pages that are missing', async () => {
    const { port, pages } = memory();
    const whole = await SOURCES[id].open(fixtureNetwork()).sweep(SWEEP, NEVER, port);
    const [lost = ''] = pages.keys();
    pages.delete(lost);
    const second = fixtureNetwork();
    expect((await SOURCES[id].open(second).sweep(SWEEP, NEVER, port)).items).toEqual(whole.items);
    expect(second.requests.length).toBe(1);
  });

  it('keeps no page that failed, and says which and why', async () => {
    const { port, pages, failures } = memory();
    await SOURCES[id].open(scriptedNetwork(() => failure('unreachable'))).sweep(SWEEP, NEVER, port);
    expect(pages.size).toBe(0);
    expect(failures.length).toBeGreaterThan(0);
    for (const [page, reason] of failures) expect(reason).toContain(page);
  });

  it('does not ask for a page whose refusal stands, and says of it what was said before', async () => {
    const { port, pages, refusals } = memory();
    const first = fixtureNetwork();
    await SOURCES[id].open(first).sweep(SWEEP, NEVER, port);
    const [shut = ''] = pages.keys();
    pages.delete(shut);
    refusals.set(shut, { status: 'blocked', detail: `${shut}: HTTP 403 refused (asked once)`, httpStatus: null, retryAfterSeconds: null });
    const second = fixtureNetwork();
    const again = await SOURCES[id].open(second).sweep(SWEEP, NEVER, port);
    expect(second.requests).toEqual([]);
    expect(again.outcome).toMatchObject({
      status: pages.size === 0 ? 'blocked' : 'partial',
      detail: `${shut}: HTTP 403 refused (asked once)`,
    });
  });

  it('notes neither answer nor failure of a page that the end of the time cut off', async () => {
    const { port, pages, failures } = memory();
    const leg = new AbortController();
    const network = scriptedNetwork(() => {
      leg.abort();
      return failure('interrupted');
    });
    await SOURCES[id].open(network).sweep(SWEEP, leg.signal, port);
    expect([pages.size, failures]).toEqual([0, []]);
  });
});

it('a page that is no page is refused, and never kept as an empty one', async () => {
  const { port, pages, failures } = memory();
  await SOURCES.lobsters.open(scriptedNetwork(() => reply('[]'))).sweep(SWEEP, NEVER, port);
  expect([pages.size, failures.length]).toEqual([0, 2]);
});
