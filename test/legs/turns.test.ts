import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/legs/turns.ts';

/** A clock that stands still until it is moved. */
function timesOf(leftMs: number) {
  let nowMs = 0;
  return {
    times: { nowMs: () => nowMs, leftMs: () => leftMs - nowMs },
    move: (ms: number) => {
      nowMs += ms;
    },
  };
}

describe('the turns of one source', () => {
  it('are two at once, in the order they were asked for', async () => {
    const turns = new Turns();
    const { times } = timesOf(1000);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) => () => {
      begun.push(number);
      return new Promise<number>((resolve) => ends.push(() => resolve(number)));
    };
    const all = [1, 2, 3, 4].map((number) => turns.take(times, work(number)));
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([1, 2]);
    ends[1]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual([1, 2, 3]);
    ends[0]?.();
    ends[2]?.();
    await new Promise((resolve) => setImmediate(resolve));
    ends[3]?.();
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
  });

  it('are not begun when the time left is shorter than the slowest answer, and the first is always begun', async () => {
    const turns = new Turns();
    const { times, move } = timesOf(1000);
    const work = async () => {
      move(600);
      return 'answer';
    };
    expect(await turns.take(times, work)).toBe('answer');
    expect(await turns.take(times, work)).toBeNull();
    expect(await new Turns().take(times, work)).toBe('answer');
    expect(await new Turns().take(times, work)).toBeNull();
  });

  it('are given on by one that failed', async () => {
    const turns = new Turns();
    const { times } = timesOf(1000);
    const fail = async () => {
      throw new Error('full disk');
    };
    const ended = await Promise.allSettled([turns.take(times, fail), turns.take(times, fail), turns.take(times, async () => 'third')]);
    expect(ended.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
