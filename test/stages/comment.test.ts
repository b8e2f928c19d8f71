import { describe, expect, it } from 'vitest';
import { bestComment } from '../../src/stages/comment.ts';
import type { DistinctiveWord } from '../../src/stages/distinctive.ts';

const WORDS: DistinctiveWord[] = [
  { text: 'log4j', weight: 2, kind: 'identifier', share: 1 },
  { text: 'java', weight: 1, kind: 'word', share: 0.5 },
];

function comment(text: string, points: number | null = null) {
  return { source: 'hackernews' as const, author: 'ada', text, points };
}

describe('the best comment', () => {
  it('is on topic before it is popular', () => {
    const popular = comment('First! And have a nice day, all of you.', 9000);
    const telling = comment('We found log4j in the coffee machine.', 3);
    expect(bestComment([popular, telling], WORDS)).toEqual(telling);
  });

  it('weighs words and votes together, the order of the site deciding between equals', () => {
    const first = comment('log4j is in everything we ship');
    const voted = comment('log4j is in everything they ship', 40);
    const rich = comment('log4j and Java are in everything', 40);
    expect(bestComment([first, voted], WORDS)).toEqual(voted);
    expect(bestComment([voted, rich], WORDS)).toEqual(rich);
    expect(bestComment([first, comment('log4j is in everything we sell', -3)], WORDS)).toEqual(first);
  });

  it('is none where none is on topic', () => {
    expect(bestComment([comment('have a nice day, all of you', 10)], WORDS)).toBeNull();
    expect(bestComment([], WORDS)).toBeNull();
  });
});
