import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The loader's cache is off: a child under a file size limit would leave damaged entries for everyone. */
const CHILD_ENV = { ...process.env, TSX_DISABLE_CACHE: '1' };

/** The command line that runs a script with Node. */
export function childCommand(script: URL, ...args: string[]): string[] {
  return [process.execPath, '--import', 'tsx', fileURLToPath(script), ...args];
}

export interface Child {
  readonly process: ChildProcess;
  /** Resolves with the first line of stdout, or rejects with stderr when the child ends without one. */
  readonly firstLine: Promise<string>;
  /** Exit code, or the name of the signal. */
  readonly ended: Promise<number | string>;
}

/** Starts a script; it is killed with the test. */
export function startChild(script: URL, ...args: string[]): Child {
  const [command = '', ...rest] = childCommand(script, ...args);
  const child = spawn(command, rest, { env: CHILD_ENV, stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let errors = '';
  let output = '';
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const ended = once(child, 'exit').then(([code, signal]) => code ?? signal);
  const firstLine = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('\n')) resolve(output.slice(0, output.indexOf('\n')));
    });
    child.on('close', () => reject(new Error(`no line from ${script}: ${errors}`)));
  });
  firstLine.catch(() => undefined);
  return { process: child, firstLine, ended };
}
