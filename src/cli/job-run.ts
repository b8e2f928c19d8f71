import { join } from 'node:path';
import { z } from 'zod';
import { FaultError } from '../domain/fault.ts';
import { type Job, openJob } from '../journal/index.ts';
import { toCommandLine } from './command-line.ts';
import { type Environment, isSwitchedOn } from './environment.ts';
import { listenForSignals } from './interrupt.ts';
import { requireKeysFile, requirePipedKeys } from './job-keys.ts';
import { type Streams, toResultJson } from './output.ts';
import { toAbsolute } from './path.ts';
import type { Stdin } from './read-stdin.ts';
import { type ItemCommand, parseItemCommand } from './split-command.ts';
import { parseWholeNumber } from './values.ts';
import { type WorkDone, workThrough } from './work-through.ts';

export interface JobRunCall {
  readonly directory: string;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
  readonly openStdin: () => Stdin;
}

const rawSchema = z.object({
  keys: z.string(),
  exec: z.string(),
  concurrency: z.string().default('4'),
  maxAttempts: z.string().default('3'),
  timeout: z.string().default('60'),
  strict: z.boolean().default(false),
  json: z.boolean().default(false),
  quiet: z.boolean().default(false),
});

interface RunOptions {
  readonly directory: string;
  /** A file's absolute path, or `-`. */
  readonly keys: string;
  readonly command: ItemCommand;
  readonly concurrency: number;
  readonly maxAttempts: number;
  readonly timeoutSeconds: number;
  readonly isStrict: boolean;
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  /** The complete command that goes on with this job. */
  readonly resume: string;
}

function parseOptions({ directory, raw, environment }: JobRunCall): RunOptions {
  const { keys, exec, concurrency, maxAttempts, timeout, strict, json, quiet } = rawSchema.parse(raw);
  const place = toAbsolute(directory, environment);
  const source = keys === '-' ? keys : toAbsolute(keys, environment);
  const flags = ['--concurrency', concurrency, '--max-attempts', maxAttempts, '--timeout', timeout, ...(strict ? ['--strict'] : [])];
  const again = toCommandLine(environment.invocation, ['job', 'run', place, '--keys', source, '--exec', exec, ...flags]);
  return {
    directory: place,
    keys: source,
    command: parseItemCommand(exec),
    concurrency: parseWholeNumber('--concurrency', concurrency, { least: 1, most: 64 }),
    maxAttempts: parseWholeNumber('--max-attempts', maxAttempts, { least: 1, most: 1000 }),
    timeoutSeconds: parseWholeNumber('--timeout', timeout, { least: 1, most: 86_400 }),
    isStrict: strict || isSwitchedOn(environment.variables['TRIVET_STRICT_EXIT']),
    isJson: json,
    isQuiet: quiet,
    resume: source === '-' ? `${again} # with the same keys piped in` : again,
  };
}

/** `trivet job run`: the command once for every item that is not done. Returns 0, or 3 where failures count. */
export async function jobRun(call: JobRunCall): Promise<0 | 3> {
  const options = parseOptions(call);
  const { environment, streams, openStdin } = call;
  const interrupt = listenForSignals();
  const { signal } = interrupt;
  try {
    const keys = options.keys === '-' ? await requirePipedKeys(openStdin(), signal) : requireKeysFile(options.keys);
    const job = await openJob(options.directory, { command: 'job run', resume: options.resume });
    try {
      const tell = options.isQuiet ? () => undefined : streams.err;
      return report(job, await runKeys(job, keys, { options, signal, environment, tell }), { options, streams });
    } finally {
      await job.close();
    }
  } finally {
    interrupt.stop();
  }
}

interface Running {
  readonly options: RunOptions;
  readonly signal: AbortSignal;
  readonly environment: Environment;
  readonly tell: (text: string) => void;
}

/** Failed items first, while they have attempts left; then those never tried. */
async function runKeys(job: Job, keys: readonly string[], { options, signal, environment, tell }: Running): Promise<WorkDone> {
  const { command, concurrency, maxAttempts, timeoutSeconds } = options;
  const retried = job.errorsToRetry({ maxAttempts }).map(({ key }) => key);
  const untried = keys.filter((key) => !job.isDone(key) && job.attemptCount(key) === 0);
  job.expect(job.doneCount + job.errors().length + untried.length);
  tell(`trivet: job: ${job.doneCount} items done before, ${retried.length} to try again, ${untried.length} new\n`);
  const item = { command, environment, timeoutMs: timeoutSeconds * 1000 };
  const done = await workThrough(job, [...retried, ...untried], { item, concurrency, signal, tell });
  if (signal.aborted) {
    await job.checkpoint();
    throw new FaultError('E_INTERRUPTED', `interrupted after ${done.doneCount} items; they are kept`, 'run the same command again');
  }
  await job.finish();
  return done;
}

interface Reporting {
  readonly options: RunOptions;
  readonly streams: Streams;
}

/** Failures count under --strict, and where nothing at all went well. */
function report(job: Job, run: WorkDone, { options, streams }: Reporting): 0 | 3 {
  const errors = job.errors();
  const retryCount = job.errorsToRetry(options).length;
  const exit = (options.isStrict && errors.length > 0) || (run.doneCount === 0 && run.failedCount > 0) ? 3 : 0;
  const files = ['SUMMARY.md', 'findings.jsonl', 'state.json'].map((name) => join(job.directory, name));
  const next = retryCount > 0 ? options.resume : null;
  const failures = `${errors.length} failed (${retryCount} will be tried again)`;
  if (options.isJson) {
    const counts = { doneCount: job.doneCount, runDoneCount: run.doneCount, failedCount: errors.length, retryCount };
    const warnings = errors.length > 0 ? [failures] : [];
    const body = { ...counts, recovery: job.recovery };
    const status = errors.length > 0 ? 'failures' : 'finished';
    streams.out(toResultJson({ command: 'job run', status, exit, files, next, warnings, body }));
    return exit;
  }
  streams.out(`${job.doneCount} items done (${run.doneCount} in this run), ${failures}\nsummary: ${files[0]}\n`);
  if (next !== null) streams.out(`to try them again: ${next}\n`);
  return exit;
}
