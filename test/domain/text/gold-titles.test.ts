import { describe, expect, it } from 'vitest';
import { suspicion } from '../../../src/domain/text/suspicion.ts';
import { readWorldData } from '../../support/world-data.ts';

const MOST = 0.005;

const rows = readWorldData('gold', 'test/domain/text/gold-titles');
const titles = rows?.flatMap(({ title }) => (typeof title === 'string' ? [title] : []));

describe('suspicion: titles of real news and of three forums', () => {
  (titles === undefined ? it.skip : it)('is raised for at most 0.5 % of them', () => {
    const all = titles ?? [];
    const flagged = all.filter((title) => Object.values(suspicion(title)).some(Boolean));
    console.info(
      `suspicion: ${flagged.length} of ${all.length} ordinary titles flagged`,
      flagged.map((title) => JSON.stringify(title)),
    );
    expect(all.length).toBeGreaterThan(10_000);
    expect(flagged.length / all.length).toBeLessThanOrEqual(MOST);
  });
});
