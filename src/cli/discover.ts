import { existsSync } from 'node:fs';
import { FaultError } from '../domain/fault.ts';
import { type Engine, openEngine } from '../legs/engine.ts';
import { finalizeLeg } from '../legs/finalize.ts';
import { nominateLeg } from '../legs/nominate.ts';
import { oneshotLeg } from '../legs/oneshot.ts';
import type { LegResult } from '../legs/result.ts';
import { resumeLeg } from '../legs/resume.ts';
import type { SurveyRequest } from '../legs/survey.ts';
import { createFile, replaceFile } from '../platform/files.ts';
import { toJson } from '../render/json.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderText } from '../render/text.ts';
import { toAbsolute, toEngineOptions } from './engine-options.ts';
import type { Environment } from './environment.ts';
import { listenForSignals } from './interrupt.ts';
import { legBody } from './leg-json.ts';
import {
  type Leg,
  legOf,
  parseChoice,
  parseSources,
  parseSubreddits,
  parseWholeNumber,
  type RawOptions,
  rawOptionsSchema,
} from './options.ts';
import { type Streams, toResultJson } from './output.ts';
import { createProgress } from './progress.ts';
import { readStdin } from './read-stdin.ts';

export interface DiscoverCall {
  readonly domain: string | undefined;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
}

const FORMATS = ['text', 'md', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** `trivet discover`: flags to one leg, its result to the streams and the exit code. */
export async function discover({ domain, raw, environment, streams }: DiscoverCall): Promise<void> {
  const options = rawOptionsSchema.parse(raw);
  const leg = legOf(options, domain);
  const format = parseChoice('--emit', options.emit ?? 'text', FORMATS);
  const request = toSurveyRequest(options, domain);
  const output = claimOutput(options, environment);
  const interrupt = listenForSignals();
  const emit = createProgress({ quiet: options.quiet, isTerminal: environment.isTerminal, write: streams.err });
  const warn = (sentence: string) => streams.err(`trivet: warning: ${sentence}\n`);
  try {
    const engine = openEngine(toEngineOptions(options, environment, { signal: interrupt.signal, emit, warn }));
    if (leg === 'oneshot' && !options.quiet) streams.err(ONE_SHOT_NOTE);
    const result = await runLeg(engine, leg, { options, request, environment });
    for (const warning of result.warnings) warn(warning);
    const text = options.json ? documentOf(leg, result, output) : textOf(result, format);
    if (output !== null) writeOutput(output, text, options.force);
    streams.out(text);
    if (result.status === 'unobserved') streams.err(UNOBSERVED_NOTE);
    process.exitCode = result.exit;
  } finally {
    interrupt.stop();
  }
}

const ONE_SHOT_NOTE =
  'trivet: NOTE: one-shot run: names and junk are heuristics, nobody judged. A host should run the three legs: trivet discover --nominate-only\n';
const UNOBSERVED_NOTE =
  'trivet: no source answered. Check the network and run again; to see a replayed run without one: npm start -- --mock (or: trivet discover --mock)\n';

interface LegInputs {
  readonly options: RawOptions;
  readonly request: SurveyRequest;
  readonly environment: Environment;
}

async function runLeg(engine: Engine, leg: Leg, { options, request, environment }: LegInputs): Promise<LegResult> {
  if (leg === 'nominate') return nominateLeg(engine, request);
  if (leg === 'oneshot') return oneshotLeg(engine, request);
  if (leg === 'resume') return resumeLeg(engine, await hostFileOf(options.judgments ?? '', environment));
  return finalizeLeg(engine, options.angles === undefined ? null : await hostFileOf(options.angles, environment));
}

async function hostFileOf(path: string, environment: Environment) {
  if (path === '-') return { path, stdin: await readStdin(process.stdin) };
  return { path: toAbsolute(path, environment), stdin: null };
}

function toSurveyRequest(options: RawOptions, domain: string | undefined): SurveyRequest {
  return {
    domain: (domain ?? '').trim().replace(/\s+/g, ' ').slice(0, 200),
    boundary: options.sources === undefined ? null : parseSources(options.sources),
    subreddits: options.subreddits === undefined ? null : parseSubreddits(options.subreddits),
    lookbackDays:
      options.lookbackDays === undefined ? 30 : parseWholeNumber('--lookback-days', options.lookbackDays, { least: 1, most: 365 }),
    tier: parseChoice('--tier', options.tier ?? 'deep', ['deep', 'shallow']),
  };
}

/** The file `--output` names; a conflict is found before the first request. */
function claimOutput(options: RawOptions, environment: Environment): string | null {
  if (options.output === undefined) return null;
  const path = toAbsolute(options.output, environment);
  if (existsSync(path) && !options.force)
    throw new FaultError('E_OUTPUT_EXISTS', `${path} exists already`, 'add --force to overwrite it, or name another file');
  return path;
}

function writeOutput(path: string, text: string, force: boolean): void {
  if (force) replaceFile(path, text, 'E_OUTPUT_WRITE');
  else createFile(path, text, 'E_OUTPUT_WRITE');
}

function documentOf(leg: Leg, result: LegResult, output: string | null): string {
  const { status, exit, next, warnings } = result;
  const files = output === null ? result.files : [...result.files, output];
  return toResultJson({ command: `discover ${leg}`, status, exit, files, next, warnings, body: legBody(result) });
}

function textOf(result: LegResult, format: Format): string {
  if (result.status === 'awaiting-judgments' || result.status === 'awaiting-angles') return withNewline(result.digest);
  if (format === 'json') return `${JSON.stringify(toJson(result.brief), null, 2)}\n`;
  const body = format === 'md' ? renderMarkdown(result.brief) : renderText(result.brief);
  return withNewline(body);
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
