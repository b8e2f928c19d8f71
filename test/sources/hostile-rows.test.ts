import { describe, expect, it } from 'vitest';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { github } from '../../src/sources/github.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { v2ex } from '../../src/sources/v2ex.ts';
import { ATOM_TYPE, failure, jsonReply, NEVER, reply, SWEEP, scriptedNetwork } from './scripted-door.ts';

const topic = (id: unknown) => ({ id, title: 'A topic', created: 1_772_354_000 });
const repository = (id: unknown) => ({ id, full_name: 'a/b', stargazers_count: 90, created_at: '2026-02-20T00:00:00Z' });

describe('ids', () => {
  it.each<[string, unknown, string]>([
    ['a number', 5, '5'],
    ['text', '5', '5'],
    ['the last number that is exact', Number.MAX_SAFE_INTEGER, '9007199254740991'],
    ['text beyond every exact number', '9007199254740993', '9007199254740993'],
  ])('%s is kept as text', async (_, id, kept) => {
    const topics = await v2ex.open(scriptedNetwork(() => jsonReply([topic(id)]))).sweep(SWEEP, NEVER);
    expect(topics.items.map((item) => [item.id, item.discussionUrl])).toEqual([[`v2ex:${kept}`, `https://www.v2ex.com/t/${kept}`]]);
    const found = await github.open(scriptedNetwork(() => jsonReply({ items: [repository(id)] }))).sweep(SWEEP, NEVER);
    expect(found.items.map((item) => item.id)).toEqual([`github:${kept}`]);
  });

  it.each([
    '9007199254740993',
    '1e300',
    '-1',
    '0',
    '1.5',
    '"../x"',
    '"5 "',
    '"05"',
    '"9e9"',
    'true',
    'null',
    '{}',
    '[5]',
    `"${'9'.repeat(20)}"`,
  ])('%s is none, and its row is lost and counted', async (id) => {
    const row = JSON.stringify(topic('ID')).replace('"ID"', id);
    const { items, outcome } = await v2ex.open(scriptedNetwork(() => reply(`[${row},${JSON.stringify(topic(7))}]`))).sweep(SWEEP, NEVER);
    expect([items.map((item) => item.id), outcome.status]).toEqual([['v2ex:7'], 'partial']);
  });
});

describe('what a page may cost', () => {
  it.each(SOURCE_IDS.filter((id) => id !== 'reddit'))('%s: JSON of too many values is not parsed', async (id) => {
    const body = `[${'{},'.repeat(60_000)}{}]`;
    const { outcome } = await SOURCES[id].open(scriptedNetwork(() => reply(body))).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed', detail: expect.stringContaining('with JSON of too many values') });
  });

  it.each([
    ['entities', `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>${'&lt;'.repeat(210_000)}</title></entry></feed>`, 'nodes'],
    ['a text', `<feed xmlns="http://www.w3.org/2005/Atom"><x>${'x'.repeat(300_000)}</x></feed>`, 'long a text'],
  ])('reddit: XML of too many or too long %s is not parsed', async (_, body, words) => {
    const network = scriptedNetwork(() => reply(body, { headers: { 'content-type': ATOM_TYPE } }));
    const { outcome } = await SOURCES.reddit.open(network).sweep(SWEEP, NEVER);
    expect(outcome).toMatchObject({ status: 'malformed', detail: expect.stringContaining(words) });
  });

  it('rows beyond a thousand are lost and counted, and not checked', async () => {
    const rows = [...Array.from({ length: 1000 }, (_, index) => topic(index + 1)), ...Array(500).fill(0)];
    const { items, outcome } = await v2ex.open(scriptedNetwork(() => jsonReply(rows))).sweep(SWEEP, NEVER);
    expect([items.length, outcome]).toMatchObject([1000, { status: 'partial', lostCount: 1000, detail: '1000 rows do not fit' }]);
  });
});

describe('a leg that ends while a site is waited for', () => {
  it('leaves what the site said as the cause', async () => {
    const leg = new AbortController();
    const network = scriptedNetwork(() => {
      leg.abort();
      return failure('deferred', 429, 20);
    });
    const { outcome } = await v2ex.open(network).sweep(SWEEP, leg.signal);
    expect(outcome).toMatchObject({ status: 'rate-limited', httpStatus: 429, retryAfterSeconds: 20 });
  });
});
