import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../src/domain/judgment.ts';
import { judge } from '../../src/stages/judge.ts';
import { buildNomination, buildSeed } from '../support/build-nomination.ts';

function judgment(id: string, over: Partial<Judgment> = {}): Judgment {
  return { id, name: null, junk: null, worth: null, note: null, ...over };
}

const KELP = buildNomination({ rank: 1, name: 'Kelpdb', seeds: [buildSeed({ native: 1, title: 'Kelpdb' })] });
const REEF = buildNomination({ rank: 2, name: 'Reef OS', junk: true, seeds: [buildSeed({ native: 2, title: 'Reef ships' })] });

describe('judge', () => {
  it('applies verdicts by id, in the order of the pool', () => {
    const rows = judge([KELP, REEF], [judgment('n2-0002', { name: 'Reef', junk: false, worth: 90 }), judgment('n1-0001', { worth: 10 })]);
    expect(rows).toEqual([
      { nomination: KELP, name: 'Kelpdb', junk: false, worth: 10, judgedBy: 'host', junkBy: 'heuristics' },
      { nomination: REEF, name: 'Reef', junk: false, worth: 90, judgedBy: 'host', junkBy: 'host' },
    ]);
  });

  it('lets the heuristics stand in for a row the host left out, and says so', () => {
    expect(judge([REEF], [judgment('n9-0009', { name: 'Other', worth: 100 })])).toEqual([
      { nomination: REEF, name: 'Reef OS', junk: true, worth: 50, judgedBy: 'heuristics', junkBy: 'heuristics' },
    ]);
  });

  it("clears the engine's suspicion by the host's word, and only by it", () => {
    expect(judge([REEF], [judgment('n2-0002', { junk: false })])[0]).toMatchObject({ junk: false, junkBy: 'host' });
    expect(judge([REEF], [judgment('n2-0002', { worth: 99 })])[0]).toMatchObject({ junk: true, junkBy: 'heuristics' });
    expect(judge([KELP], [judgment('n1-0001', { junk: true })])[0]).toMatchObject({ junk: true, junkBy: 'host' });
  });

  it('takes a worth of 0 for a worth, and 50 where none was given', () => {
    expect(judge([KELP], [judgment('n1-0001', { worth: 0 })])[0]?.worth).toBe(0);
    expect(judge([KELP], [judgment('n1-0001', { name: 'x' })])[0]?.worth).toBe(50);
  });

  it('takes the first of two judgments on one id', () => {
    expect(judge([KELP], [judgment('n1-0001', { worth: 1 }), judgment('n1-0001', { worth: 2 })])[0]?.worth).toBe(1);
  });

  it('tells names apart that the host made the same, and drops nobody', () => {
    const rows = judge(
      [KELP, REEF, buildNomination({ rank: 3, name: 'Story', seeds: [buildSeed({ native: 3, title: 'Kelpdb' })] })],
      [judgment('n1-0001', { name: 'Leaks' }), judgment('n2-0002', { name: 'LEAKS' }), judgment('n3-0003', { name: 'leaks' })],
    );
    expect(rows.map((row) => row.name)).toEqual(['Leaks', 'LEAKS Reef', 'leaks 2']);
  });
});
