import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/domain/cluster.ts';
import type { Item } from '../../src/domain/item.ts';
import { contentHashOf, nominationSchema, POOL_SIZE } from '../../src/domain/nomination.ts';
import { isNameable, nominate } from '../../src/stages/nominate.ts';
import { buildItem, hoursAgo, WINDOW } from '../support/build-item.ts';
import { sha256 } from '../support/build-nomination.ts';

interface Hot {
  readonly heat: number;
  readonly item: Item;
}

function hot(heat: number, over: Parameters<typeof buildItem>[0]): Hot {
  return { heat, item: buildItem(over) };
}

function nominateFrom(...stories: readonly (readonly Hot[])[]) {
  const heats = new Map(stories.flat().map(({ item, heat }) => [item.id, heat]));
  const clusters: Cluster[] = stories.map((story) => ({ items: story.map(({ item }) => item), merges: [] }));
  return nominate(clusters, { heats, window: WINDOW, sha256 });
}

describe('nominate', () => {
  it('makes nothing of no clusters, nor of an empty one', () => {
    expect(nominateFrom()).toEqual([]);
    expect(nominateFrom([])).toEqual([]);
  });

  it('makes a whole row of a story: seeds hottest first, led by the hottest', () => {
    const cold = hot(0.2, { source: 'reddit', native: 2, title: 'log4j, anyone?' });
    const hottest = hot(0.9, { source: 'hackernews', native: 1, title: 'Log4j RCE Found' });
    const merges: Cluster['merges'] = [{ kind: 'tokens', left: cold.item.id, right: hottest.item.id, tokens: ['log4j'], similarity: 0.6 }];
    const heats = new Map([cold, hottest].map(({ item, heat }) => [item.id, heat]));
    const pool = nominate([{ items: [cold.item, hottest.item], merges }], { heats, window: WINDOW, sha256 });
    const hash = contentHashOf([cold, hottest], sha256);
    expect(pool).toEqual([
      {
        id: `n1-${hash.slice(0, 4)}`,
        rank: 1,
        name: 'Log4j RCE Found',
        junk: false,
        families: ['hackernews', 'reddit'],
        seeds: [
          { item: hottest.item, heat: 0.9 },
          { item: cold.item, heat: 0.2 },
        ],
        merges,
      },
    ]);
    expect(nominationSchema.parse(pool[0])).toEqual(pool[0]);
  });

  it('ranks by strength: a fresh story before a hotter old one', () => {
    const pool = nominateFrom(
      [hot(0.9, { native: 1, title: 'Old Kelp', publishedAt: hoursAgo(36) })],
      [hot(0.5, { native: 2, title: 'Fresh Reef', publishedAt: hoursAgo(0) })],
    );
    expect(pool.map(({ rank, name }) => [rank, name])).toEqual([
      [1, 'Fresh Reef'],
      [2, 'Old Kelp'],
    ]);
  });

  it('puts what clears the floor before what does not, so that the cut never costs a topic', () => {
    const loud = Array.from({ length: 20 }, (_, native) => [
      hot(0.9, { native, title: `Loud release number${native}`, publishedAt: hoursAgo(0) }),
    ]);
    const solid = [
      hot(0.1, { native: 'solid', title: 'Quiet Kelp' }),
      hot(0.1, { source: 'lobsters', native: 'solid', title: 'Quiet Kelp', publisher: 'reef.example' }),
    ];
    const pool = nominateFrom(...loud, solid);
    expect([pool.length, pool[0]?.name]).toEqual([POOL_SIZE, 'Quiet Kelp']);
  });

  it('judges the shape of the leading title', () => {
    const pool = nominateFrom(
      [hot(0.9, { native: 1, title: 'Need help with my router' }), hot(0.1, { native: 2, title: 'Kelpdb 5 released' })],
      [hot(0.5, { native: 3, title: 'Kelpdb 5 released' })],
    );
    expect(pool.map(({ junk }) => junk)).toEqual([true, false]);
  });

  it('cuts the pool at 15 and never pads it', () => {
    const stories = Array.from({ length: 40 }, (_, native) => [
      hot(0.9 - native / 100, { native, title: `Kelpdb release number${native}` }),
    ]);
    const pool = nominateFrom(...stories);
    expect(pool.length).toBe(POOL_SIZE);
    expect(pool.map(({ rank }) => rank)).toEqual(Array.from({ length: 15 }, (_, index) => index + 1));
    expect(nominateFrom(...stories.slice(0, 3)).length).toBe(3);
  });

  it('drops a story without any heat', () => {
    expect(nominateFrom([hot(0, { title: 'Kelpdb 5 released' })])).toEqual([]);
    expect(nominate([{ items: [buildItem()], merges: [] }], { heats: new Map(), window: WINDOW, sha256 })).toEqual([]);
  });

  it('names colliding stories "Gemma 4 enterprise", then "Gemma 4 negotiations"', () => {
    const pool = nominateFrom(
      [hot(0.9, { native: 1, title: 'Gemma 4' })],
      [hot(0.8, { native: 2, title: 'gemma 4' }), hot(0.1, { native: 3, title: 'gemma 4 for the enterprise' })],
      [hot(0.7, { native: 4, title: 'Gemma 4' }), hot(0.1, { native: 5, title: 'negotiations over gemma 4 go on' })],
    );
    expect(pool.map(({ name }) => name)).toEqual(['Gemma 4', 'gemma 4 enterprise', 'Gemma 4 negotiations']);
  });

  it('collapses stories that nothing tells apart, the stronger staying', () => {
    const pool = nominateFrom([hot(0.5, { native: 1, title: 'Gemma 4' })], [hot(0.9, { native: 2, title: 'gemma 4' })]);
    expect(pool.map(({ name, rank, seeds }) => [name, rank, seeds[0]?.item.id])).toEqual([['gemma 4', 1, 'hackernews:2']]);
  });

  it.each(['[deleted]', '[removed]', '(deleted)', 'deleted', '[deleted by user]', '[ Removed by moderator ]', '[title withheld]', '!!!'])(
    'never nominates "%s"',
    (title) => {
      expect(isNameable({ title })).toBe(false);
      expect(nominateFrom([hot(0.9, { title })])).toEqual([]);
    },
  );

  it('lets the hottest item with a name lead a story', () => {
    const pool = nominateFrom([hot(0.9, { native: 1, title: '[deleted]' }), hot(0.3, { native: 2, title: 'Kelpdb 5 released' })]);
    expect(pool.map(({ name, seeds }) => [name, seeds.map(({ item }) => item.title)])).toEqual([
      ['Kelpdb 5 released', ['[deleted]', 'Kelpdb 5 released']],
    ]);
    expect(isNameable({ title: 'The deleted scenes' })).toBe(true);
  });

  it('gives one content one hash whatever its rank, so that judgments for another sweep have unknown ids', () => {
    const kelp = [hot(0.5, { native: 1, title: 'Kelpdb 5 released' })];
    const reef = [hot(0.9, { native: 2, title: 'Reef OS leaks' })];
    const [alone] = nominateFrom(kelp);
    const [, second] = nominateFrom(reef, kelp);
    expect(alone?.id.slice(0, 3)).toBe('n1-');
    expect(second?.id).toBe(alone?.id.replace('n1-', 'n2-'));
    const [other] = nominateFrom([...kelp, hot(0.1, { native: 3, title: 'Kelpdb' })]);
    expect(other?.id).not.toBe(alone?.id);
  });

  it('does not depend on the order of clusters or of their items; names are unique, case-folded', () => {
    const title = fc.constantFrom(
      'Gemma 4',
      'gemma 4',
      'Gemma 4 leaks',
      'Kelpdb 5 released',
      'KELPDB 5 RELEASED',
      '[deleted]',
      'Is it me?',
      '发布新款',
    );
    const item = fc.record({
      title,
      source: fc.constantFrom('hackernews' as const, 'reddit' as const),
      heat: fc.constantFrom(0, 0.5, 0.9),
      age: fc.nat(40),
    });
    const stories = fc
      .array(fc.array(item, { minLength: 1, maxLength: 4 }), { maxLength: 20 })
      .map((rows) =>
        rows.map((story, s) =>
          story.map(({ age, heat, ...over }, i) => hot(heat, { native: `${s}-${i}`, publishedAt: hoursAgo(age), ...over })),
        ),
      );
    const shuffled = stories.chain((rows) =>
      fc.tuple(
        fc.constant(rows),
        fc
          .tuple(...rows.map((story) => fc.shuffledSubarray(story, { minLength: story.length })))
          .chain((inner) => fc.shuffledSubarray(inner, { minLength: inner.length })),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([rows, others]) => {
        const pool = nominateFrom(...rows);
        expect(nominateFrom(...others)).toEqual(pool);
        expect(new Set(pool.map(({ name }) => name.toLowerCase())).size).toBe(pool.length);
        expect(new Set(pool.map(({ id }) => id)).size).toBe(pool.length);
      }),
      { numRuns: 100 },
    );
  });
});
