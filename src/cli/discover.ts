import { CAPS } from '../domain/text/caps.ts';
import { cutToUnits } from '../domain/text/cut.ts';
import { tierSchema } from '../domain/window.ts';
import { type Engine, openEngine } from '../legs/engine.ts';
import { finalizeLeg } from '../legs/finalize.ts';
import { nominateLeg } from '../legs/nominate.ts';
import { oneshotLeg } from '../legs/oneshot.ts';
import type { LegResult } from '../legs/result.ts';
import { resumeLeg } from '../legs/resume.ts';
import type { SurveyRequest } from '../legs/survey.ts';
import { silentLog, streamLog } from '../platform/log.ts';
import { toJson } from '../render/json.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderText } from '../render/text.ts';
import { toEngineOptions } from './engine-options.ts';
import type { Environment } from './environment.ts';
import { listenForSignals } from './interrupt.ts';
import { legBody } from './leg-json.ts';
import { type Leg, legOf, parseRawOptions, type RawOptions } from './options.ts';
import { type Streams, toResultJson } from './output.ts';
import { claimOutput, type OutputFile } from './output-file.ts';
import { requirePrintable, toAbsolute } from './path.ts';
import { Progress } from './progress.ts';
import { readStdin, type Stdin } from './read-stdin.ts';
import { parseChoice, parseSources, parseSubreddits, parseWholeNumber } from './values.ts';

export interface DiscoverCall {
  readonly domain: string | undefined;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
  readonly openStdin: () => Stdin;
}

const FORMATS = ['text', 'md', 'json'] as const;
type Format = (typeof FORMATS)[number];

/** `trivet discover`: flags to one leg, its result to the streams. Returns the exit code: 0, or 3 for coverage. */
export async function discover({ domain, raw, environment, streams, openStdin }: DiscoverCall): Promise<0 | 3> {
  const options = parseRawOptions(raw);
  const format = parseChoice('--emit', options.emit ?? 'text', FORMATS);
  const leg = legOf(options, domain);
  const request = toSurveyRequest(options, domain);
  const output = claimOutput(options, environment);
  const tell = options.quiet ? () => undefined : streams.err;
  const log = options.debug ? streamLog(streams.err) : silentLog;
  const progress = new Progress({ isTerminal: environment.isTerminal && !options.debug, write: tell, log });
  // A warning says what was lost, which is no progress: --quiet does not hide it.
  const warn = (sentence: string) => {
    progress.clear();
    streams.err(`trivet: warning: ${sentence}\n`);
  };
  const interrupt = listenForSignals();
  try {
    const { emit } = progress;
    const engine = openEngine(toEngineOptions(options, environment, { signal: interrupt.signal, emit, warn, log }));
    if (leg === 'oneshot') tell(ONE_SHOT_NOTE);
    const result = await runLeg(engine, leg, { options, request, environment, openStdin });
    progress.clear();
    for (const warning of result.warnings) warn(warning);
    deliver({ leg, result, output, streams, isDocument: isDocument(options, leg) }, format);
    if (result.status === 'unobserved') tell(UNOBSERVED_NOTE);
    else if (result.exit === 3) tell(STRICT_NOTE);
    if (result.status === 'done' && result.files.length > 0) tell(`trivet: saved: ${result.files.join(' ')}\n`);
    return result.exit;
  } finally {
    progress.clear();
    interrupt.stop();
  }
}

const ONE_SHOT_NOTE =
  'trivet: NOTE: one-shot run: names and junk are heuristics, nobody judged. A host should run the three legs: trivet discover --nominate-only\n';
const UNOBSERVED_NOTE =
  'trivet: no source answered. Check the network and run again; to see a replayed run without one: npm start -- --mock (or: trivet discover --mock)\n';

const STRICT_NOTE = 'trivet: exit 3, as --strict asks: a source, a row or some research was lost; the coverage above says which\n';

/** A digest has no other machine-readable form than the document, so legs 1 and 2 print it under `--emit json` too. */
function isDocument({ json, emit }: RawOptions, leg: Leg): boolean {
  return json || (emit === 'json' && (leg === 'nominate' || leg === 'resume'));
}

interface LegInputs {
  readonly options: RawOptions;
  readonly request: SurveyRequest;
  readonly environment: Environment;
  readonly openStdin: () => Stdin;
}

async function runLeg(engine: Engine, leg: Leg, inputs: LegInputs): Promise<LegResult> {
  const { options, request } = inputs;
  if (leg === 'nominate') return nominateLeg(engine, request);
  if (leg === 'oneshot') return oneshotLeg(engine, request);
  if (leg === 'resume') return resumeLeg(engine, await hostFileOf(engine, ['--judgments', options.judgments ?? ''], inputs));
  return finalizeLeg(engine, options.angles === undefined ? null : await hostFileOf(engine, ['--angles', options.angles], inputs));
}

async function hostFileOf(engine: Engine, [flag, path]: readonly [string, string], { environment, openStdin }: LegInputs) {
  if (path === '-') return { path, stdin: await readStdin(openStdin(), engine) };
  return { path: requirePrintable(toAbsolute(path, environment), flag), stdin: null };
}

function toSurveyRequest(options: RawOptions, domain: string | undefined): SurveyRequest {
  return {
    domain: cutToUnits((domain ?? '').trim().replace(/\s+/g, ' '), CAPS.domain),
    boundary: options.sources === undefined ? null : parseSources(options.sources),
    subreddits: options.subreddits === undefined ? null : parseSubreddits(options.subreddits),
    lookbackDays:
      options.lookbackDays === undefined ? 30 : parseWholeNumber('--lookback-days', options.lookbackDays, { least: 1, most: 365 }),
    tier: parseChoice('--tier', options.tier ?? 'deep', tierSchema.options),
  };
}

interface Delivery {
  readonly leg: Leg;
  readonly result: LegResult;
  readonly output: OutputFile | null;
  readonly streams: Streams;
  readonly isDocument: boolean;
}

/**
 * The result to its file and to stdout. A document waits for the file, since it is the only one; a text that took minutes does not.
 * Research under way is no result yet: its file stays unclaimed, or the same command could not be run again.
 */
function deliver({ leg, result, streams, isDocument, ...delivery }: Delivery, format: Format): void {
  const output = result.status === 'researching' ? null : delivery.output;
  if (isDocument) {
    const { status, exit, next, warnings } = result;
    const files = output === null ? result.files : [...result.files, output.path];
    const document = toResultJson({ command: `discover ${leg}`, status, exit, files, next, warnings, body: legBody(result) });
    output?.write(document);
    streams.out(document);
    return;
  }
  const text = textOf(result, format);
  streams.out(text);
  output?.write(text);
}

function textOf(result: LegResult, format: Format): string {
  if (result.status === 'researching') return withNewline(result.text);
  if (result.status === 'awaiting-judgments' || result.status === 'awaiting-angles') return withNewline(result.digest);
  if (format === 'json') return `${JSON.stringify(toJson(result.brief), null, 2)}\n`;
  const body = format === 'md' ? renderMarkdown(result.brief) : renderText(result.brief);
  return withNewline(body);
}

function withNewline(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
