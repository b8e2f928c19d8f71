import { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Environment } from '../../src/cli/environment.ts';
import { runProgram } from '../../src/cli/program.ts';
import type { Run } from './run-cli.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const LOADER = pathToFileURL(`${ROOT}node_modules/tsx/dist/loader.mjs`).href;

export interface CallOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  readonly isTerminal?: boolean;
  readonly workingDirectory?: string;
  /** Other responses for mock mode than the bundled ones. */
  readonly fixturesDirectory?: string;
  /** Told each piece of stderr as it is written. */
  readonly onErr?: (text: string) => void;
}

/** What the process would find, with no store, proxy or gateway inherited. */
export function testEnvironment(options: CallOptions = {}): Environment {
  const { env = {}, isTerminal = false, workingDirectory = ROOT, fixturesDirectory = `${ROOT}fixtures` } = options;
  return {
    variables: env,
    platform: 'linux',
    homeDirectory: '/nonexistent',
    workingDirectory,
    invocation: { execPath: process.execPath, loader: ['--import', LOADER], script: MAIN, platform: 'linux' },
    fixturesDirectory,
    isTerminal,
  };
}

/** The whole command in this process: its flags, its one catch, its exit code. For many cases, and for the measure of coverage. */
export async function callProgram(args: readonly string[], options: CallOptions = {}): Promise<Run> {
  const output = { stdout: '', stderr: '' };
  const code = await runProgram({
    args,
    environment: testEnvironment(options),
    streams: {
      out: (text) => {
        output.stdout += text;
      },
      err: (text) => {
        output.stderr += text;
        options.onErr?.(text);
      },
    },
    openStdin: () => options.stdin ?? Readable.from([]),
  });
  return { code, ...output };
}

/** A printed command in this process: the words after the program's own, unquoted as a POSIX shell would. */
export function callPrinted(commandLine: string, options: CallOptions = {}): Promise<Run> {
  const words = [...commandLine.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|\\'/g, (_, inner) => inner ?? "'"),
  );
  const start = words.indexOf(MAIN);
  if (start === -1) throw new Error(`not a printed command: ${commandLine}`);
  return callProgram(words.slice(start + 1), options);
}
