import type { z } from 'zod';
import { isFailed, type Outcome } from '../domain/outcome.ts';
import { commentHarvestSchema, harvestSchema } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import { type Answered, type Answers, isCutOff, type Question } from '../stages/answers.ts';
import type { JobMemory } from './job-memory.ts';
import { readRefusal, toFailure } from './kept-refusal.ts';
import { Turns } from './turns.ts';

const ABOUT_LENGTH = 16;

export interface KeptAnswersPorts {
  readonly memory: JobMemory;
  readonly sha256: (text: string) => string;
  /** Fires when the time for research is up. */
  readonly signal: AbortSignal;
  /** Until then, ms. */
  readonly leftMs: () => number;
  readonly nowMs: () => number;
  /** Epoch ms. */
  readonly wallMs: () => number;
  /** Told after each answer that is on the disk. */
  readonly onKept: () => Promise<void>;
}

interface Harvested {
  readonly outcome: Outcome;
}

interface Asking<T extends Harvested> {
  readonly schema: z.ZodType<T>;
  readonly ask: () => Promise<T>;
  /** An answer of nothing but its outcome. */
  readonly toNothing: (outcome: Outcome) => T;
}

/** The same question has the same key in every run, and with other words another. The words are strangers': only their hash is in it. */
function questionKey({ nomination, source, kind, about }: Question, sha256: (text: string) => string): string {
  return `${nomination} ${source} ${kind} ${sha256(JSON.stringify(about)).slice(0, ABOUT_LENGTH)}`;
}

/** The answers of a run's research on the disk: what is there is not asked again, and what is asked counts when it is there. */
export function keptAnswers(ports: KeptAnswersPorts): Answers {
  const desk = new AnswerDesk(ports);
  return {
    search: (question, ask) => desk.answer(question, { schema: harvestSchema, ask, toNothing: (outcome) => ({ items: [], outcome }) }),
    comments: (question, ask) =>
      desk.answer(question, { schema: commentHarvestSchema, ask, toNothing: (outcome) => ({ comments: [], outcome }) }),
  };
}

class AnswerDesk {
  readonly #ports: KeptAnswersPorts;
  readonly #turns = new Map<SourceId, Turns>();

  constructor(ports: KeptAnswersPorts) {
    this.#ports = ports;
  }

  async answer<T extends Harvested>(question: Question, asking: Asking<T>): Promise<Answered<T> | null> {
    const { memory, sha256, leftMs, nowMs, wallMs } = this.#ports;
    const key = questionKey(question, sha256);
    const kept = memory.read(key, asking.schema);
    if (kept !== null) return { answer: kept, isFinal: true };
    const refused = readRefusal(memory.readFailure(key), wallMs());
    if (refused !== null) return { answer: asking.toNothing({ ...refused, requestCount: 0, elapsedMs: 0 }), isFinal: true };
    return this.#turnsOf(question.source).take({ leftMs, nowMs }, async () => {
      const answer = await asking.ask();
      return { answer, isFinal: await this.#keep(key, answer) };
    });
  }

  /** True once the answer is on the disk, or its failure is. */
  async #keep(key: string, answer: Harvested): Promise<boolean> {
    const { memory, signal, onKept } = this.#ports;
    if (isCutOff(answer, signal)) return false;
    // Nothing was asked: another run of the leg may ask.
    if (answer.outcome.status === 'skipped') return true;
    if (isFailed(answer.outcome)) await memory.fail(key, toFailure(answer.outcome));
    else await memory.keep(key, answer);
    await onKept();
    return true;
  }

  #turnsOf(source: SourceId): Turns {
    const turns = this.#turns.get(source) ?? new Turns();
    this.#turns.set(source, turns);
    return turns;
  }
}
