import { Command, CommanderError, Option } from 'commander';
import { ENGINE_VERSION } from '../legs/engine.ts';
import { catchFaults } from './catch.ts';
import { discover } from './discover.ts';
import type { Environment } from './environment.ts';
import { describeJob } from './job.ts';
import type { Streams } from './output.ts';
import type { Stdin } from './read-stdin.ts';
import { schema } from './schema.ts';
import { show } from './show.ts';
import { sources } from './sources.ts';

export interface ProgramCall {
  /** What follows the program's name. */
  readonly args: readonly string[];
  readonly environment: Environment;
  readonly streams: Streams;
  readonly openStdin: () => Stdin;
}

/** Runs one command line to its end and returns the exit code. Nothing is thrown: the one catch is here. */
export async function runProgram(call: ProgramCall): Promise<number> {
  const { args, streams } = call;
  let exit = 0;
  const root = describeProgram(call, (code) => {
    exit = code;
  });
  try {
    await root.parseAsync([...args], { from: 'user' });
    return exit;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    return catchFaults(error, { json: args.includes('--json'), debug: args.includes('--debug') }, streams);
  }
}

function describeProgram(call: ProgramCall, end: (exit: number) => void): Command {
  const { environment, streams } = call;
  const root = new Command('trivet')
    .description('Finds what is breaking out, lets the hosting model judge, leaves a brief.')
    .version(ENGINE_VERSION);
  describeDiscover(root).action(async (domain: string | undefined, raw: unknown) => end(await discover({ domain, raw, ...call })));
  storeFlags(root.command('show <id>'))
    .description("page through one nomination's evidence, fenced")
    .option('--page <n>', 'which page (1)')
    .action((id: string, raw: unknown) => show({ id, raw, environment, streams }));
  root
    .command('schema [name]')
    .description('the JSON Schema of judgments, angles, bundle, pending or brief')
    .option('--json', 'print one JSON document')
    .action((name: string | undefined, raw: unknown) => schema({ name, raw, streams }));
  root
    .command('sources')
    .description('the sources there are, and what can be had from each without a key')
    .option('--json', 'print one JSON document')
    .action((raw: unknown) => sources({ raw, streams }));
  describeJob(root, call, end);
  return quieted(root, streams);
}

function describeDiscover(root: Command): Command {
  return storeFlags(root.command('discover [domain]'))
    .description('one-shot discovery; or one leg of three: --nominate-only, --judgments, --finalize')
    .option('--nominate-only', 'leg 1: sweep and nominate, for the host to judge')
    .option('--judgments <file>', 'leg 2: apply judgments (- = stdin) and research')
    .option('--finalize', 'leg 3: the brief, offline')
    .option('--angles <file>', 'leg 3: angles for the brief (- = stdin)')
    .option('--sources <list>', 'ask only these, separated by commas')
    .option('--subreddits <list>', 'these instead of the default subreddits')
    .option('--lookback-days <n>', 'length of the window (30)')
    .option('--tier <tier>', 'deep or shallow research (deep)')
    .option('--leg-budget <seconds>', 'return within this time (100)')
    .option('--strict', 'exit 3 when a source or a row was lost (TRIVET_STRICT_EXIT=1)')
    .option('--emit <format>', 'the brief as text, md or json (text)')
    .option('--output <file>', 'write the result to a file too')
    .option('--force', 'let --output overwrite')
    .option('--quiet', 'nothing on stderr but faults');
}

function storeFlags(command: Command): Command {
  return command
    .option('--store <dir>', 'the one directory this run lives in (default: TRIVET_STORE, else the user data directory)')
    .addOption(new Option('--save-dir <dir>', 'another name for --store').conflicts('store'))
    .option('--mock', 'replay bundled responses instead of the network')
    .option('--gateway <origin>', 'send every request through this mirror or replay server (TRIVET_GATEWAY)')
    .option('--now <instant>', 'set the clock, for replays')
    .option('--json', 'print one JSON document')
    .option('--debug', 'tell every request and outcome, and the stack trace of an unexpected failure');
}

/** Commander neither prints errors nor exits: both are the one catch's to do. */
function quieted(command: Command, streams: Streams): Command {
  command
    .exitOverride()
    .configureOutput({ writeOut: streams.out, writeErr: () => undefined })
    .showHelpAfterError(false);
  for (const child of command.commands) quieted(child, streams);
  return command;
}
