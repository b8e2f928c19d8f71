import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantSchema } from '../../src/domain/id.ts';
import { toInstant } from '../../src/sources/instant.ts';

describe('toInstant', () => {
  it.each([
    [1_639_116_000, '2021-12-10T06:00:00Z'],
    [1_639_116_000_123, '2021-12-10T06:00:00Z'],
    ['1639116000', '2021-12-10T06:00:00Z'],
    ['1639116000123', '2021-12-10T06:00:00Z'],
    ['2021-12-10T06:00:00Z', '2021-12-10T06:00:00Z'],
    ['2021-12-10T06:00:00.987Z', '2021-12-10T06:00:00Z'],
    ['2021-12-10T00:00:00.000-06:00', '2021-12-10T06:00:00Z'],
    ['2021-12-10T07:00:00+0100', '2021-12-10T06:00:00Z'],
    ['2021-12-10T06:00:00', '2021-12-10T06:00:00Z'],
    ['2021-12-10 06:00:00', '2021-12-10T06:00:00Z'],
    ['2021-12-10', '2021-12-10T00:00:00Z'],
    [' Fri, 10 Dec 2021 06:00:00 GMT ', '2021-12-10T06:00:00Z'],
    ['10 Dec 2021 01:00:00 -0500', '2021-12-10T06:00:00Z'],
  ])('reads %j', (value, instant) => {
    expect(toInstant(value)).toBe(instant);
  });

  it.each([
    0,
    -5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e11,
    1e15,
    '',
    'soon',
    'part 2',
    '2021-13-40',
    '2021-12-10T99:00:00Z',
    '40 Foo 2021 06:00:00 GMT',
    null,
    undefined,
    {},
    true,
  ])('makes nothing of %j', (value) => {
    expect(toInstant(value)).toBeNull();
  });

  it('is total, and valid where it is not null', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.double(), fc.string(), fc.date().map(String)), (value) => {
        const instant = toInstant(value);
        expect(instant === null || instantSchema.safeParse(instant).success).toBe(true);
      }),
    );
  });
});
