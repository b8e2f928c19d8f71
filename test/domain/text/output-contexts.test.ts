import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWorldData } from '../../support/world-data.ts';
import { faultsIn, OUTPUT_CONTEXTS, type OutputContext } from './output-contexts.ts';
import { hostileText, OPENERS } from './strangers.ts';

const SEED = 20_211_210;
const STRING_COUNT = 20_000;
const MEGABYTE = 1_000_000;
const SHOWN_FAULTS = 5;

const random = fc.sample(hostileText, { seed: SEED, numRuns: STRING_COUNT });
const corpus = readWorldData('hostile', 'test/domain/text/output-contexts')?.flatMap((row) =>
  Object.values(row).filter((value) => typeof value === 'string'),
);
const itWithCorpus = corpus === undefined ? it.skip : it;

/** Caps go from one character to more than any text has. */
function capFor(index: number): number {
  return 1 + ((index * 7) % 260);
}

/** The first faulty texts, escaped. */
function faults(context: OutputContext, texts: readonly string[]): string[] {
  const found: string[] = [];
  for (const [index, text] of texts.entries()) {
    const wrong = faultsIn(context, text, capFor(index));
    if (wrong.length > 0) found.push(`${wrong.join(', ')}: ${JSON.stringify(text.slice(0, 400))} at ${capFor(index)}`);
    if (found.length === SHOWN_FAULTS) break;
  }
  return found;
}

describe.each(OUTPUT_CONTEXTS)('output context: $name', (context) => {
  it(`keeps its promises on ${STRING_COUNT} seeded hostile strings`, () => {
    expect(random).toHaveLength(STRING_COUNT);
    expect(faults(context, random)).toEqual([]);
  });

  itWithCorpus('keeps its promises on every string of the hostile corpus', () => {
    expect(corpus?.length).toBeGreaterThan(2000);
    expect(faults(context, corpus ?? [])).toEqual([]);
  });

  it('keeps its promises on a megabyte of whatever opens and never closes', () => {
    const texts = OPENERS.map((opener) => opener.repeat(MEGABYTE / opener.length));
    expect(faults(context, texts)).toEqual([]);
  });
});
