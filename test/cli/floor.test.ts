import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { MOCK_AT } from '../support/round.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** The first number that stands before or after a word of a digest line; 0 where the line has none. */
const numberIn = (line: string, pattern: RegExp) => Number(pattern.exec(line)?.[1]?.replaceAll(',', '') ?? 0);
const isAlone = (row: string) => row.includes('| single-source watch');

function isHotEnough(row: string): boolean {
  const reach = Math.max(numberIn(row, /([\d,]+) points?\b/), numberIn(row, /([\d,]+) comments?\b/));
  return numberIn(row, /heat (\.\d+)/) >= 0.95 && reach >= 200;
}

describe('the digest of leg 1', () => {
  it('marks as below the floor just the single-source rows that are not hot and big enough', async () => {
    const run = await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory()]);
    const rows = run.stdout.split('\n').filter((line) => /^n\d+-[0-9a-f]{4} {2}/.test(line));
    const low = rows.filter((row) => row.includes('| below the floor'));
    expect(rows).toHaveLength(15);
    expect(low).toEqual(rows.filter((row) => isAlone(row) && !isHotEnough(row)));
    for (const kind of [rows.filter((row) => !isAlone(row)), rows.filter((row) => isAlone(row) && isHotEnough(row)), low])
      expect(kind.length).toBeGreaterThanOrEqual(2);
  });
});
