import fc from 'fast-check';
import type { Bundle } from '../../src/domain/bundle.ts';
import { itemIdSchema, nominationIdSchema } from '../../src/domain/id.ts';
import type { Item } from '../../src/domain/item.ts';
import type { Nomination } from '../../src/domain/nomination.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { SETTINGS } from './samples.ts';

/** Any UTF-16 there is, halves of pairs included: strangers send it all. */
export function anyText(maxLength: number, minLength = 0): fc.Arbitrary<string> {
  const unit = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
    { weight: 4, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
  );
  return fc.string({ unit: unit.map((code) => String.fromCharCode(code)), minLength, maxLength });
}

const instant = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-01-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const share = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const source = fc.constantFrom(...SOURCE_IDS);

const item: fc.Arbitrary<Item> = fc.record({
  id: fc.tuple(source, fc.integer({ min: 0, max: 1e9 })).map(([name, number]) => itemIdSchema.parse(`${name}:${number}`)),
  source,
  title: anyText(60, 1),
  url: nullable(anyText(60)),
  link: nullable(anyText(60)),
  discussionUrl: anyText(60),
  snippet: anyText(120),
  author: nullable(anyText(20)),
  publisher: anyText(20, 1),
  publishedAt: nullable(instant),
  points: nullable(fc.integer()),
  commentCount: nullable(fc.nat()),
  rank: nullable(fc.integer({ min: 1, max: 500 })),
  topComments: fc.array(fc.record({ author: nullable(anyText(20)), text: anyText(60), points: nullable(fc.integer()) }), { maxLength: 3 }),
});

const merge = fc.oneof(
  fc.record({ kind: fc.constant('url' as const), left: anyText(10), right: anyText(10), url: anyText(30) }),
  fc.record({
    kind: fc.constant('tokens' as const),
    left: anyText(10),
    right: anyText(10),
    tokens: fc.array(anyText(8), { maxLength: 3 }),
    similarity: share,
  }),
);

function nomination(rank: number): fc.Arbitrary<Nomination> {
  return fc.record({
    id: fc.integer({ min: 0, max: 0xffff }).map((hash) => nominationIdSchema.parse(`n${rank}-${hash.toString(16).padStart(4, '0')}`)),
    rank: fc.constant(rank),
    name: anyText(96, 1),
    junk: fc.boolean(),
    families: fc.uniqueArray(source, { minLength: 1 }),
    seeds: fc.array(fc.record({ item, heat: share }), { minLength: 1, maxLength: 3 }),
    merges: fc.array(merge, { maxLength: 2 }),
  });
}

/** Any bundle leg 1 could write; null boundary and empty boundary both. */
export const anyBundle: fc.Arbitrary<Bundle> = fc.record({
  domain: anyText(40),
  window: fc.record({ fromAt: instant, toAt: instant }),
  lookbackDays: fc.integer({ min: 1, max: 400 }),
  tier: fc.constantFrom('deep' as const, 'shallow' as const),
  boundary: nullable(fc.uniqueArray(source)),
  subreddits: nullable(fc.array(anyText(12), { maxLength: 3 })),
  coverage: fc.constant(SETTINGS.coverage),
  nominations: fc
    .integer({ min: 1, max: 4 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => nomination(index + 1)))),
  lostRowCount: fc.constant(0),
});
