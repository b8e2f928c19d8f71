import { expect, it } from 'vitest';
import { angleSchema } from '../../src/domain/angle.ts';
import { judgmentSchema, NEUTRAL_WORTH } from '../../src/domain/judgment.ts';

const ROW = { id: 'n1-0000', name: null, junk: null, worth: null, note: null };
const ANGLE = { id: 'n1-0000', podcast: null, article: null, hook: null };

it('a judgment may leave every verdict out, but says so with null', () => {
  expect(judgmentSchema.parse(ROW)).toEqual(ROW);
  expect(judgmentSchema.safeParse({ id: 'n1-0000' }).success).toBe(false);
});

it.each([{ worth: 101 }, { worth: -1 }, { worth: 50.5 }, { junk: 'false' }, { name: 3 }, { verdict: true }])(
  'a judgment refuses %j',
  (over) => {
    expect(judgmentSchema.safeParse({ ...ROW, ...over }).success).toBe(false);
  },
);

it('a worth nobody gave is the middle', () => {
  expect(NEUTRAL_WORTH).toBe(50);
});

it('an angle refuses fields nobody knows and texts that are none', () => {
  expect(angleSchema.parse(ANGLE)).toEqual(ANGLE);
  expect(angleSchema.safeParse({ ...ANGLE, x_article: 'x' }).success).toBe(false);
  expect(angleSchema.safeParse({ ...ANGLE, hook: 1 }).success).toBe(false);
});
