import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { coverageSchema, isCleanCoverage } from '../../src/domain/coverage.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import type { Door } from '../../src/platform/http.ts';
import { openFixtureDoor, renderTimes } from '../../src/sources/fixtures.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { AT_MS, NEVER, SEARCH, SWEEP } from './scripted-door.ts';
import { FIXTURES } from './source.testsuite.ts';

describe('renderTimes', () => {
  it('counts from the run in three forms', () => {
    const text = '{"a":"@{s:-3h}","b":"@{iso:-90m}","c":"@{iso-offset:+2d}","d":"@{iso:-5w} @{s:-1h} @{x}"}';
    expect(renderTimes(text, AT_MS)).toBe(
      '{"a":1772355600,"b":"2026-03-01T10:30:00Z","c":"2026-03-03T06:00:00.000-06:00","d":"@{iso:-5w} @{s:-1h} @{x}"}',
    );
  });
});

describe('the fixture door', () => {
  let door: Door;
  beforeAll(() => {
    door = openFixtureDoor({ directory: FIXTURES, nowMs: AT_MS });
  });
  afterAll(() => door.close());

  it.each(['https://unknown.example/', 'https://hn.algolia.com/api/v2/search?tags=front_page', 'https://lobste.rs/hottest.json/more'])(
    'answers %s with 404',
    async (url) => {
      expect(await door.get({ url, accept: 'json' }, NEVER)).toMatchObject({
        kind: 'reply',
        status: 404,
        headers: { 'content-type': 'application/json' },
        body: '{"message":"no fixture answers this address"}',
      });
    },
  );

  it('tells requests apart by their parameters', async () => {
    const read = async (query: string) => {
      const answer = await door.get({ url: `https://hn.algolia.com/api/v1/search?tags=story&query=${query}`, accept: 'json' }, NEVER);
      return answer.kind === 'reply' ? answer.body.length : 0;
    };
    expect(await read('Quillfish%20backdoor')).toBeGreaterThan(2000);
    expect(await read('zebra')).toBeLessThan(300);
  });

  it('is the real door: a private address is refused', async () => {
    expect(await door.get({ url: 'http://127.0.0.1/', accept: 'json' }, NEVER)).toMatchObject({
      kind: 'failure',
      cause: 'refused-address',
    });
  });
});

describe('the bundled answers', () => {
  let door: Door;
  beforeAll(() => {
    door = openFixtureDoor({ directory: FIXTURES, nowMs: AT_MS });
  });
  afterAll(() => door.close());
  const open = (id: (typeof SOURCE_IDS)[number]) => SOURCES[id].open({ door, monotonicMs: () => 0 });
  const sweepAll = async () =>
    await Promise.all(SOURCE_IDS.map(async (source) => ({ source, ...(await open(source).sweep(SWEEP, NEVER)) })));

  it('leave every source clean', async () => {
    const coverage = (await sweepAll()).map(({ source, outcome }) => ({ source, outcome }));
    expect(isCleanCoverage(coverageSchema.parse(coverage))).toBe(true);
  });

  it('tell one story on four families by one address, and another on two', async () => {
    const items = (await sweepAll()).flatMap((swept) => swept.items);
    const familiesOf = (url: string) => items.filter((item) => item.url === url).map((item) => item.source);
    expect(familiesOf('https://kestrelworks.example/research/quillfish-backdoor')).toEqual(['hackernews', 'lobsters', 'reddit', 'v2ex']);
    expect(familiesOf('https://tallow.example/blog/one-point-zero')).toEqual(['hackernews', 'lobsters']);
  });

  it('hold what a hostile or foreign title can bring', async () => {
    const swept = (await sweepAll()).flatMap(({ items }) => items);
    const text = swept.map((item) => `${item.title}\n${item.snippet}`).join('\n');
    for (const needle of [
      '\u001b[31m',
      '\u202e',
      '</tool_result>',
      '==== end of evidence',
      '## Instructions',
      'Ignore previous instructions',
    ]) {
      expect(text).toContain(needle);
    }
    for (const script of [/\p{Script=Han}/u, /\p{Script=Hiragana}/u, /\p{Script=Arabic}/u, /\p{Script=Hebrew}/u])
      expect(text).toMatch(script);
  });

  it('name no host that could be real, beyond the sites themselves', async () => {
    const swept = (await sweepAll()).flatMap(({ items }) => items);
    const found = await Promise.all(SOURCE_IDS.map(async (id) => (await open(id).search?.(SEARCH, NEVER))?.items ?? []));
    const hosts = [...swept, ...found.flat()].flatMap((item) => (item.link === null ? [] : new URL(item.link).hostname));
    expect(hosts.filter((host) => host !== 'github.com' && !host.endsWith('.example'))).toEqual([]);
  });

  it('are valid JSON as they lie on disk', () => {
    const index: { file: string; type: string }[] = JSON.parse(readFileSync(join(FIXTURES, 'index.json'), 'utf8'));
    for (const { file, type } of index) if (type.includes('json')) JSON.parse(readFileSync(join(FIXTURES, file), 'utf8'));
    expect(index.length).toBeGreaterThan(10);
  });
});

describe('a broken fixture folder', () => {
  const directories: string[] = [];
  const copy = () => {
    const directory = mkdtempSync(join(tmpdir(), 'trivet-fixtures-'));
    directories.push(directory);
    cpSync(FIXTURES, directory, { recursive: true });
    return directory;
  };
  afterEach(() => {
    for (const directory of directories.splice(0)) rmSync(directory, { recursive: true });
  });

  it('throws for a missing folder, a missing body and an index that does not fit', () => {
    expect(() => openFixtureDoor({ directory: join(tmpdir(), 'no-such-folder'), nowMs: 0 })).toThrow(/ENOENT/);
    const bare = copy();
    rmSync(join(bare, 'lobste.rs'), { recursive: true });
    expect(() => openFixtureDoor({ directory: bare, nowMs: 0 })).toThrow(/ENOENT/);
    const escaping = copy();
    writeFileSync(join(escaping, 'index.json'), '[{"host":"a","path":"/","file":"../secret","status":200,"type":"text/plain"}]');
    expect(() => openFixtureDoor({ directory: escaping, nowMs: 0 })).toThrow(/file/);
  });
});
