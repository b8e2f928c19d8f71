import { counted } from '../domain/phrase.ts';
import { CAPS } from '../domain/text/caps.ts';
import { fence } from '../domain/text/fence.ts';
import { type EvidenceLines, fitEvidence } from './evidence.ts';
import { ANGLES, hostTemplate } from './host-subject.ts';
import { lostRowLines, type RunFacts, suspicionPhrases, windowPhrase } from './phrases.ts';

/** One topic as the host meets it; all but `lines` is the engine's own word. */
export interface TopicView {
  readonly id: string;
  readonly rank: number;
  readonly corroboration: string;
  /** `building (provisional)`. */
  readonly momentum: string;
  /** `researched, 7 further items, 2 confirmed` or `not researched: <why>`. */
  readonly research: string;
  readonly suspiciousCount: number;
  /** Its name stands in `title`: the heuristics made it of a stranger's words unless the host gave one. */
  readonly lines: EvidenceLines;
}

export interface AngleDigestInput extends RunFacts {
  readonly topics: readonly TopicView[];
  readonly nominationCount: number;
  readonly unjudgedCount: number;
  readonly unresearchedCount: number;
  readonly anglesPath: string;
  /** Complete command lines: leg 3 with and without angles. */
  readonly nextCommand: string;
  readonly plainCommand: string;
}

function headLines(input: AngleDigestInput): string[] {
  const { topics, nominationCount, unjudgedCount, unresearchedCount } = input;
  const judged = unjudgedCount === 0 ? [] : [`${unjudgedCount} of ${nominationCount} unjudged: the heuristics stood in`];
  const left = unresearchedCount === 0 ? [] : [`${counted(unresearchedCount, 'nomination')} judged and not researched`];
  const notes = [...judged, ...left];
  return [
    `trivet: ${counted(topics.length, 'topic')} cleared the floor. bundle ${input.bundleId}, valid until ${input.validUntilAt}`,
    `${windowPhrase(input)}${notes.length === 0 ? '' : `; ${notes.join('; ')}`}`,
    `coverage: ${input.coverage}`,
    ...lostRowLines(input),
    '',
  ];
}

function structuralLine(view: TopicView): string {
  const facts = [`rank ${view.rank}`, view.corroboration, view.momentum, view.research, ...suspicionPhrases(view.suspiciousCount)];
  return `${view.id}  ${facts.join(' | ')}`;
}

/** What leg 2 prints for the host: the topics, their evidence inside the fence, the angles file to write, the next command. */
export function angleDigest(input: AngleDigestInput, nonces: () => string): string {
  return fitEvidence(input.topics, (fenced, isShortened) =>
    [
      ...headLines(input),
      ...input.topics.map(structuralLine),
      '',
      `${fence(fenced, nonces)}${isShortened ? ' It was shortened to fit.' : ''}`,
      '',
      `Angles are optional; without them run: ${input.plainCommand}`,
      `With angles, write this file: ${input.anglesPath}`,
      hostTemplate(ANGLES, { bundleId: input.bundleId, ids: input.topics.map(({ id }) => id) }),
      `podcast, article, hook: one sentence each, at most ${CAPS.angle} characters, "" where there is none.`,
      'Then run:',
      input.nextCommand,
    ].join('\n'),
  );
}
