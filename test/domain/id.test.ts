import { describe, expect, it } from 'vitest';
import {
  bundleIdSchema,
  hashSchema,
  ID_ALPHABET,
  ID_LENGTH,
  instantSchema,
  itemIdSchema,
  nominationIdSchema,
  storeIdSchema,
} from '../../src/domain/id.ts';

describe('ids', () => {
  it('takes 16 characters of the alphabet and nothing near it', () => {
    const id = ID_ALPHABET.slice(0, ID_LENGTH);
    expect(bundleIdSchema.parse(id)).toBe(id);
    expect(storeIdSchema.parse(ID_ALPHABET.slice(-ID_LENGTH))).toBe(ID_ALPHABET.slice(-ID_LENGTH));
    const near = [
      id.slice(1),
      `${id}0`,
      id.toUpperCase(),
      ...[...'ilou'].map((letter) => letter + id.slice(1)),
      `${id}\n`,
      `../${id.slice(3)}`,
    ];
    for (const wrong of near) expect(bundleIdSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  });

  it('takes item ids of a source and printable ASCII', () => {
    for (const right of ['hackernews:1', 'reddit:t3_abc', `github:${'x'.repeat(200)}`])
      expect(itemIdSchema.safeParse(right).success).toBe(true);
    for (const wrong of ['hackernews', ':1', 'hackernews:', 'hackernews:a b', 'hackernews:é', `github:${'x'.repeat(201)}`, 'Reddit:1'])
      expect(itemIdSchema.safeParse(wrong).success, wrong).toBe(false);
  });

  it('takes nomination ids of a rank from 1 to 99 and four hex digits', () => {
    for (const right of ['n1-0000', 'n15-4f2a', 'n99-ffff']) expect(nominationIdSchema.safeParse(right).success).toBe(true);
    for (const wrong of ['n0-0000', 'n100-0000', '1-0000', 'n1-000', 'n1-000g', 'n1-00000', 'N1-0000', 'n1-0000\n'])
      expect(nominationIdSchema.safeParse(wrong).success, wrong).toBe(false);
  });

  it('takes whole SHA-256 hashes and UTC instants only', () => {
    expect(hashSchema.safeParse('a'.repeat(64)).success).toBe(true);
    expect(hashSchema.safeParse('A'.repeat(64)).success).toBe(false);
    expect(instantSchema.safeParse('2031-05-10T18:00:00Z').success).toBe(true);
    for (const wrong of ['2031-05-10', '2031-05-10T18:00:00', '2031-05-10T18:00:00+02:00', '2031-13-10T18:00:00Z', 'now'])
      expect(instantSchema.safeParse(wrong).success, wrong).toBe(false);
  });
});
