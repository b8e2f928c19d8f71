import type { Fault } from '../domain/fault.ts';

/** stdout is the result, stderr is progress and faults. */
export interface Streams {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

const OUTPUT_SCHEMA_VERSION = 1;

export interface ResultDocument {
  readonly command: string;
  readonly status: string;
  readonly exit: number;
  readonly files: readonly string[];
  readonly next: string | null;
  readonly warnings: readonly string[];
  readonly body: Readonly<Record<string, unknown>>;
}

export function toResultJson({ body, ...head }: ResultDocument): string {
  return `${JSON.stringify({ ok: true, schemaVersion: OUTPUT_SCHEMA_VERSION, ...head, ...body })}\n`;
}

/** The document of a command that is no leg: it leaves no file and loses nothing. */
export function toAnswerJson(answer: Pick<ResultDocument, 'command' | 'status' | 'body'> & Partial<Pick<ResultDocument, 'next'>>): string {
  const { command, status, next = null, body } = answer;
  return toResultJson({ command, status, exit: 0, files: [], next, warnings: [], body });
}

export function printFault(fault: Fault, json: boolean, streams: Streams): void {
  const { code, message, remedy, retryable, exit } = fault;
  if (json) streams.out(`${JSON.stringify({ ok: false, code, message, remedy, retryable, exit })}\n`);
  streams.err(`trivet: ${code}: ${message}\nremedy: ${remedy}\n`);
}
