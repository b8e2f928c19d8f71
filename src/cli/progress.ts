import { causeOf, itemCountOf, type Outcome } from '../domain/outcome.ts';
import { counted } from '../domain/phrase.ts';
import { researchFact } from '../domain/research.ts';
import type { EngineEvent } from '../legs/event.ts';
import type { Log } from '../platform/log.ts';

export interface ProgressOptions {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly log: Log;
}

const NOUNS: Readonly<Record<Extract<EngineEvent, { kind: 'stage' }>['stage'], string>> = {
  sweep: 'source',
  cluster: 'item',
  nominate: 'nomination',
  judge: 'judgment',
  research: 'topic',
  brief: 'topic',
};

/** One plain line a stage; on a terminal also a line for every source and topic as it is done. */
export function createProgress({ isTerminal, write, log }: ProgressOptions): (event: EngineEvent) => void {
  return (event) => {
    if (event.kind === 'source') log.debug('outcome', { source: event.source, ...event.outcome });
    if (event.kind === 'stage') write(`trivet: ${event.stage}: ${counted(event.count, NOUNS[event.stage])}\n`);
    else if (isTerminal) write(`  ${detailOf(event)}\n`);
  };
}

function detailOf(event: Exclude<EngineEvent, { kind: 'stage' }>): string {
  if (event.kind === 'source') return `${event.source} ${outcomePhrase(event.outcome)}`;
  return `${event.id} ${researchFact(event.research)}`;
}

function outcomePhrase(outcome: Outcome): string {
  const cause = causeOf(outcome);
  const seconds = outcome.status === 'skipped' ? '' : ` in ${(outcome.elapsedMs / 1000).toFixed(1)} s`;
  return `${outcome.status} ${itemCountOf(outcome)}${seconds}${cause === null ? '' : ` (${cause})`}`;
}
