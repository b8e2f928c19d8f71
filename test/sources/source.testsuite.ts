import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Item, itemCommentSchema, itemSchema } from '../../src/domain/item.ts';
import { causeOf, type Outcome, outcomeSchema } from '../../src/domain/outcome.ts';
import type { Harvest, Source } from '../../src/domain/source.ts';
import type { Door, FailureCause, HttpReply, HttpRequest } from '../../src/platform/http.ts';
import { openFixtureDoor } from '../../src/sources/fixtures.ts';
import type { SourceEntry } from '../../src/sources/network.ts';
import { publisherOf } from '../../src/sources/publisher.ts';
import { AT_MS, ATOM_TYPE, failure, HTML_TYPE, NEVER, reply, SEARCH, SWEEP, scriptedNetwork } from './scripted-door.ts';

export const FIXTURES = fileURLToPath(new URL('../../fixtures', import.meta.url));

/** What the suite must know of a site to spoil its answers. */
export interface SiteShape {
  /** A listing without a row. */
  readonly empty: string;
  readonly type: string;
  /** What a row has and nothing else that is read has; without it no row fits. */
  readonly rowMark: string;
  readonly strangeMark: string;
}

/** Stands in every spoilt answer; no outcome may repeat it. */
const THIRD_PARTY = 'ZXQ-THIRD-PARTY-TEXT';
const BLOCK_PAGE = `<!doctype html><html><title>Just a moment...</title>${THIRD_PARTY}</html>`;
const HTML_PAGE = `<!DOCTYPE html><html><body>${THIRD_PARTY}</body></html>`;
const MARKUP = /<\/?(?:p|a|b|i|em|strong|code|pre|div|span|br)(?:\s[^<>]*)?>|&(?:#\d+|#x[0-9a-f]+|amp|lt|gt|quot|rsquo|nbsp);/i;

function assertOutcome(outcome: Outcome): void {
  expect(outcomeSchema.parse(outcome)).toEqual(outcome);
  expect(causeOf(outcome) ?? '').not.toContain(THIRD_PARTY);
}

function expectedPublisher({ author, url, id, source }: Item): string | null {
  if (author !== null) return author.toLowerCase();
  return url === null ? `${source}/anonymous-${id.slice(source.length + 1)}` : publisherOf(url);
}

function assertHarvest(entry: SourceEntry, { items, outcome }: Harvest): void {
  assertOutcome(outcome);
  for (const item of items) {
    expect(itemSchema.parse(item)).toEqual(item);
    expect(item.source).toBe(entry.id);
    expect(item.id.startsWith(`${entry.id}:`)).toBe(true);
    expect(`${item.title}\n${item.snippet}`).not.toMatch(MARKUP);
    expect(item.url === null).toBe(item.link === null);
    expect(item.publisher).toBe(expectedPublisher(item));
    expect(Date.parse(item.publishedAt ?? '')).toBeLessThanOrEqual(AT_MS);
  }
  expect(new Set(items.map((item) => item.id)).size).toBe(items.length);
}

function describeClean(entry: SourceEntry): void {
  describe('over the bundled answers', () => {
    let door: Door;
    let source: Source;
    beforeAll(() => {
      door = openFixtureDoor({ directory: FIXTURES, nowMs: AT_MS });
      source = entry.open({ door, monotonicMs: () => 0 });
    });
    afterAll(() => door.close());

    it('sweeps valid items and is ok', async () => {
      const harvest = await source.sweep(SWEEP, NEVER);
      assertHarvest(entry, harvest);
      expect(harvest.outcome).toMatchObject({ status: 'ok', itemCount: harvest.items.length, httpStatus: 200, elapsedMs: 0 });
      expect(harvest.items.length).toBeGreaterThanOrEqual(15);
    });

    it('sweeps a domain as well', async () => {
      const harvest = await source.sweep({ ...SWEEP, domain: 'databases' }, NEVER);
      assertHarvest(entry, harvest);
      expect(harvest.outcome.status).toBe('ok');
    });

    it('says truly whether it can search, and finds nothing honestly', async () => {
      expect(source.search !== null).toBe(entry.hasSearch);
      if (source.search === null) return;
      const found = await source.search({ ...SEARCH, words: ['Quillfish'] }, NEVER);
      assertHarvest(entry, found);
      expect(found.items.filter((item) => /quillfish/i.test(item.title)).length).toBeGreaterThanOrEqual(5);
      const nothing = await source.search({ ...SEARCH, words: ['zebra'] }, NEVER);
      expect(nothing).toMatchObject({ items: [], outcome: { status: 'empty' } });
      expect(await source.search({ ...SEARCH, words: ['"', ':'] }, NEVER)).toMatchObject({ items: [], outcome: { status: 'skipped' } });
    });

    it('reads comments of its own items only', async () => {
      const [first, last] = await source.sweep(SWEEP, NEVER).then(({ items }) => [items[0], items.at(-1)]);
      if (source.comments === null || first === undefined || last === undefined) return;
      const harvest = await source.comments(first, NEVER);
      assertOutcome(harvest.outcome);
      expect(harvest.comments.length).toBeGreaterThanOrEqual(3);
      for (const comment of harvest.comments) expect(itemCommentSchema.parse(comment)).toEqual(comment);
      expect(harvest.comments.map(({ text }) => text).join('\n')).not.toMatch(MARKUP);
      expect(await source.comments(last, NEVER)).toMatchObject({ comments: [], outcome: { status: 'empty' } });
      const foreign = { ...first, source: entry.id === 'v2ex' ? 'github' : 'v2ex' } as const;
      expect(await source.comments(foreign, NEVER)).toMatchObject({ comments: [], outcome: { status: 'skipped' } });
    });
  });
}

type Answer = (request: HttpRequest, place: number) => HttpReply | Promise<HttpReply>;

async function sweepWith(entry: SourceEntry, answer: Answer): Promise<Harvest> {
  const harvest = await entry.open(scriptedNetwork(answer)).sweep(SWEEP, NEVER);
  assertHarvest(entry, harvest);
  return harvest;
}

function describeFaults(entry: SourceEntry, shape: SiteShape): void {
  const html = { headers: { 'content-type': HTML_TYPE } };
  const spoilt: readonly (readonly [string, HttpReply, object])[] = [
    ['a block page', reply(BLOCK_PAGE, { ...html, status: 403 }), { status: 'blocked', httpStatus: 403 }],
    ['a bare 403', reply(THIRD_PARTY, { status: 403 }), { status: 'blocked', httpStatus: 403 }],
    ['a challenge behind 503', reply(BLOCK_PAGE, { ...html, status: 503 }), { status: 'blocked', httpStatus: 503 }],
    ['429', reply(THIRD_PARTY, { status: 429, retryAfterSeconds: 41 }), { status: 'rate-limited', httpStatus: 429, retryAfterSeconds: 41 }],
    ['401', reply(THIRD_PARTY, { status: 401 }), { status: 'auth-failed', httpStatus: 401 }],
    ['451', reply(THIRD_PARTY, { status: 451 }), { status: 'blocked', httpStatus: 451 }],
    ['404', reply(THIRD_PARTY, { status: 404 }), { status: 'unreachable', httpStatus: 404 }],
    ['a refused query', reply(THIRD_PARTY, { status: 422 }), { status: 'malformed', httpStatus: 422 }],
    ['a server error', reply(THIRD_PARTY, { status: 500 }), { status: 'unreachable', httpStatus: 500 }],
    ['HTML with 200', reply(HTML_PAGE, html), { status: 'malformed', httpStatus: 200 }],
    ['unlabelled HTML with 200', reply(HTML_PAGE, { headers: {} }), { status: 'malformed', httpStatus: 200 }],
    ['a block page with 200', reply(BLOCK_PAGE, html), { status: 'blocked', httpStatus: 200 }],
    ['an empty 200', reply(' \n'), { status: 'malformed', httpStatus: 200 }],
    ['text that does not parse', reply(`{"hits": ${THIRD_PARTY}`), { status: 'malformed', httpStatus: 200 }],
    ['JSON nested too deep', reply('['.repeat(70) + ']'.repeat(70)), { status: 'malformed', httpStatus: 200 }],
    ['JSON of another shape', reply(`{"error":"${THIRD_PARTY}"}`), { status: 'malformed', httpStatus: 200 }],
    ['an empty listing', reply(shape.empty, { headers: { 'content-type': shape.type } }), { status: 'malformed', httpStatus: 200 }],
  ];
  it.each(spoilt)('says what happened: %s', async (_, answer, expected) => {
    const { items, outcome } = await sweepWith(entry, () => answer);
    expect(items).toEqual([]);
    expect(outcome).toMatchObject(expected);
    expect(causeOf(outcome)).toContain(`HTTP ${answer.kind === 'reply' ? answer.status : ''}`);
  });

  const ended: readonly (readonly [FailureCause, number | null, string])[] = [
    ['timeout', null, 'timeout'],
    ['unreachable', null, 'unreachable'],
    ['redirect', null, 'unreachable'],
    ['refused-address', null, 'unreachable'],
    ['too-large', 200, 'malformed'],
    ['encoding', 200, 'malformed'],
    ['protocol', 200, 'malformed'],
    ['interrupted', null, 'timeout'],
    ['deferred', 429, 'rate-limited'],
    ['deferred', 503, 'unreachable'],
  ];
  it.each(ended)('says why there was no reply: %s %s', async (cause, status, expected) => {
    const { outcome } = await sweepWith(entry, () => failure(cause, status, cause === 'deferred' ? 90 : null));
    expect(outcome).toMatchObject({ status: expected, httpStatus: status, retryAfterSeconds: cause === 'deferred' ? 90 : null });
    expect(causeOf(outcome)).toContain(`what the door says of ${cause}`);
  });
}

function describeTime(entry: SourceEntry): void {
  it('asks nothing once the time is up', async () => {
    const network = scriptedNetwork(() => failure('interrupted'));
    const { items, outcome } = await entry.open(network).sweep(SWEEP, AbortSignal.abort());
    expect(items).toEqual([]);
    expect(outcome).toMatchObject({ status: 'timeout', requestCount: 0, httpStatus: null });
    expect(causeOf(outcome)).toContain("the leg's time was up");
  });

  it('ends when the signal fires under way', async () => {
    const leg = new AbortController();
    const network = scriptedNetwork(() => {
      leg.abort();
      return failure('interrupted');
    });
    const { outcome } = await entry.open(network).sweep(SWEEP, leg.signal);
    expect(outcome).toMatchObject({ status: 'timeout', httpStatus: null });
    expect(causeOf(outcome)).toContain("the leg's time was up");
  });
}

function describeRows(entry: SourceEntry, shape: SiteShape): void {
  let door: Door;
  beforeAll(() => {
    door = openFixtureDoor({ directory: FIXTURES, nowMs: AT_MS });
  });
  afterAll(() => door.close());

  async function bodyOf(request: HttpRequest): Promise<string> {
    const answer = await door.get(request, NEVER);
    if (answer.kind === 'failure') throw new Error(answer.detail);
    return answer.body;
  }

  it('calls a page without one fitting row malformed', async () => {
    const { outcome } = await sweepWith(entry, async (request) =>
      reply((await bodyOf(request)).replaceAll(shape.rowMark, shape.strangeMark)),
    );
    expect(outcome).toMatchObject({ status: 'malformed', httpStatus: 200 });
    expect(causeOf(outcome)).toMatch(/none of \d+ rows fits/);
  });

  it('counts a row that does not fit', async () => {
    const whole = await entry.open({ door, monotonicMs: () => 0 }).sweep(SWEEP, NEVER);
    const { items, outcome } = await sweepWith(entry, async (request, place) => {
      const body = await bodyOf(request);
      return reply(place === 0 ? spoilFirst(body, shape) : body);
    });
    expect(outcome).toMatchObject({ status: 'partial', lostCount: 1, detail: '1 row does not fit' });
    expect(whole.items.length - items.length).toBeLessThanOrEqual(1);
  });

  it('is partial, and names the page, when one page of several fails', async () => {
    const { items, outcome } = await sweepWith(entry, async (request, place) =>
      place === 0 ? reply(BLOCK_PAGE, { status: 403 }) : reply(await bodyOf(request)),
    );
    const { requestCount } = await entry
      .open({ door, monotonicMs: () => 0 })
      .sweep(SWEEP, NEVER)
      .then(({ outcome: whole }) => ({ requestCount: 0, ...whole }));
    if (requestCount === 1) return expect(outcome.status).toBe('blocked');
    expect(items.length).toBeGreaterThan(0);
    expect(outcome).toMatchObject({ status: 'partial', lostCount: 0, requestCount });
    expect(causeOf(outcome)).toMatch(/^[a-z ]+: HTTP 403 block page$/);
  });
}

/** The title of a feed stands before its first entry. */
function spoilFirst(body: string, { rowMark, strangeMark, type }: SiteShape): string {
  const from = type === ATOM_TYPE ? body.indexOf('<entry>') : 0;
  const at = body.indexOf(rowMark, from);
  return `${body.slice(0, at)}${strangeMark}${body.slice(at + rowMark.length).replace('</title>', type === ATOM_TYPE ? '</headline>' : '</title>')}`;
}

/** The contract of the source port, run for every row of the table. */
export function describeSource(entry: SourceEntry, shape: SiteShape): void {
  describe(entry.id, () => {
    it('opens as what its row says', () => {
      const source = entry.open(scriptedNetwork(() => failure('unreachable')));
      expect(source.id).toBe(entry.id);
      expect([entry.title, entry.listing, entry.limits].every((text) => text.length > 0)).toBe(true);
      expect(new URL(entry.site).protocol).toBe('https:');
    });
    describeClean(entry);
    describe('faults', () => describeFaults(entry, shape));
    describe('time', () => describeTime(entry));
    describe('rows', () => describeRows(entry, shape));
  });
}
