import { MockAgent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../src/platform/http/limits.ts';
import { Pace, Pauses } from '../../../src/platform/http/pace.ts';
import { Visit } from '../../../src/platform/http/visit.ts';
import { never } from './loopback.ts';

let agent: MockAgent;
let seen: [string, string | undefined][];

beforeEach(() => {
  agent = new MockAgent();
  agent.disableNetConnect();
  seen = [];
});

afterEach(async () => await agent.close());

function answer(origin: string, path: string, reply: { status: number; location?: string }): void {
  const { status, location } = reply;
  agent
    .get(origin)
    .intercept({ path, method: 'GET' })
    .reply((request) => {
      const headers = new Headers(Object.entries(request.headers ?? {}));
      seen.push([origin, headers.get('authorization') ?? undefined]);
      return { statusCode: status, data: '{}', responseOptions: { headers: location === undefined ? {} : { location } } };
    });
}

async function visit(url: string, tokens: Record<string, string>): Promise<void> {
  const house = {
    wire: { dispatcher: agent, gateway: null, limits: DEFAULT_LIMITS, now: () => 0 },
    pace: new Pace(DEFAULT_LIMITS),
    pauses: new Pauses(),
    closing: never,
    userAgent: 'trivet/0.0.0',
    tokens: new Map(Object.entries(tokens)),
    monotonicMs: () => 0,
    random: () => 0,
    remainingMs: () => Number.POSITIVE_INFINITY,
    countRequest: () => undefined,
  };
  expect(await new Visit(house, { url, accept: 'json' }, never).run()).toMatchObject({ kind: 'reply', status: 200 });
}

describe('a token', () => {
  it('goes to its host over https', async () => {
    answer('https://api.github.com', '/x', { status: 200 });
    await visit('https://api.github.com/x', { 'api.github.com': 'secret' });
    expect(seen).toEqual([['https://api.github.com', 'Bearer secret']]);
  });

  it.each(['https://github.com', 'https://api.github.com.', 'https://api.github.com.evil.example', 'https://x.api.github.com'])(
    'does not go to %s',
    async (origin) => {
      answer(origin, '/', { status: 200 });
      await visit(`${origin}/`, { 'api.github.com': 'secret' });
      expect(seen).toEqual([[origin, undefined]]);
    },
  );

  it('stays behind when a redirect leads elsewhere and back, and follows one on the same host', async () => {
    answer('https://api.github.com', '/a', { status: 302, location: '/b' });
    answer('https://api.github.com', '/b', { status: 302, location: 'https://other.example/c' });
    answer('https://other.example', '/c', { status: 302, location: 'https://api.github.com/d' });
    answer('https://api.github.com', '/d', { status: 200 });
    await visit('https://api.github.com/a', { 'api.github.com': 'secret', 'other.example': 'other' });
    expect(seen).toEqual([
      ['https://api.github.com', 'Bearer secret'],
      ['https://api.github.com', 'Bearer secret'],
      ['https://other.example', undefined],
      ['https://api.github.com', undefined],
    ]);
  });

  it('is not fetched by a stranger who redirects to its host', async () => {
    answer('https://stranger.example', '/', { status: 302, location: 'https://api.github.com/delete' });
    answer('https://api.github.com', '/delete', { status: 200 });
    await visit('https://stranger.example/', { 'api.github.com': 'secret' });
    expect(seen.map(([, authorization]) => authorization)).toEqual([undefined, undefined]);
  });
});
