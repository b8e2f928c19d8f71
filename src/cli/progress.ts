import { causeOf, itemCountOf, type Outcome } from '../domain/outcome.ts';
import { counted } from '../domain/phrase.ts';
import { researchFact } from '../domain/research.ts';
import type { EngineEvent } from '../legs/event.ts';
import type { Log } from '../platform/log.ts';

const NOUNS: Readonly<Record<Extract<EngineEvent, { kind: 'stage' }>['stage'], string>> = {
  sweep: 'source',
  cluster: 'item',
  nominate: 'nomination',
  judge: 'judgment',
  research: 'topic',
  brief: 'topic',
};

interface ProgressOptions {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly log: Log;
}

/**
 * One plain line a stage; on a terminal also a line for every source and topic as it is done, and below them a live one that names those
 * still awaited.
 */
export class Progress {
  readonly #options: ProgressOptions;
  readonly #live: LiveLine;
  readonly #awaited = new Set<string>();

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#live = new LiveLine(options.write);
  }

  readonly emit = (event: EngineEvent): void => {
    if (event.kind === 'source') this.#options.log.debug('outcome', { source: event.source, ...event.outcome });
    if (event.kind === 'stage') this.#tell(`trivet: ${event.stage}: ${counted(event.count, NOUNS[event.stage])}`);
    else if (this.#options.isTerminal) this.#follow(event);
  };

  /** Takes the live line back, before anything else is written to the same stream. */
  clear(): void {
    this.#live.clear();
  }

  #follow(event: Exclude<EngineEvent, { kind: 'stage' }>): void {
    if (event.kind === 'awaited') for (const name of event.names) this.#awaited.add(name);
    else {
      this.#awaited.delete(event.kind === 'source' ? event.source : event.id);
      this.#tell(`  ${detailOf(event)}`);
    }
    if (this.#awaited.size > 0) this.#live.show(`  waiting for ${[...this.#awaited].join(', ')}`);
  }

  #tell(line: string): void {
    this.#live.clear();
    this.#options.write(`${line}\n`);
  }
}

// A line that wraps cannot be taken back by its first character; terminals narrower than this are rare.
const LIVE_WIDTH = 72;

/** A last line without an end, overwritten in place. Blanks instead of control sequences work on every terminal. */
class LiveLine {
  readonly #write: (text: string) => void;
  #width = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  show(text: string): void {
    this.clear();
    const line = text.length <= LIVE_WIDTH ? text : `${text.slice(0, LIVE_WIDTH - 1)}…`;
    this.#width = line.length;
    this.#write(line);
  }

  clear(): void {
    if (this.#width > 0) this.#write(`\r${' '.repeat(this.#width)}\r`);
    this.#width = 0;
  }
}

function detailOf(event: Extract<EngineEvent, { kind: 'source' | 'researched' }>): string {
  if (event.kind === 'source') return `${event.source} ${outcomePhrase(event.outcome)}`;
  return `${event.id} ${researchFact(event.research)}`;
}

function outcomePhrase(outcome: Outcome): string {
  const cause = causeOf(outcome);
  const seconds = outcome.status === 'skipped' ? '' : ` in ${(outcome.elapsedMs / 1000).toFixed(1)} s`;
  return `${outcome.status} ${itemCountOf(outcome)}${seconds}${cause === null ? '' : ` (${cause})`}`;
}
