import { counted } from '../domain/phrase.ts';
import { fence } from '../domain/text/fence.ts';
import { type EvidenceLines, fitEvidence } from './evidence.ts';
import { hostTemplate, JUDGMENTS } from './host-subject.ts';
import { heatPhrase, lostRowLines, newestPhrase, type RunFacts, suspicionPhrases, windowPhrase } from './phrases.ts';

/** One nomination as the host meets it; all but `lines` is the engine's own word. */
export interface NominationView {
  readonly id: string;
  readonly families: readonly string[];
  readonly publisherCount: number;
  readonly itemCount: number;
  /** Age of its newest item at the sweep; null when none is dated. */
  readonly newestHours: number | null;
  /** 0-1, of its hottest item. */
  readonly heat: number;
  /** `corroborated by 4 families and 6 publishers` or `single-source watch`. */
  readonly corroboration: string;
  /** The most points and comments a site shows for one of its items; null where no site shows any. */
  readonly points: number | null;
  readonly comments: number | null;
  /** Whether it clears the confidence floor unless it is junk: what does not is named in the brief, and no more. */
  readonly isSolid: boolean;
  /** The engine's own guess. */
  readonly isJunk: boolean;
  readonly suspiciousCount: number;
  readonly lines: EvidenceLines;
}

export interface NominationDigestInput extends RunFacts {
  readonly nominations: readonly NominationView[];
  /** How many topics the tier researches. */
  readonly researchSlotCount: number;
  readonly judgmentsPath: string;
  /** Complete command lines: to see more of the first nomination, and leg 2. */
  readonly showCommand: string;
  readonly nextCommand: string;
}

function headLines(input: NominationDigestInput): string[] {
  const count = input.nominations.length;
  const awaited = `${counted(count, 'nomination')} ${count === 1 ? 'awaits' : 'await'}`;
  const chosen = `of what clears the floor and is no junk, the best ${input.researchSlotCount} by strength and worth will be researched`;
  return [
    `trivet: ${awaited} your judgment. bundle ${input.bundleId}, valid until ${input.validUntilAt}`,
    `${windowPhrase(input)}; ${chosen}`,
    `coverage: ${input.coverage}`,
    ...lostRowLines(input),
    '',
  ];
}

function structuralLine(view: NominationView): string {
  const size = `${counted(view.itemCount, 'item')}, ${counted(view.publisherCount, 'publisher')}, ${counted(view.families.length, 'family')}`;
  const flags = [
    ...(view.isSolid ? [] : ['below the floor']),
    ...(view.isJunk ? ['looks like junk'] : []),
    ...suspicionPhrases(view.suspiciousCount),
  ];
  const facts = [size, newestPhrase(view.newestHours), heatPhrase(view.heat), ...reachPhrase(view), view.corroboration, ...flags];
  return `${view.id}  ${view.families.join(' ')} | ${facts.join(' | ')}`;
}

/**
 * What leg 1 prints for the host: our own lines, all strangers' text inside the fence, the template to fill in, the next command.
 * At most 20,000 characters: evidence shrinks, ids never drop. `nonces` gives 32 lower-case hex digits a call.
 */
export function nominationDigest(input: NominationDigestInput, nonces: () => string): string {
  return fitEvidence(input.nominations, (fenced, isShortened) =>
    [
      ...headLines(input),
      ...input.nominations.map(structuralLine),
      '',
      `${fence(fenced, nonces)}${isShortened ? ' It was shortened to fit.' : ''} More of one: ${input.showCommand}`,
      '',
      `Judge every id. Write this file: ${input.judgmentsPath}`,
      hostTemplate(JUDGMENTS, { bundleId: input.bundleId, ids: input.nominations.map(({ id }) => id) }),
      'name: 2 to 6 words people would search for. junk: true for support questions, musings, beginner asks. worth: 0-100.',
      'Then run:',
      input.nextCommand,
    ].join('\n'),
  );
}

function reachPhrase({ points, comments }: NominationView): string[] {
  const parts = [...(points === null ? [] : [counted(points, 'point')]), ...(comments === null ? [] : [counted(comments, 'comment')])];
  return parts.length === 0 ? [] : [`most ${parts.join(', ')}`];
}
