import { type JudgedNomination, type Judgment, NEUTRAL_WORTH } from '../domain/judgment.ts';
import type { Nomination } from '../domain/nomination.ts';
import { uniqueNameOrOrdinal } from './unique-name.ts';

/** Applies the host's verdicts, the first of an id; heuristics stand in for rows and fields it left out, and the row says so. */
export function judge(nominations: readonly Nomination[], judgments: readonly Judgment[]): JudgedNomination[] {
  const byId = new Map([...judgments].reverse().map((judgment) => [judgment.id, judgment]));
  const taken = new Map<string, readonly string[]>();
  return nominations.map((nomination) => {
    const judgment = byId.get(nomination.id) ?? null;
    const titles = nomination.seeds.map((seed) => seed.item.title);
    const name = uniqueNameOrOrdinal(judgment?.name ?? nomination.name, titles, taken);
    taken.set(name.toLowerCase(), titles);
    return {
      nomination,
      name,
      junk: judgment?.junk ?? nomination.junk,
      worth: judgment?.worth ?? NEUTRAL_WORTH,
      judgedBy: judgment === null ? 'heuristics' : 'host',
      junkBy: judgment?.junk == null ? 'heuristics' : 'host',
    };
  });
}
