import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

/** A command under way in a process group of its own. */
export interface Command {
  readonly pid: number;
  /** Its exit code, or the signal that ended it; what it printed. */
  readonly ended: Promise<{ readonly end: number | string; readonly stdout: string; readonly stderr: string }>;
  hasEnded(): boolean;
  /** SIGKILL to the whole group. */
  kill(): void;
}

export function startCommand(words: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  const [file = '', ...args] = words;
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(file, args, {
    detached: true,
    env: { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`cannot start ${file}`);
  const ended = once(child, 'close').then(([code, signal]) => ({ end: code ?? signal, ...output }));
  return {
    pid,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    kill: () => {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch (error) {
        // It has ended by itself.
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
    },
  };
}
