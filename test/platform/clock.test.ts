import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixedStartClock, systemClock, toIso } from '../../src/platform/clock.ts';

const START_AT = Date.UTC(2021, 11, 10, 6);

describe('systemClock', () => {
  it('reads the wall and a monotonic clock that never goes back', () => {
    const clock = systemClock();
    const before = Date.now();
    const now = clock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
    const first = clock.monotonicMs();
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(first);
  });
});

describe('fixedStartClock', () => {
  it('starts at the given instant and advances with the ticker in whole milliseconds', () => {
    let tick = 512.25;
    const clock = fixedStartClock(START_AT, { monotonicMs: () => tick });
    expect(clock.now()).toBe(START_AT);
    tick += 90_000.75;
    expect(clock.now()).toBe(START_AT + 90_000);
    expect(clock.monotonicMs()).toBe(90_513);
  });

  it('ticks by itself when no ticker is given', () => {
    const clock = fixedStartClock(START_AT);
    expect(clock.now()).toBeGreaterThanOrEqual(START_AT);
    expect(clock.now()).toBeLessThan(START_AT + 60_000);
  });
});

describe('toIso', () => {
  it('shows whole seconds and drops the fraction', () => {
    expect(toIso(START_AT)).toBe('2021-12-10T06:00:00Z');
    expect(toIso(START_AT + 999)).toBe('2021-12-10T06:00:00Z');
    expect(toIso(-1)).toBe('1969-12-31T23:59:59Z');
  });

  it('reads back as the second it came from', () => {
    fc.assert(
      fc.property(fc.integer({ min: -8.64e15, max: 8.64e15 }), (ms) => {
        expect(Date.parse(toIso(ms))).toBe(Math.floor(ms / 1000) * 1000);
      }),
    );
  });

  it('refuses what is no instant', () => {
    expect(() => toIso(Number.NaN)).toThrow(RangeError);
  });
});
