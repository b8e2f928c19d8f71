import { type ChildProcess, spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
}

/** Far above the slowest honest run (a second or two) on a busy machine. */
const TIMEOUT_MS = 60_000;

/** One run of a command, alone with `env`: no store, proxy or gateway is inherited. Killed after a minute. */
export function runChild(
  command: readonly string[],
  env: Readonly<Record<string, string>> = {},
  onStart: (child: ChildProcess) => void = () => undefined,
): Promise<Run> {
  const [file = '', ...args] = command;
  return new Promise((resolve, reject) => {
    // io_uring would carry file calls past every libc wrapper.
    const whole = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', UV_USE_IO_URING: '0', ...env };
    const child = spawn(file, args, { env: whole, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { stdout: '', stderr: '', timedOut: false };
    const timer = setTimeout(() => {
      output.timedOut = true;
      child.kill('SIGKILL');
    }, TIMEOUT_MS);
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output.stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output.stderr += text;
    });
    child.once('error', reject).once('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ code, signal, ...output });
    });
    onStart(child);
  });
}

/** One more than there are processors: a child often waits. */
const LANE_COUNT = availableParallelism() + 1;

/** Does `act` for every subject, a few at once. */
export async function forEachParallel<T>(subjects: readonly T[], act: (subject: T, index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < subjects.length) {
      const index = next;
      next += 1;
      const subject = subjects[index];
      if (subject !== undefined) await act(subject, index);
    }
  };
  await Promise.all(Array.from({ length: LANE_COUNT }, lane));
}
