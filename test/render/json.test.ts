import { describe, expect, it } from 'vitest';
import { briefDocumentSchema } from '../../src/domain/brief-document.ts';
import { toJson } from '../../src/render/json.ts';
import { downgradedCard, itemOf, quietBrief, solidBrief, unobservedBrief } from './brief-fixture.ts';
import { hostileQuiet, hostileSolid } from './hostile-brief.ts';

const CANARY = 'canaryword';
const WORDS = {
  title: `${CANARY} title`,
  name: `${CANARY} name`,
  comment: `${CANARY} comment`,
  author: `${CANARY} author`,
  url: `https://${CANARY}.example/`,
  host: 'host words',
};

/** Paths of all strings that hold the canary, keys included. */
function sightings(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value === 'string') return value.includes(CANARY) ? [[...path]] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    ...(key.includes(CANARY) ? [[...path, key]] : []),
    ...sightings(inner, [...path, key]),
  ]);
}

function isUnderUntrusted(path: readonly string[]): boolean {
  return path.includes('untrusted');
}

describe('JSON', () => {
  it.each([
    ['topics', hostileSolid(WORDS), 20],
    ['nothing-solid', hostileQuiet(WORDS), 2],
  ] as const)('of %s holds scraped words under `untrusted` alone', (_, brief, atLeast) => {
    const paths = sightings(toJson(brief));
    expect(paths.length).toBeGreaterThanOrEqual(atLeast);
    expect(paths.filter((path) => !isUnderUntrusted(path))).toEqual([]);
  });

  it.each([
    ['topics', solidBrief()],
    ['hostile topics', hostileSolid(WORDS)],
    ['nothing-solid', quietBrief()],
    ['a hostile nothing', hostileQuiet(WORDS)],
    ['a failed research', solidBrief({ cards: [downgradedCard()] })],
    ['unobserved', unobservedBrief()],
  ])('of %s fits its schema, and with one field more or less it does not', (_, brief) => {
    const document: unknown = JSON.parse(JSON.stringify(toJson(brief)));
    expect(briefDocumentSchema.parse(document)).toEqual(document);
    expect(briefDocumentSchema.safeParse({ ...toJson(brief), name: 'raw' }).success).toBe(false);
    expect(briefDocumentSchema.safeParse({ ...toJson(brief), coverage: undefined }).success).toBe(false);
  });

  it('has a walk that can fail', () => {
    expect(sightings({ a: [{ b: CANARY }], untrusted: { c: CANARY } }).filter((path) => !isUnderUntrusted(path))).toEqual([
      ['a', '0', 'b'],
    ]);
  });

  it('refuses unsafe addresses', () => {
    const document = JSON.stringify(toJson(hostileSolid({ ...WORDS, url: 'javascript:alert(1)' })));
    expect(document).not.toContain('javascript');
    expect(document).toContain('"link":null');
  });

  it('keeps null for an author nobody named', () => {
    const card = { ...downgradedCard(), bestComment: { source: 'v2ex', author: null, text: 'ok', points: null } };
    const seeds = [{ item: itemOf({ author: null, link: null }), heat: 0.1 }];
    expect(toJson(solidBrief({ cards: [{ ...card, seeds }] }))).toMatchObject({
      cards: [
        {
          bestComment: { source: 'v2ex', points: null, untrusted: { author: null, text: 'ok' } },
          seeds: [{ untrusted: { author: null, link: null } }],
          research: { status: 'downgraded', reason: 'every source failed (hackernews timeout)' },
        },
      ],
    });
  });

  it('keeps an absent angle absent', () => {
    const angle = { id: 'n2-b07e', podcast: null, article: 'A\nB', hook: null };
    expect(toJson(solidBrief({ cards: [{ ...downgradedCard(), angle }] }))).toMatchObject({
      cards: [{ angle: { podcast: null, article: 'A B', hook: null } }],
    });
  });

  it('keeps an empty boundary apart from none', () => {
    expect(toJson(quietBrief({ boundary: [], subreddits: [] }))).toMatchObject({ boundary: [], subreddits: [] });
    expect(toJson(quietBrief())).toMatchObject({ boundary: null, subreddits: null });
  });

  it('names what the closest signal lacked', () => {
    const lacked = '1 family and 1 publisher where 2 of each are needed, and its heat of 0.94 is under 0.95';
    expect(toJson(quietBrief())).toMatchObject({ closest: { heat: 0.949, shortfall: lacked, untrusted: { name: 'Tide tables' } } });
  });
});
