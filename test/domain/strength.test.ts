import { describe, expect, it } from 'vitest';
import type { Family } from '../../src/domain/source-id.ts';
import { corroborationPhrase, corroborationSchema, isCorroborated, momentumPhrase, momentumSchema } from '../../src/domain/strength.ts';

const ROWS: readonly { families: Family[]; publisherCount: number; corroborated: boolean; phrase: string }[] = [
  { families: ['hackernews'], publisherCount: 1, corroborated: false, phrase: 'single-source watch' },
  { families: ['hackernews'], publisherCount: 5, corroborated: false, phrase: 'single-source watch' },
  { families: ['hackernews', 'lobsters'], publisherCount: 1, corroborated: false, phrase: '2 families, one publisher' },
  { families: ['hackernews', 'lobsters'], publisherCount: 2, corroborated: true, phrase: 'corroborated by 2 families and 2 publishers' },
  {
    families: ['hackernews', 'lobsters', 'reddit', 'v2ex'],
    publisherCount: 6,
    corroborated: true,
    phrase: 'corroborated by 4 families and 6 publishers',
  },
];

describe('corroboration', () => {
  it.each(ROWS)('of $families.length families and $publisherCount publishers reads "$phrase"', (row) => {
    const corroboration = { families: row.families, publisherCount: row.publisherCount, itemCount: 9 };
    expect(isCorroborated(corroboration)).toBe(row.corroborated);
    expect(corroborationPhrase(corroboration)).toBe(row.phrase);
  });

  it('cannot be of nothing', () => {
    expect(corroborationSchema.safeParse({ families: [], publisherCount: 1, itemCount: 1 }).success).toBe(false);
    expect(corroborationSchema.safeParse({ families: ['reddit'], publisherCount: 0, itemCount: 1 }).success).toBe(false);
  });
});

it('calls momentum without history provisional', () => {
  expect(momentumPhrase({ direction: 'building', provisional: true })).toBe('building (provisional)');
  expect(momentumPhrase({ direction: 'cooling', provisional: false })).toBe('cooling');
});

it('knows three directions of momentum', () => {
  for (const direction of ['new', 'building', 'cooling'])
    expect(momentumSchema.safeParse({ direction, provisional: true }).success).toBe(true);
  expect(momentumSchema.safeParse({ direction: 'steady', provisional: true }).success).toBe(false);
});
