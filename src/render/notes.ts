import type { QuietBrief, SolidBrief } from '../domain/brief.ts';
import { coverageNotes } from '../domain/coverage.ts';
import { counted } from '../domain/phrase.ts';
import type { Unresearched } from '../domain/topic.ts';
import { type Block, fact, list, nameSpans, prose, type Section } from './sheet.ts';

/** What this brief could not do, after what it did; no section where there is nothing to own up to. */
export function notesOf(brief: SolidBrief | QuietBrief): Section[] {
  const blocks = [
    ...unresearched(brief),
    ...shortcomings(brief).map((sentence) => prose(sentence)),
    ...list('Sweep coverage', coverageNotes(brief.coverage)),
    ...list('Research coverage', coverageNotes(brief.researchCoverage)),
  ];
  return blocks.length === 0 ? [] : [{ heading: ['Notes'], blocks }];
}

function unresearched({ unresearched: rows }: SolidBrief | QuietBrief): Block[] {
  const namesFor = (why: Unresearched['why']) => rows.filter((row) => row.why === why).map((row) => row.name);
  const [late, low] = [namesFor('no slot left'), namesFor('below the floor')];
  return [
    ...(late.length === 0 ? [] : [fact('Judged but not researched', ...nameSpans(late))]),
    ...(low.length === 0 ? [] : [fact('Judged worth keeping, but below the confidence floor', ...nameSpans(low))]),
  ];
}

function shortcomings({ unjudgedCount, nominationCount, downgradedCount, lostRowCount }: SolidBrief | QuietBrief): string[] {
  const unjudged = `${unjudgedCount} of ${counted(nominationCount, 'nomination')} ${wasOrWere(unjudgedCount)} not judged by the host`;
  return [
    ...(unjudgedCount === 0 ? [] : [`${unjudged}; heuristics stood in.`]),
    ...(downgradedCount === 0 ? [] : [`${counted(downgradedCount, 'nomination')} could not be researched.`]),
    ...(lostRowCount === 0
      ? []
      : [`${counted(lostRowCount, 'row')} of the checkpoint ${wasOrWere(lostRowCount)} corrupt or missing and left out.`]),
  ];
}

function wasOrWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}
