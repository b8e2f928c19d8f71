import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { runHarvest } from './harvest-seed.ts';

const program = [process.execPath, '--import', 'tsx', fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))];

describe('a harvest killed three times', () => {
  it.each([1, 2, 3])('loses nothing and does nothing again (seed %i)', { timeout: 240_000 }, async (seed) => {
    const { problems, counts } = await runHarvest({ seed, keyCount: 40, killCount: 3, program });
    expect(problems).toEqual([]);
    expect(counts).toMatchObject({ kills: 3, findings: 40 });
  });
});
