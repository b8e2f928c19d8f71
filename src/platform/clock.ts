import { performance } from 'node:perf_hooks';

/** Time as an argument. `now` is epoch milliseconds and may jump with the wall; `monotonicMs` only grows and has no fixed origin. */
export interface Clock {
  now(): number;
  monotonicMs(): number;
}

/** The one place that reads the wall clock. The monotonic clock stands still while the machine is suspended. */
export function systemClock(): Clock {
  return { now: () => Date.now(), monotonicMs: () => performance.now() };
}

/** The clock of `--now`: shows `startAtMs` (epoch ms) at the call and moves on with `ticker`, whatever the wall says. */
export function fixedStartClock(startAtMs: number, ticker: Pick<Clock, 'monotonicMs'> = systemClock()): Clock {
  const origin = ticker.monotonicMs();
  return {
    now: () => startAtMs + Math.floor(ticker.monotonicMs() - origin),
    monotonicMs: () => ticker.monotonicMs(),
  };
}

/** `2021-12-10T06:00:00Z`: whole seconds, the fraction dropped. Throws a RangeError outside the range of Date. */
export function toIso(ms: number): string {
  return new Date(Math.floor(ms / 1000) * 1000).toISOString().replace('.000Z', 'Z');
}
