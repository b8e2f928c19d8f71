import type { QuietBrief, UnobservedBrief } from '../domain/brief.ts';
import { coverageLine, isCleanCoverage } from '../domain/coverage.ts';
import { FLOOR } from '../domain/floor.ts';
import { counted, hundredths, listed } from '../domain/phrase.ts';
import { corroborationPhrase, isCorroborated } from '../domain/strength.ts';
import type { WeakSignal } from '../domain/topic.ts';
import { type Block, list, nameSpans, prose, type Section, told } from './sheet.ts';

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
    prose('Closest weak signal: ', ...nameSpans([closest.name]), ' (', told(`${standing}, heat ${hundredths(heat)}`), ').'),
    prose(`It did not clear the floor: ${shortfallOf(closest)}.`),
  ];
}

/** What the closest signal lacked, by the floor's own terms; what is corroborated can have failed only by the host's word. */
export function shortfallOf({ junk, heat, corroboration }: WeakSignal): string {
  if (isCorroborated(corroboration)) return 'the host judged it junk';
  const seen = `${counted(corroboration.families.length, 'family')} and ${counted(corroboration.publisherCount, 'publisher')}`;
  const needed = `${seen} where ${FLOOR.corroborationCount} of each are needed`;
  if (junk) return `junk-shaped topics pass by corroboration alone, and it has ${needed}`;
  if (heat < FLOOR.heat) return `${needed}, and its heat of ${hundredths(heat)} is under ${FLOOR.heat}`;
  return `${needed}, and no item of heat ${FLOOR.heat} or more shows ${FLOOR.reachCount} points or comments`;
}

/** Lists how every source failed: silence of the sources is not silence of the world. */
export function unobservedSection({ coverage }: UnobservedBrief): Section {
  const causes = coverage.map((row) => coverageLine([row]));
  const blocks = causes.length === 0 ? [prose('No source was asked.')] : list('Outcomes', causes);
  return { heading: null, blocks: [prose(UNOBSERVED), ...blocks] };
}
