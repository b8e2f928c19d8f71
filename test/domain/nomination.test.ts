import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeSchema } from '../../src/domain/cluster.ts';
import { contentHashOf, nominationIdOf, nominationSchema } from '../../src/domain/nomination.ts';
import { seedSchema } from '../../src/domain/seed.ts';
import { buildNomination, buildSeed, sha256 } from '../support/build-nomination.ts';

const SEEDS = [1, 2, 3, 4].map((native) => buildSeed({ native }));

describe('contentHashOf', () => {
  it('is the SHA-256 of the sorted canonical ids, a page once however often it was posted', () => {
    const page = { url: 'https://kelp.example/post' };
    const seeds = [
      buildSeed({ native: 9, url: null }),
      buildSeed({ native: 1, ...page }),
      buildSeed({ source: 'lobsters', native: 2, ...page }),
    ];
    expect(contentHashOf(seeds, sha256)).toBe(sha256('hackernews:9\nhttps://kelp.example/post'));
  });

  it('does not depend on the order of seeds, nor on their heat', () => {
    const orders = fc.shuffledSubarray(SEEDS, { minLength: SEEDS.length });
    fc.assert(
      fc.property(orders, fc.double({ min: 0, max: 1, noNaN: true }), (seeds, heat) => {
        const shuffled = seeds.map((seed) => ({ ...seed, heat }));
        expect(contentHashOf(shuffled, sha256)).toBe(contentHashOf(SEEDS, sha256));
      }),
    );
  });

  it('differs for other items', () => {
    expect(contentHashOf(SEEDS.slice(1), sha256)).not.toBe(contentHashOf(SEEDS, sha256));
  });
});

describe('nominationIdOf', () => {
  it('is the rank and the first four digits of the hash', () => {
    expect(nominationIdOf(12, `4f2a${'0'.repeat(60)}`)).toBe('n12-4f2a');
  });

  it('takes only a whole hash', () => {
    expect(() => nominationIdOf(1, '4f2a')).toThrow();
    expect(() => nominationIdOf(0, 'a'.repeat(64))).toThrow();
  });
});

describe('nominationSchema', () => {
  it('survives JSON without loss', () => {
    const nomination = buildNomination({ seeds: SEEDS });
    expect(nominationSchema.parse(JSON.parse(JSON.stringify(nomination)))).toEqual(nomination);
  });

  it.each([
    ['no seeds', { seeds: [] }],
    ['no family', { families: [] }],
    ['no name', { name: '' }],
    ['too long a name', { name: 'x'.repeat(97) }],
    ['a field nobody knows', { velocity: 1 }],
    ['a foreign id', { id: 'x1-0000' }],
  ])('refuses %s', (_, over) => {
    expect(nominationSchema.safeParse({ ...buildNomination(), ...over }).success).toBe(false);
  });

  it('takes heat within 0 and 1 only', () => {
    for (const heat of [-0.1, 1.1, Number.NaN]) expect(seedSchema.safeParse({ ...SEEDS[0], heat }).success).toBe(false);
  });
});

it('a merge names the URL or the tokens that caused it, not both', () => {
  const pair = { left: 'hackernews:1', right: 'lobsters:2' };
  const byUrl = { kind: 'url', ...pair, url: 'https://kelp.example' };
  const byTokens = { kind: 'tokens', ...pair, tokens: ['kelpdb'], similarity: 0.8 };
  expect([byUrl, byTokens].every((merge) => mergeSchema.safeParse(merge).success)).toBe(true);
  expect(mergeSchema.safeParse({ ...byUrl, tokens: [] }).success).toBe(false);
  expect(mergeSchema.safeParse({ ...byTokens, url: 'https://kelp.example' }).success).toBe(false);
  expect(mergeSchema.safeParse({ ...pair, kind: 'guess' }).success).toBe(false);
});
