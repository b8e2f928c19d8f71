import { z } from 'zod';
import { FaultError } from '../domain/fault.ts';
import { ID_ALPHABET, ID_LENGTH } from '../domain/id.ts';
import { toUntrustedJson } from '../domain/text/contexts.ts';
import { fence } from '../domain/text/fence.ts';
import { type JobCheck, type JobView, readJob, toSummary } from '../journal/index.ts';
import { systemIdentity } from '../platform/identity.ts';
import type { Environment } from './environment.ts';
import { type Streams, toResultJson } from './output.ts';
import { toAbsolute } from './path.ts';

export interface JobViewCall {
  readonly directory: string;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
}

const rawSchema = z.object({ json: z.boolean().default(false) });
const CAPS = { key: 200, message: 300, cursor: 1000 } as const;
const SHOWN_COUNT = 200;
const BAD_SHOWN_COUNT = 5;

interface Printing {
  readonly command: string;
  readonly status: string;
  readonly view: JobView;
  readonly body: Readonly<Record<string, unknown>>;
  readonly text: string;
}

function nextOf({ finishedAt, errors, resume }: JobView): string | null {
  return finishedAt !== null && errors.length === 0 ? null : resume;
}

function print({ raw, streams }: JobViewCall, { command, status, view, body, text }: Printing): void {
  const { json } = rawSchema.parse(raw);
  if (json) streams.out(toResultJson({ command, status, exit: 0, files: [], next: nextOf(view), warnings: [], body }));
  else streams.out(text);
}

function countsOf({ directory, doneCount, expectedCount, quarantinedCount, errors, startedAt, updatedAt, finishedAt }: JobView) {
  return { directory, doneCount, expectedCount, failedCount: errors.length, quarantinedCount, startedAt, updatedAt, finishedAt };
}

/** `trivet job status`: what SUMMARY.md would say this instant, read without disturbing whoever works on the job. */
export function jobStatus(call: JobViewCall): void {
  const { view } = readJob(toAbsolute(call.directory, call.environment));
  const untrusted = { cursor: toUntrustedJson(JSON.stringify(view.cursor) ?? 'null', CAPS.cursor) };
  const status = view.finishedAt === null ? 'in-progress' : 'finished';
  print(call, { command: 'job status', status, view, body: { ...countsOf(view), untrusted }, text: toSummary(view) });
}

/** `trivet job errors`: the failed items, the longest waiting first. */
export function jobErrors(call: JobViewCall): void {
  const { view } = readJob(toAbsolute(call.directory, call.environment));
  const shown = view.errors.slice(0, SHOWN_COUNT);
  const rows = shown.map(({ hash, attempts, firstAt, lastAt, key, message }) => {
    const untrusted = { key: toUntrustedJson(key, CAPS.key), message: toUntrustedJson(message, CAPS.message) };
    return { hash, attempts, firstAt, lastAt, untrusted };
  });
  const lines = rows.map(({ attempts, lastAt, untrusted }) => `${untrusted.key} (attempt ${attempts}, ${lastAt}): ${untrusted.message}`);
  const head = `${view.errors.length} failed items${shown.length < view.errors.length ? `, the first ${shown.length} shown` : ''}\n`;
  const text = lines.length === 0 ? head : `${head}${fence(lines, systemIdentity(ID_ALPHABET, ID_LENGTH).newNonce)}\n`;
  print(call, { command: 'job errors', status: 'listed', view, body: { ...countsOf(view), errors: rows }, text });
}

function checkText({ findingCount, withoutCrcCount, repeatedCount, bad, tail, state, ...rest }: JobCheck, { doneCount }: JobView): string {
  const lines = [
    `${findingCount} findings: ${findingCount - withoutCrcCount} with a good checksum, ${withoutCrcCount} without one; ${repeatedCount} repeat an item`,
    `${bad.length} corrupt lines; ${rest.quarantinedCount} in quarantine from before`,
    `last line: ${tail === 'clean' ? 'whole' : `torn (${tail}); the next run mends it`}`,
    `state.json: ${state === 'lost' ? 'unreadable; the next run rebuilds it' : state}`,
    `${doneCount} items done: ${rest.stateOnlyCount} by state.json alone, ${rest.findingOnlyCount} by their findings alone`,
  ];
  return `${lines.join('\n')}\n`;
}

/** `trivet job verify`: every line, its hash, its checksum, and what is done by which file. E_JOB_CORRUPT where a line is bad. */
export function jobVerify(call: JobViewCall): void {
  const { view, check } = readJob(toAbsolute(call.directory, call.environment));
  if (check.bad.length === 0) {
    print(call, { command: 'job verify', status: 'sound', view, body: { ...countsOf(view), check }, text: checkText(check, view) });
    return;
  }
  const named = check.bad.slice(0, BAD_SHOWN_COUNT).map(({ lineNumber, problem }) => `line ${lineNumber} (${problem})`);
  const more = check.bad.length > named.length ? ` and ${check.bad.length - named.length} more` : '';
  throw new FaultError(
    'E_JOB_CORRUPT',
    `findings.jsonl is corrupt in ${named.join(', ')}${more}`,
    "run the job's own command again: it moves such lines into quarantine and does their items again",
  );
}
