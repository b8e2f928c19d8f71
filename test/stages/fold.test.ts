import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Topic } from '../../src/domain/topic.ts';
import { byScore, fold } from '../../src/stages/fold.ts';
import { buildItem } from '../support/build-item.ts';
import { buildSeed } from '../support/build-nomination.ts';
import { buildTopic } from '../support/build-topic.ts';

/** A topic whose research found these pages; the higher its number, the weaker. */
function topic(place: number, pages: readonly string[], over: Parameters<typeof buildTopic>[0] = {}): Topic {
  const evidence = pages.map((page, index) => buildItem({ native: `${place}-${index}`, url: `https://pages.example/${page}` }));
  return buildTopic({
    rank: place,
    score: 10 - place,
    research: { status: 'researched', evidence, confirmedCount: 0, queries: [], coverage: [] },
    ...over,
  });
}

function shape(topics: readonly Topic[]): [name: string, folded: string[]][] {
  return topics.map(({ name, folded }) => [name, folded.map((row) => row.name)]);
}

const voice = { source: 'reddit', author: 'bo', text: 'We lost four hours of orders.', points: 9 };

describe('fold', () => {
  it('keeps distinct stories apart, strongest first', () => {
    expect(shape(fold([topic(2, ['b']), topic(1, ['a'])]))).toEqual([
      ['Story 1', []],
      ['Story 2', []],
    ]);
  });

  it('folds topics that share two pages, and not one', () => {
    expect(shape(fold([topic(1, ['a', 'b', 'c']), topic(2, ['b', 'c', 'd'])]))).toEqual([['Story 1', ['Story 2']]]);
    expect(fold([topic(1, ['a', 'b']), topic(2, ['b', 'c'])]).length).toBe(2);
  });

  it('counts seeds as pages, a text post by its own id', () => {
    const post = buildSeed({ native: 'text', url: null });
    const page = buildSeed({ native: 'page', url: 'https://pages.example/a' });
    const found = [post.item, page.item].map((item) => ({ ...item, discussionUrl: 'https://elsewhere.example' }));
    const left = buildTopic({ rank: 1, score: 2, seeds: [post, page] });
    const right = buildTopic({
      rank: 2,
      research: { status: 'researched', evidence: found, confirmedCount: 0, queries: [], coverage: [] },
    });
    expect(shape(fold([left, right]))).toEqual([['Story 1', ['Story 2']]]);
  });

  it('does not count one page twice', () => {
    expect(fold([topic(1, ['a', 'a']), topic(2, ['a', 'a'])]).length).toBe(2);
  });

  it('folds topics with the identical best comment, and not with a similar one', () => {
    const first = topic(1, ['a'], { bestComment: voice });
    expect(shape(fold([first, topic(2, ['b'], { bestComment: { ...voice, points: 1 } })]))).toEqual([['Story 1', ['Story 2']]]);
    for (const other of [{ source: 'lobsters' }, { author: 'cy' }, { text: 'We lost five hours of orders.' }])
      expect(fold([first, topic(2, ['b'], { bestComment: { ...voice, ...other } })]).length).toBe(2);
    expect(fold([first, topic(2, ['b'])]).length).toBe(2);
    expect(fold([topic(1, ['a']), topic(2, ['b'], { bestComment: voice })]).length).toBe(2);
  });

  it('makes one of a chain of three, in any order of strength', () => {
    const ends = [
      ['a', 'b'],
      ['a', 'b', 'c', 'd'],
      ['c', 'd'],
    ] as const;
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [2, 0, 1],
    ]) {
      const topics = order.map((end, index) => topic(index + 1, ends[end] ?? []));
      expect(shape(fold(topics))).toEqual([['Story 1', ['Story 2', 'Story 3']]]);
    }
  });

  it('leaves the stronger its name, its evidence and its standing, and lists all that was swallowed', () => {
    const weaker = topic(2, ['a', 'b'], { folded: [{ id: 'n9-0009', name: 'Older' }] });
    const stronger = topic(1, ['a', 'b', 'c'], { folded: [{ id: 'n8-0008', name: 'Own' }] });
    expect(fold([weaker, stronger])).toEqual([
      {
        ...stronger,
        folded: [
          { id: 'n8-0008', name: 'Own' },
          { id: 'n2-0002', name: 'Story 2' },
          { id: 'n9-0009', name: 'Older' },
        ],
      },
    ]);
  });

  it('never looks for evidence in research that failed', () => {
    const downgraded = { research: { status: 'downgraded', reason: 'no search answered', coverage: [] } };
    expect(fold([topic(1, [], downgraded), topic(2, [], downgraded)]).length).toBe(2);
    expect(fold([])).toEqual([]);
  });

  it('keeps the order of the pool between equals, ten after two', () => {
    const equal = [10, 2].map((place) => topic(place, [`${place}`], { score: 1 }));
    expect(fold(equal).map(({ rank }) => rank)).toEqual([2, 10]);
    expect(equal.toSorted(byScore).map(({ rank }) => rank)).toEqual([2, 10]);
  });

  it('is a fixpoint, loses no one, and does not depend on the order of topics', () => {
    const pages = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f']);
    const pools = fc.array(pages, { maxLength: 8 }).map((rows) => rows.map((own, index) => topic(index + 1, own)));
    const shuffled = pools.chain((topics) => fc.tuple(fc.constant(topics), fc.shuffledSubarray(topics, { minLength: topics.length })));
    fc.assert(
      fc.property(shuffled, ([topics, others]) => {
        const once = fold(topics);
        expect(fold(others)).toEqual(once);
        expect(fold(once)).toEqual(once);
        expect(once.flatMap(({ id, folded }) => [id, ...folded.map((row) => row.id)]).sort()).toEqual(topics.map(({ id }) => id).sort());
      }),
      { numRuns: 150 },
    );
  });
});
