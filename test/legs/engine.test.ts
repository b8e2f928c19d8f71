import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENGINE_VERSION, workMs } from '../../src/legs/engine.ts';

it('the engine is of the version that package.json names', () => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  expect(ENGINE_VERSION).toBe(z.object({ version: z.string() }).parse(JSON.parse(text)).version);
});

describe('the time in which sites may be waited for', () => {
  it.each([
    [100_000, 3_000, 97_000],
    [6_000, 3_000, 3_000],
    [4_000, 3_000, 2_000],
    [0, 3_000, 0],
  ])('of %i ms, %i of them for what follows, is %i', (allowedMs, afterworkMs, expected) => {
    expect(workMs(allowedMs, afterworkMs)).toBe(expected);
  });
});
