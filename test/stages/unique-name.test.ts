import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { uniqueName, uniqueNameOrOrdinal } from '../../src/stages/unique-name.ts';

function taken(...names: readonly (readonly [name: string, ...titles: string[]])[]): ReadonlyMap<string, readonly string[]> {
  return new Map(names.map(([name, ...titles]) => [name.toLowerCase(), titles]));
}

describe('uniqueName', () => {
  it('keeps a name nobody has', () => {
    expect(uniqueName('Gemma 4', ['Gemma 4'], taken(['Gemma 3']))).toBe('Gemma 4');
  });

  it('takes names that differ in case for the same', () => {
    expect(uniqueName('GEMMA 4', ['Gemma 4 for the enterprise'], taken(['gemma 4']))).toBe('GEMMA 4 enterprise');
  });

  it('adds the most frequent word that tells the stories apart, then the next', () => {
    const second = ['Gemma 4', 'Gemma 4 Enterprise pricing', 'Gemma 4 in the Enterprise'];
    const third = ['Gemma 4', 'Gemma 4 negotiations fail', 'Negotiations over Gemma 4 and the enterprise'];
    const first = taken(['Gemma 4', 'Gemma 4']);
    expect(uniqueName('Gemma 4', second, first)).toBe('Gemma 4 Enterprise');
    expect(uniqueName('Gemma 4', third, new Map([...first, ['gemma 4 enterprise', second]]))).toBe('Gemma 4 negotiations');
  });

  it('goes on to a word whose name is still free, the alphabet deciding between equals', () => {
    const titles = ['Gemma 4 zebra otter'];
    expect(uniqueName('Gemma 4', titles, taken(['Gemma 4']))).toBe('Gemma 4 otter');
    expect(uniqueName('Gemma 4', titles, taken(['Gemma 4'], ['Gemma 4 otter']))).toBe('Gemma 4 zebra');
  });

  it('never adds a word that the other story has too', () => {
    expect(uniqueName('Gemma 4', ['Gemma 4 leaks early'], taken(['Gemma 4', 'Gemma 4 leaks']))).toBe('Gemma 4 early');
  });

  it('is null when the stories cannot be told apart', () => {
    expect(uniqueName('Gemma 4', ['Gemma 4 leaks'], taken(['Gemma 4', 'Leaks: Gemma 4']))).toBeNull();
    expect(uniqueName('Gemma 4', ['Gemma 4'], taken(['Gemma 4']))).toBeNull();
  });

  it('writes the whole word of a stem, and a pair of Chinese characters as it stands', () => {
    expect(uniqueName('Kelp', ["Kelp's Batteries-included fork"], taken(['Kelp']))).toBe('Kelp Batteries-included');
    expect(uniqueName('Kelp', ['Kelp 发布'], taken(['Kelp']))).toBe('Kelp 发布');
    expect(uniqueName('Kelp', ['Kelp 1,000'], taken(['Kelp']))).toBe('Kelp 1000');
  });
});

describe('uniqueNameOrOrdinal', () => {
  it('adds an ordinal where nothing else tells them apart', () => {
    const titles = ['Gemma 4'];
    expect(uniqueNameOrOrdinal('Gemma 4', titles, taken(['Gemma 4', 'Gemma 4']))).toBe('Gemma 4 2');
    expect(uniqueNameOrOrdinal('Gemma 4', titles, taken(['Gemma 4', 'Gemma 4'], ['gemma 4 2']))).toBe('Gemma 4 3');
  });

  it('shortens the name rather than the suffix', () => {
    const long = `${'kelp '.repeat(19)}x`;
    const again = uniqueNameOrOrdinal(long, [long], taken([long, long]));
    expect(again).toBe(`${'kelp '.repeat(18)}kelp 2`);
    expect(uniqueNameOrOrdinal('𝕳'.repeat(48), [], taken(['𝕳'.repeat(48)]))).toBe(`${'𝕳'.repeat(47)} 2`);
  });

  it('gives every story a name of its own that fits, and drops none', () => {
    const name = fc.oneof(
      fc.constantFrom('Gemma 4', 'gemma 4', 'GEMMA 4', 'x'.repeat(96)),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 48 }),
    );
    const stories = fc.array(fc.record({ name, titles: fc.array(fc.constantFrom('Gemma 4', 'Gemma 4 leaks', '发布')) }), { maxLength: 15 });
    fc.assert(
      fc.property(stories, (rows) => {
        const given = new Map<string, readonly string[]>();
        for (const row of rows.filter((candidate) => candidate.name.length <= 96)) {
          const unique = uniqueNameOrOrdinal(row.name, row.titles, given);
          expect(given.has(unique.toLowerCase())).toBe(false);
          expect(unique.length).toBeLessThanOrEqual(96);
          given.set(unique.toLowerCase(), row.titles);
        }
      }),
      { numRuns: 200 },
    );
  });
});
