import { expect } from 'vitest';
import type { Nomination } from '../../src/domain/nomination.ts';
import { researchSchema } from '../../src/domain/research.ts';
import { type EnrichPorts, enrich } from '../../src/stages/enrich.ts';
import { AT_MS, buildItem } from './build-item.ts';
import { buildNomination, buildRanked, buildSeed } from './build-nomination.ts';

export const WORDS = ['zebra', 'otter', 'badger', 'heron', 'lynx', 'marmot', 'newt', 'osprey', 'puffin', 'quokka', 'raven', 'stoat'];
/** One story an animal, all alike otherwise. */
export const POOL = WORDS.map((word, index) => story(index + 1, `${word} alliance`));

export function story(rank: number, title: string, over: Parameters<typeof buildSeed>[0] = {}): Nomination {
  return buildNomination({ rank, name: title, seeds: [buildSeed({ native: `seed-${rank}`, title, ...over })] });
}

export function rowsOf(pool: readonly Nomination[]) {
  return pool.map((nomination) => buildRanked(nomination));
}

export function portsWith(over: Partial<EnrichPorts>): EnrichPorts {
  return {
    sources: [],
    pool: POOL,
    search: { fromMs: AT_MS - 48 * 3_600_000, toMs: AT_MS, subreddits: null },
    signal: new AbortController().signal,
    onResearched: () => undefined,
    ...over,
  };
}

/** The research of one story, the first unless told. */
export async function researchFirst(over: Partial<EnrichPorts>, nomination = POOL[0]) {
  const [enrichment] = await enrich(rowsOf(nomination === undefined ? [] : [nomination]), portsWith(over));
  if (enrichment === undefined) throw new Error('one row in gives one enrichment out');
  expect(researchSchema.safeParse(enrichment.research).success).toBe(true);
  return enrichment;
}

export function hit(native: string, title = 'zebra alliance grows', over: Parameters<typeof buildItem>[0] = {}) {
  return buildItem({ native, title, ...over });
}

export function foundBy({ research }: { research: { status: string; evidence?: readonly { id: string }[] } }) {
  return research.evidence?.map(({ id }) => id) ?? research.status;
}
