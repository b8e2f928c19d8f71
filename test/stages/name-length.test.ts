import { expect, it } from 'vitest';
import { cutToUnits, MAX_NAME_UNITS } from '../../src/stages/name-length.ts';

it('leaves alone what fits', () => {
  expect(cutToUnits('Kelpdb data loss', MAX_NAME_UNITS)).toBe('Kelpdb data loss');
});

it('cuts at a word, counting in UTF-16', () => {
  expect(cutToUnits('Kelpdb data loss', 13)).toBe('Kelpdb data');
  expect(cutToUnits('𝕳'.repeat(90), MAX_NAME_UNITS)).toBe('𝕳'.repeat(48));
});
