import type { QuietBrief, UnobservedBrief } from '../domain/brief.ts';
import { coverageLine, isCleanCoverage } from '../domain/coverage.ts';
import { corroborationPhrase } from '../domain/strength.ts';
import type { WeakSignal } from '../domain/topic.ts';
import { counted, listed, share } from './phrase.ts';
import { type Block, list, nameSpans, prose, type Section, told } from './sheet.ts';

/** The floor's heat for a story of one family or publisher (DESIGN section 8). */
const HOT = 0.95;

/** The two sentences a brief without topics stands on; scripts may look for them. */
export const NOTHING_SOLID = 'Nothing solid this window.';
export const UNOBSERVED = 'No source could be observed: nothing can be said about this window.';

export function quietSection(brief: QuietBrief): Section {
  const limits = isCleanCoverage(brief.coverage) ? [] : [prose('This speaks only for the sources that answered: see the notes.')];
  return { heading: null, blocks: [prose(NOTHING_SOLID), ...closestBlocks(brief), ...limits] };
}

function closestBlocks({ closest, nominationCount }: QuietBrief): Block[] {
  if (closest === null) return [prose(nominationCount === 0 ? 'Nothing was nominated.' : 'There was no weak signal to name.')];
  const { corroboration, heat } = closest;
  const standing = `${corroborationPhrase(corroboration)} on ${listed(corroboration.families)}, ${counted(corroboration.itemCount, 'item')}`;
  return [
    prose('Closest weak signal: ', ...nameSpans([closest.name]), ' (', told(`${standing}, heat ${share(heat)}`), ').'),
    prose(`It did not clear the floor: ${shortfallOf(closest)}.`),
  ];
}

/** What the closest signal lacked, by the floor's own terms. */
export function shortfallOf({ junk, heat, corroboration }: WeakSignal): string {
  const seen = `${counted(corroboration.families.length, 'family', 'families')} and ${counted(corroboration.publisherCount, 'publisher')}`;
  const needed = `${seen} where 2 of each are needed`;
  if (junk) return `junk-shaped topics pass by corroboration alone, and it has ${needed}`;
  if (heat < HOT) return `${needed}, and its heat of ${share(heat)} is under ${HOT}`;
  return `${needed}, and no item of heat ${HOT} or more shows 200 points or comments`;
}

/** Lists how every source failed: silence of the sources is not silence of the world. */
export function unobservedSection({ coverage }: UnobservedBrief): Section {
  const causes = coverage.map((row) => coverageLine([row]));
  const blocks = causes.length === 0 ? [prose('No source was asked.')] : list('Outcomes', causes);
  return { heading: null, blocks: [prose(UNOBSERVED), ...blocks] };
}
