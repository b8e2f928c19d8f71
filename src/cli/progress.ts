import { causeOf, itemCountOf, type Outcome } from '../domain/outcome.ts';
import type { EngineEvent } from '../legs/event.ts';

export interface ProgressOptions {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
}

const NOUNS: Readonly<Record<Extract<EngineEvent, { kind: 'stage' }>['stage'], string>> = {
  sweep: 'sources',
  cluster: 'items',
  nominate: 'nominations',
  judge: 'judgments',
  research: 'topics',
  brief: 'topics',
};

/** One plain line a stage; on a terminal also a line for every source and topic as it is done. */
export function createProgress({ isTerminal, write }: ProgressOptions): (event: EngineEvent) => void {
  return (event) => {
    if (event.kind === 'stage') write(`trivet: ${event.stage}: ${event.count} ${NOUNS[event.stage]}\n`);
    else if (isTerminal) write(`  ${detailOf(event)}\n`);
  };
}

function detailOf(event: Exclude<EngineEvent, { kind: 'stage' }>): string {
  if (event.kind === 'source') return `${event.source} ${outcomePhrase(event.outcome)}`;
  const { research } = event;
  return research.status === 'researched'
    ? `${event.id} ${research.evidence.length} further items`
    : `${event.id} downgraded: ${research.reason}`;
}

function outcomePhrase(outcome: Outcome): string {
  const cause = causeOf(outcome);
  const seconds = outcome.status === 'skipped' ? '' : ` in ${(outcome.elapsedMs / 1000).toFixed(1)} s`;
  return `${outcome.status} ${itemCountOf(outcome)}${seconds}${cause === null ? '' : ` (${cause})`}`;
}
