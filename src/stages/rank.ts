import type { JudgedNomination } from '../domain/judgment.ts';
import { RESEARCH_SLOTS, type Tier, type Window } from '../domain/window.ts';
import { clearsFloor } from './floor.ts';
import { type Standing, standingOf } from './strength.ts';

export interface RankedNomination extends JudgedNomination {
  readonly standing: Standing;
  /** strength x (0.5 + worth/100): research slots and the final order both use it. */
  readonly score: number;
}

export function rank(judged: readonly JudgedNomination[], window: Window): RankedNomination[] {
  return judged
    .map((row) => {
      const standing = standingOf(row.nomination.seeds, window);
      return { ...row, standing, score: standing.strength * (0.5 + row.worth / 100) };
    })
    .sort((left, right) => right.score - left.score || left.nomination.rank - right.nomination.rank);
}

export interface Slots {
  readonly researched: readonly RankedNomination[];
  /** Judged and above the floor, but outside the slots: named in the brief. */
  readonly unresearched: readonly RankedNomination[];
  /** Below the floor, or junk by the host's word. */
  readonly below: readonly RankedNomination[];
}

/**
 * Research goes to the best that can reach the brief. The floor reads seeds only, so that what cannot clear it needs no
 * research; what the host calls junk never competes, and frees its slot for the next.
 */
export function assignSlots(ranked: readonly RankedNomination[], tier: Tier): Slots {
  const clears = (row: RankedNomination) => !isHostJunk(row) && clearsFloor(row.standing, row.nomination.seeds, row.junk);
  const eligible = ranked.filter(clears);
  return {
    researched: eligible.slice(0, RESEARCH_SLOTS[tier]),
    unresearched: eligible.slice(RESEARCH_SLOTS[tier]),
    below: ranked.filter((row) => !clears(row)),
  };
}

function isHostJunk(row: JudgedNomination): boolean {
  return row.junk && row.junkBy === 'host';
}

/** The strongest of what did not clear, junk only when there is nothing else. */
export function closestOf(below: readonly RankedNomination[]): RankedNomination | null {
  return below.find((row) => !row.junk) ?? below[0] ?? null;
}
