import { describe, expect, it } from 'vitest';
import { renameRetrying } from '../../src/platform/rename.ts';

const refusal = (code: string) => Object.assign(new Error(code), { code });

/** A rename that is refused so many times, and the waits taken meanwhile. */
function retry(refusals: number, code: string): { waits: number[]; attempts: number; thrown: unknown } {
  const waits: number[] = [];
  let attempts = 0;
  let thrown: unknown = null;
  const rename = () => {
    attempts += 1;
    if (attempts <= refusals) throw refusal(code);
  };
  try {
    renameRetrying(rename, (ms) => waits.push(ms));
  } catch (error) {
    thrown = error;
  }
  return { waits, attempts, thrown };
}

describe('renameRetrying', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits longer each time while %s lasts', (code) => {
    expect(retry(0, code)).toEqual({ waits: [], attempts: 1, thrown: null });
    expect(retry(4, code)).toEqual({ waits: [10, 20, 40, 80], attempts: 5, thrown: null });
  });

  it('gives up within ten seconds and throws the last refusal', () => {
    const { waits, attempts, thrown } = retry(Number.POSITIVE_INFINITY, 'EBUSY');
    expect(thrown).toMatchObject({ code: 'EBUSY' });
    expect(Math.max(...waits)).toBe(1000);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeGreaterThan(9000);
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000);
    expect(attempts).toBe(waits.length + 1);
  });

  it('does not wait for what will not pass', () => {
    expect(retry(1, 'ENOSPC')).toMatchObject({ waits: [], attempts: 1, thrown: { code: 'ENOSPC' } });
  });
});
