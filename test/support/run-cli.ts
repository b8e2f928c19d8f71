import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string | Uint8Array;
  readonly cwd?: string;
  /** Called with the process once it runs. */
  readonly onStart?: (child: ChildProcessWithoutNullStreams) => void;
}

/** The real command in a real process, with no store, proxy or gateway inherited. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  return run(process.execPath, ['--import', 'tsx', MAIN, ...args], options);
}

/** A command line as a leg printed it, given to a shell as a host would. */
export function runPrinted(commandLine: string, options: RunOptions = {}): Promise<Run> {
  return run('/bin/sh', ['-c', commandLine], options);
}

function run(file: string, args: readonly string[], { env = {}, stdin = '', cwd = ROOT, onStart }: RunOptions): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env } });
    const output = { stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.stderr += text;
    });
    child.stdin.on('error', () => undefined).end(stdin);
    child.once('error', reject).once('close', (code) => resolve({ code, ...output }));
    onStart?.(child);
  });
}
