import type { z } from 'zod';
import { causeOf, type FailedOutcome, isFailed, MAX_DETAIL_LENGTH, type Outcome, outcomeSchema } from '../domain/outcome.ts';
import { commentHarvestSchema, harvestSchema } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { FailedItem } from '../journal/index.ts';
import { type Answered, type Answers, isCutOff, type Question } from '../stages/answers.ts';
import type { JobMemory } from './job-memory.ts';
import { Turns } from './turns.ts';

/** How often a question that failed is put to a site in one run of three legs. */
const MAX_ATTEMPTS = 3;
const ABOUT_LENGTH = 16;
/** As causeOf ends where the site named a time. */
const RETRY_AFTER = /, retry after (\d+) s$/;
const SHUT = /^(?:rate-limited|blocked):/;
const DEFAULT_WAIT_SECONDS = 60;

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
    const { memory, sha256, leftMs, nowMs } = this.#ports;
    const key = questionKey(question, sha256);
    const kept = memory.read(key, asking.schema);
    if (kept !== null) return { answer: kept, isFinal: true };
    const failed = memory.readFailure(key);
    if (failed !== null && !this.#mayRetry(failed)) return { answer: asking.toNothing(toOutcome(failed)), isFinal: true };
    return this.#turnsOf(question.source).take({ leftMs, nowMs }, async () => {
      const answer = await asking.ask();
      return { answer, isFinal: await this.#keep(key, answer) };
    });
  }

  /** A bounded number of times, and never before the time that a site which shut its door has asked for. */
  #mayRetry({ attempts, message, lastAt }: FailedItem): boolean {
    if (attempts >= MAX_ATTEMPTS) return false;
    const seconds = RETRY_AFTER.exec(message)?.[1] ?? (SHUT.test(message) ? DEFAULT_WAIT_SECONDS : null);
    return seconds === null || this.#ports.wallMs() >= Date.parse(lastAt) + Number(seconds) * 1000;
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

/** `rate-limited: search: HTTP 429 too many requests`: a line for SUMMARY.md, read back by toOutcome. */
function toFailure(outcome: FailedOutcome): string {
  return `${outcome.status}: ${causeOf(outcome)}`;
}

/** What is said of a question that is not put again, or not yet. */
function toOutcome({ message, attempts }: FailedItem): FailedOutcome {
  const [status = ''] = message.split(':', 1);
  const cause = message.slice(status.length + 2);
  const shared = { retryAfterSeconds: null, httpStatus: null, requestCount: 0, elapsedMs: 0 };
  const detail = `${cause} (asked ${attempts === 1 ? 'once' : `${attempts} times`} in this run)`.slice(0, MAX_DETAIL_LENGTH);
  const outcome = outcomeSchema.safeParse({ status, detail, ...shared });
  if (outcome.success && isFailed(outcome.data)) return outcome.data;
  return { status: 'unreachable', detail, ...shared };
}
