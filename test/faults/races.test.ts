import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArena, runRace } from './race-seed.ts';

const program = [process.execPath, '--import', 'tsx', fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))];

describe('two legs at once on one store', () => {
  let arena: Awaited<ReturnType<typeof openArena>> | null = null;
  beforeAll(async () => {
    arena = await openArena(program);
  }, 240_000);
  afterAll(() => arena?.remove());

  it.each([1, 2, 3, 4])('are never two holders, and a third finds the store whole (seed %i)', { timeout: 240_000 }, async (seed) => {
    if (arena === null) throw new Error('no arena');
    const { problems, counts } = await runRace(seed, arena);
    expect(problems).toEqual([]);
    expect(counts['races']).toBe(1);
  });
});
