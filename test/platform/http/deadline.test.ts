import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startDeadline } from '../../../src/platform/http/deadline.ts';

describe('startDeadline', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('fires as a time-out when the time is up', () => {
    const deadline = startDeadline([], 100);
    vi.advanceTimersByTime(99);
    expect(deadline.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(deadline.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  it('fires with the reason of any parent, also one that fired before', () => {
    const early = new AbortController();
    const late = new AbortController();
    const deadline = startDeadline([early.signal, late.signal], Number.POSITIVE_INFINITY);
    late.abort('late');
    expect(deadline.signal.reason).toBe('late');
    expect(startDeadline([late.signal], 100).signal.reason).toBe('late');
  });

  it.each([0, -1, Number.NaN, Number.NEGATIVE_INFINITY])('is up at once with %d ms', (ms) => {
    expect(startDeadline([], ms).signal.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('leaves neither timer nor listener behind', () => {
    const parent = new AbortController();
    const deadlines = [100, Number.POSITIVE_INFINITY, 2 ** 40].map((ms) => startDeadline([parent.signal], ms));
    expect(vi.getTimerCount()).toBe(1);
    for (const deadline of deadlines) deadline.clear();
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(parent.signal, 'abort')).toEqual([]);
  });
});
