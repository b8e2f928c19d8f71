import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nominationSchema } from '../../src/domain/nomination.ts';
import type { Seed } from '../../src/domain/seed.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { clearsFloor } from '../../src/stages/floor.ts';
import { standingOf } from '../../src/stages/strength.ts';
import { hoursAgo, WINDOW } from '../support/build-item.ts';
import { buildNomination, buildSeed } from '../support/build-nomination.ts';

function strengthOf(...seeds: Seed[]): number {
  return standingOf(seeds, WINDOW).strength;
}

describe('strength', () => {
  it('is heat halved every 18 hours', () => {
    expect(strengthOf(buildSeed({ heat: 0.8, publishedAt: hoursAgo(0) }))).toBe(0.8);
    expect(strengthOf(buildSeed({ heat: 0.8, publishedAt: hoursAgo(18) }))).toBe(0.4);
    expect(strengthOf(buildSeed({ heat: 0.8, publishedAt: hoursAgo(36) }))).toBe(0.2);
  });

  it('takes a family once: its hottest heat, at the age of its newest item', () => {
    const hot = buildSeed({ native: 1, heat: 0.9, publishedAt: hoursAgo(54) });
    const fresh = buildSeed({ native: 2, heat: 0.1, publishedAt: hoursAgo(18) });
    expect(strengthOf(hot, fresh)).toBe(0.45);
  });

  it('adds up families', () => {
    const seeds = [
      buildSeed({ source: 'hackernews', heat: 0.9, publishedAt: hoursAgo(0) }),
      buildSeed({ source: 'lobsters', heat: 0.8, publishedAt: hoursAgo(36) }),
      buildSeed({ source: 'v2ex', heat: 0.5, publishedAt: hoursAgo(18) }),
    ];
    expect(strengthOf(...seeds)).toBeCloseTo(0.9 + 0.2 + 0.25, 12);
  });

  it('counts an undated item as old as the window, so that it cannot claim to be fresh', () => {
    expect(strengthOf(buildSeed({ heat: 0.6, publishedAt: null }))).toBeCloseTo(0.6 * 2 ** -40, 20);
    const dated = buildSeed({ native: 2, heat: 0.2, publishedAt: hoursAgo(18) });
    expect(strengthOf(buildSeed({ heat: 0.6, publishedAt: null }), dated)).toBeCloseTo(0.3, 12);
  });
});

describe('momentum', () => {
  it.each([
    ['new', [1, 23]],
    ['new', [24]],
    ['building', [1, 25]],
    ['building', [24, 200]],
    ['cooling', [25]],
    ['cooling', [25, 200]],
  ])('is %s at ages %j', (direction, ages) => {
    const seeds = ages.map((age, native) => buildSeed({ native, publishedAt: hoursAgo(age) }));
    expect(standingOf(seeds, WINDOW).momentum).toEqual({ direction, provisional: true });
  });

  it('is building where no date tells, and reads the dates there are', () => {
    const undated = buildSeed({ native: 1, publishedAt: null });
    expect(standingOf([undated], WINDOW).momentum.direction).toBe('building');
    expect(standingOf([undated, buildSeed({ native: 2, publishedAt: hoursAgo(3) })], WINDOW).momentum.direction).toBe('new');
  });
});

describe('standing', () => {
  it('tells heat, dates and corroboration of the seeds', () => {
    const seeds = [
      buildSeed({ source: 'lobsters', native: 1, heat: 0.3, publisher: 'a.example', publishedAt: hoursAgo(9) }),
      buildSeed({ source: 'hackernews', native: 2, heat: 0.7, publisher: 'b.example', publishedAt: hoursAgo(3) }),
      buildSeed({ source: 'hackernews', native: 3, heat: 0.5, publisher: 'c.example', publishedAt: null }),
    ];
    expect(standingOf(seeds, WINDOW)).toMatchObject({
      heat: 0.7,
      corroboration: { families: ['hackernews', 'lobsters'], publisherCount: 3, itemCount: 3 },
      newestAt: hoursAgo(3),
      oldestAt: hoursAgo(9),
    });
  });

  it('has no dates where the seeds have none', () => {
    expect(standingOf([buildSeed({ publishedAt: null })], WINDOW)).toMatchObject({ newestAt: null, oldestAt: null });
  });
});

describe('publishers', () => {
  const PAGE = 'https://page.example/post';
  function countOf(...rows: readonly (readonly [publisher: string, url: string | null])[]): number {
    const seeds = rows.map(([publisher, url], native) => buildSeed({ native, publisher, url }));
    return standingOf(seeds, WINDOW).corroboration.publisherCount;
  }

  it.each([
    [
      'a name used twice',
      1,
      [
        ['freeqaz', PAGE],
        ['freeqaz', 'https://other.example/'],
      ],
    ],
    [
      'two names for one page, one the start of the other',
      1,
      [
        ['av', PAGE],
        ['avinassh', PAGE],
      ],
    ],
    [
      'three such names for one page',
      1,
      [
        ['zverok', PAGE],
        ['zverok_kha', PAGE],
        ['zverok_k', PAGE],
      ],
    ],
    [
      'an alias that posts something else too',
      1,
      [
        ['av', PAGE],
        ['avinassh', PAGE],
        ['avinassh', 'https://other.example/'],
      ],
    ],
    [
      'two people with an alias each',
      2,
      [
        ['av', PAGE],
        ['avinassh', PAGE],
        ['zverok', PAGE],
        ['zverok_kha', PAGE],
      ],
    ],
    [
      'names alike for different pages',
      2,
      [
        ['av', PAGE],
        ['avinassh', 'https://other.example/'],
      ],
    ],
    [
      'names alike of posts that lead nowhere',
      2,
      [
        ['av', null],
        ['avinassh', null],
      ],
    ],
    [
      'two names for one page that begin alike, neither the start of the other',
      2,
      [
        ['avinash', PAGE],
        ['avital', PAGE],
      ],
    ],
    [
      'a name that only ends like another',
      2,
      [
        ['nassh', PAGE],
        ['avinassh', PAGE],
      ],
    ],
    [
      'a start of one character, which says nothing',
      2,
      [
        ['a', PAGE],
        ['avinassh', PAGE],
      ],
    ],
    [
      'the alias of a name behind one of one character',
      2,
      [
        ['a', PAGE],
        ['av', PAGE],
        ['avinassh', PAGE],
      ],
    ],
  ] as const)('count %s as %i', (_, count, rows) => {
    expect(countOf(...rows)).toBe(count);
    expect(countOf(...[...rows].reverse())).toBe(count);
  });

  it('do not depend on the order of items, and are one at least and no more than there are names', () => {
    const publisher = fc.constantFrom('a', 'av', 'avi', 'avinassh', 'b', 'bo', 'bob');
    const url = fc.constantFrom(PAGE, 'https://other.example/', null);
    const pools = fc.array(fc.tuple(publisher, url), { minLength: 1, maxLength: 9 });
    const shuffled = pools.chain((rows) => fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })));
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        const count = countOf(...rows);
        expect(countOf(...others)).toBe(count);
        expect(count).toBeGreaterThanOrEqual(1);
        expect(count).toBeLessThanOrEqual(new Set(rows.map(([name]) => name)).size);
      }),
      { numRuns: 150 },
    );
  });
});

describe('what leg 2 recomputes from the bundle', () => {
  const seed = fc
    .record({
      source: fc.constantFrom(...SOURCE_IDS),
      native: fc.nat(1_000_000),
      title: fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }),
      publisher: fc.constantFrom('a.example', 'b.example', 'github.com/ada'),
      points: fc.option(fc.integer({ min: -10, max: 5000 })),
      commentCount: fc.option(fc.nat(5000)),
      publishedAt: fc.option(fc.double({ min: 0, max: 700, noNaN: true }).map(hoursAgo)),
      heat: fc.double({ min: 0, max: 1, noNaN: true }),
    })
    .map(buildSeed);

  it('equals the in-memory standing and floor after a JSON round trip of the row', () => {
    fc.assert(
      fc.property(fc.array(seed, { minLength: 1, maxLength: 8 }), fc.boolean(), (seeds, junk) => {
        const before = buildNomination({ seeds, junk });
        const after = nominationSchema.parse(JSON.parse(JSON.stringify(before)));
        const standings = [before, after].map((nomination) => standingOf(nomination.seeds, WINDOW));
        expect(standings[1]).toEqual(standings[0]);
        const floors = [before, after].map((row) => clearsFloor(standingOf(row.seeds, WINDOW), row.seeds, row.junk));
        expect(floors[1]).toBe(floors[0]);
      }),
      { numRuns: 150 },
    );
  });

  it('does not depend on the order of seeds', () => {
    const pools = fc.array(seed, { minLength: 2, maxLength: 8 });
    const shuffled = pools.chain((seeds) => fc.tuple(fc.constant(seeds), fc.shuffledSubarray(seeds, { minLength: seeds.length })));
    fc.assert(
      fc.property(shuffled, ([seeds, others]) => {
        expect(standingOf(others, WINDOW)).toEqual(standingOf(seeds, WINDOW));
      }),
      { numRuns: 150 },
    );
  });
});
