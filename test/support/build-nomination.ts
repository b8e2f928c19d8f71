import { createHash } from 'node:crypto';
import type { JudgedNomination } from '../../src/domain/judgment.ts';
import { type Nomination, nominationSchema } from '../../src/domain/nomination.ts';
import { type Seed, seedSchema } from '../../src/domain/seed.ts';
import { type RankedNomination, rank } from '../../src/stages/rank.ts';
import { buildItem, type Loose, WINDOW } from './build-item.ts';

export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

type LooseItem = Parameters<typeof buildItem>[0];

export function buildSeed({ heat = 0.5, ...item }: LooseItem & { heat?: number } = {}): Seed {
  return seedSchema.parse({ item: buildItem(item), heat });
}

/** A valid nomination of one seed; its id follows its rank, its families its seeds. */
export function buildNomination(over: Loose<Nomination> & { seeds?: readonly Seed[] } = {}): Nomination {
  const seeds = over.seeds ?? [buildSeed()];
  const place = over.rank ?? 1;
  return nominationSchema.parse({
    id: `n${place}-${String(place).padStart(4, '0')}`,
    rank: place,
    name: `Story ${place}`,
    junk: false,
    families: [...new Set(seeds.map((seed) => seed.item.source))],
    merges: [],
    ...over,
    seeds,
  });
}

export function buildJudged(nomination: Nomination, over: Partial<JudgedNomination> = {}): JudgedNomination {
  return { nomination, name: nomination.name, junk: nomination.junk, worth: 50, judgedBy: 'host', junkBy: 'host', ...over };
}

export function buildRanked(nomination: Nomination, over: Partial<JudgedNomination> = {}): RankedNomination {
  const [row] = rank([buildJudged(nomination, over)], WINDOW);
  if (row === undefined) throw new Error('one row in gives one row out');
  return row;
}

/** Two hot seeds of two families and two publishers: clears the floor however it is shaped. */
export function corroboratedSeeds(key: string, title = `Kelpdb ${key}`): Seed[] {
  return [
    buildSeed({ source: 'hackernews', native: key, title, publisher: 'kelp.example', heat: 0.9 }),
    buildSeed({ source: 'lobsters', native: key, title, publisher: 'reef.example', heat: 0.8 }),
  ];
}
