import { describe, expect, it } from 'vitest';
import { getJson, openTestDoor, serve } from './loopback.ts';

/** A server that answers with these statuses in turn, the last one for ever. */
function serveStatuses(statuses: readonly number[], headers: Record<string, string> = {}) {
  let count = 0;
  return serve((_, response) => {
    const status = statuses[Math.min(count, statuses.length - 1)] ?? 200;
    count += 1;
    response.writeHead(status, status === 200 ? {} : headers).end('{}');
  });
}

describe('retries', () => {
  it.each([429, 502, 503, 504])('tries %d twice more', async (status) => {
    const { origin, seen } = await serveStatuses([status]);
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({
      kind: 'reply',
      status,
      retryAfterSeconds: null,
    });
    expect(seen.length).toBe(3);
  });

  it('is content with a third answer that works', async () => {
    const { origin, seen } = await serveStatuses([503, 504, 200]);
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'reply', status: 200 });
    expect(seen.length).toBe(3);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -5, 7])('survives a random of %d', async (share) => {
    const { origin, seen } = await serveStatuses([503, 200]);
    expect(await getJson(openTestDoor({ gateway: origin, random: () => share }), 'https://a.example/')).toMatchObject({ status: 200 });
    expect(seen.length).toBe(2);
  });

  it('asks for randomness once a retry, and doubles what it is a share of', async () => {
    let asked = 0;
    const { origin, seen } = await serveStatuses([503]);
    const random = () => {
      asked += 1;
      return 0;
    };
    await getJson(openTestDoor({ gateway: origin, random, limits: { backoffMs: 1e9, longestBackoffMs: 1e9 } }), 'https://a.example/');
    expect([asked, seen.length]).toEqual([2, 3]);
    const hasty = await serveStatuses([503]);
    await getJson(
      openTestDoor({ gateway: hasty.origin, random: () => 1, limits: { backoffMs: 10, longestBackoffMs: 1e9, longestWaitMs: 15 } }),
      'https://a.example/',
    );
    expect(hasty.seen.length).toBe(2);
  });

  it.each(['garbage', '-1', 'NaN', '1e9', ''])('reads Retry-After %j as none', async (value) => {
    const { origin, seen } = await serveStatuses([429, 200], { 'retry-after': value });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ status: 200 });
    expect(seen.length).toBe(2);
  });

  it('waits out a Retry-After that fits, at least a second', async () => {
    const { origin, seen } = await serveStatuses([503, 200], { 'retry-after': '0' });
    const startedMs = performance.now();
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ status: 200 });
    expect(performance.now() - startedMs).toBeGreaterThan(990);
    expect(seen.length).toBe(2);
  });
});

describe('a Retry-After that does not fit', () => {
  it.each([
    ['a day', '86400', 86_400, undefined],
    ['beyond any day', '99999999999999999999', 2_592_000, undefined],
    ['beyond the leg', '2', 2, () => 2_500],
  ])('%s is reported at once', async (_, value, retryAfterSeconds, remainingMs) => {
    const { origin, seen } = await serveStatuses([429], { 'retry-after': value });
    const door = openTestDoor({ gateway: origin, ...(remainingMs ? { remainingMs } : {}) });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ kind: 'reply', status: 429, retryAfterSeconds });
    expect(seen.length).toBe(1);
  });

  it('reads a date by the server’s clock, not ours', async () => {
    const date = new Date(Date.UTC(2001, 1, 3, 4, 5, 6)).toUTCString();
    const later = new Date(Date.UTC(2001, 1, 3, 4, 7, 6)).toUTCString();
    const { origin } = await serveStatuses([429], { date, 'retry-after': later });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ status: 429, retryAfterSeconds: 120 });
  });

  it('defers later requests to that host without sending them, and no others', async () => {
    const { origin, seen } = await serve((_, response, { host }) =>
      host === 'a.example' ? response.writeHead(503, { 'retry-after': '60' }).end() : response.end('{}'),
    );
    const door = openTestDoor({ gateway: origin });
    await getJson(door, 'https://a.example/1');
    const second = await getJson(door, 'https://a.example/2');
    expect(second).toMatchObject({ kind: 'failure', cause: 'deferred', status: 503, retryAfterSeconds: 60 });
    expect(await getJson(door, 'https://b.example/')).toMatchObject({ kind: 'reply', status: 200 });
    expect(seen.map(({ host }) => host)).toEqual(['a.example', 'b.example']);
    expect(door.requestCount).toBe(2);
  });

  it('makes a later request wait its turn when the wait fits', async () => {
    const { origin, seen } = await serveStatuses([429, 200], { 'retry-after': '1' });
    const door = openTestDoor({ gateway: origin, limits: { retryCount: 0 } });
    expect(await getJson(door, 'https://a.example/1')).toMatchObject({ status: 429, retryAfterSeconds: 1 });
    const startedMs = performance.now();
    expect(await getJson(door, 'https://a.example/2')).toMatchObject({ status: 200 });
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    expect(seen.length).toBe(2);
  });

  it('is the answer when the time is up while it is waited out, for the first request and for a later one', async () => {
    const { origin, seen } = await serveStatuses([429], { 'retry-after': '20' });
    const door = openTestDoor({ gateway: origin });
    const leg = AbortSignal.timeout(150);
    const first = getJson(door, 'https://a.example/1', leg);
    expect(await first).toMatchObject({ kind: 'reply', status: 429, retryAfterSeconds: 20 });
    const second = await getJson(door, 'https://a.example/2', AbortSignal.timeout(50));
    expect(second).toMatchObject({ kind: 'failure', cause: 'deferred', status: 429, retryAfterSeconds: 20 });
    expect(seen.length).toBe(1);
  });

  it('is no answer when it is interrupted meanwhile', async () => {
    const { origin } = await serveStatuses([429], { 'retry-after': '20' });
    const leg = new AbortController();
    const reply = getJson(openTestDoor({ gateway: origin }), 'https://a.example/', leg.signal);
    setTimeout(() => leg.abort(), 100);
    expect(await reply).toMatchObject({ kind: 'failure', cause: 'interrupted' });
  });

  it.each([
    ['a negative number', '-86400', 200],
    ['no number', 'NaN', 200],
    ['an infinite number', 'Infinity', 200],
    ['a number in another notation', '1e9', 200],
    ['two numbers', '86400, 1', 200],
    ['a date in the past', 'Thu, 01 Jan 1970 00:00:00 GMT', 200],
    ['a date in a day', new Date(Date.now() + 86_400_000).toUTCString(), 429],
    ['a date in no known form', '2099-01-01T00:00:00Z', 200],
  ])('reads %s, and never waits longer than a second or it is deferred', async (_, value, status) => {
    const { origin, seen } = await serveStatuses([429, 200], { 'retry-after': value });
    expect(await getJson(openTestDoor({ gateway: origin }), 'https://a.example/')).toMatchObject({ kind: 'reply', status });
    expect(seen.length).toBe(status === 200 ? 2 : 1);
  });

  it('names the wait of any other status without acting on it', async () => {
    const { origin, seen } = await serveStatuses([403, 200], { 'retry-after': '60' });
    const door = openTestDoor({ gateway: origin });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ status: 403, retryAfterSeconds: 60 });
    expect(await getJson(door, 'https://a.example/')).toMatchObject({ status: 200 });
    expect(seen.length).toBe(2);
  });
});

describe('the end of the time', () => {
  it.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])('sends nothing with %d ms left', async (left) => {
    const { origin, seen } = await serveStatuses([200]);
    expect(await getJson(openTestDoor({ gateway: origin, remainingMs: () => left }), 'https://a.example/')).toMatchObject({
      kind: 'failure',
      cause: 'timeout',
      status: null,
    });
    expect(seen).toEqual([]);
  });

  it('bounds a request by the time left for the leg', async () => {
    const { origin, hungUp } = await serve(() => undefined);
    expect(await getJson(openTestDoor({ gateway: origin, remainingMs: () => 100 }), 'https://a.example/')).toMatchObject({
      cause: 'timeout',
    });
    await hungUp(0);
  });

  it('is unmoved by a clock that stands still', async () => {
    const { origin, seen } = await serveStatuses([429, 200], { 'retry-after': '1' });
    const clock = { now: () => 0, monotonicMs: () => 5 };
    expect(await getJson(openTestDoor({ gateway: origin, clock }), 'https://a.example/')).toMatchObject({ status: 200, elapsedMs: 0 });
    expect(seen.length).toBe(2);
  });
});
