import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { Environment } from './environment.ts';
import type { ItemCommand } from './split-command.ts';

/** How one item went. `stopped`: the run was interrupted, which says nothing about the item. `unstartable`: no item can ever go well. */
export type ItemOutcome =
  | { readonly kind: 'finding'; readonly value: unknown }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'unstartable'; readonly errno: string }
  | { readonly kind: 'stopped' };

export interface ItemRun {
  readonly command: ItemCommand;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly environment: Environment;
}

const OUTPUT_MAX_BYTES = 8 * 1024 * 1024;
const ERRORS_KEPT = 2000;
const GRACE_MS = 2000;
const UNSTARTABLE: ReadonlySet<unknown> = new Set(['ENOENT', 'EACCES', 'ENOTDIR', 'EISDIR', 'ENOEXEC']);

/** The command and whatever it started: outside Windows it leads a process group of its own, which a terminal's ^C does not reach. */
function signalGroup({ pid }: ChildProcessWithoutNullStreams, signal: 'SIGTERM' | 'SIGKILL', platform: NodeJS.Platform): void {
  if (pid === undefined) return;
  try {
    process.kill(platform === 'win32' ? pid : -pid, signal);
  } catch (error) {
    // It has ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** JSON where it is JSON, else the text without its last line feed. */
function toFinding(bytes: Buffer): ItemOutcome {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { kind: 'finding', value: JSON.parse(text) };
  } catch (error) {
    if (error instanceof SyntaxError) return { kind: 'finding', value: text.replace(/\r?\n$/, '') };
    if (!(error instanceof TypeError)) throw error;
    return { kind: 'error', message: 'it printed bytes that are not UTF-8' };
  }
}

interface Ending {
  readonly code: number | null;
  readonly killedBy: NodeJS.Signals | null;
  readonly output: Buffer;
  readonly errors: string;
}

function toOutcome({ code, killedBy, output, errors }: Ending): ItemOutcome {
  if (code === 0) return toFinding(output);
  const how = code === null ? `killed by ${killedBy}` : `exit ${code}`;
  const said = errors.trim();
  return { kind: 'error', message: said === '' ? how : `${how}: ${said}` };
}

/** Collects what the command prints; `tooMuch` is called when it is more than a finding can hold. */
function collect(child: ChildProcessWithoutNullStreams, tooMuch: () => void): { output(): Buffer; errors(): string } {
  const chunks: Buffer[] = [];
  let size = 0;
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > OUTPUT_MAX_BYTES) tooMuch();
    else chunks.push(chunk);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-ERRORS_KEPT);
  });
  child.stdin.on('error', () => undefined).end();
  return { output: () => Buffer.concat(chunks), errors: () => errors };
}

/** Ends a command early, politely at first; `verdict` then says why. */
function createStopper(child: ChildProcessWithoutNullStreams, platform: NodeJS.Platform) {
  let verdict: ItemOutcome | null = null;
  let grace: NodeJS.Timeout | null = null;
  return {
    verdict: () => verdict,
    end: (outcome: ItemOutcome) => {
      if (verdict !== null) return;
      verdict = outcome;
      signalGroup(child, 'SIGTERM', platform);
      grace = setTimeout(() => signalGroup(child, 'SIGKILL', platform), GRACE_MS);
    },
    clear: () => {
      if (grace !== null) clearTimeout(grace);
    },
  };
}

function ended(
  child: ChildProcessWithoutNullStreams,
  toEnding: (ending: Pick<Ending, 'code' | 'killedBy'>) => ItemOutcome,
): Promise<ItemOutcome> {
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      const errno = error.code ?? 'unknown';
      resolve(UNSTARTABLE.has(errno) ? { kind: 'unstartable', errno } : { kind: 'error', message: `it could not be started (${errno})` });
    });
    child.once('close', (code, killedBy) => resolve(toEnding({ code, killedBy })));
  });
}

/** Runs the command for one item, without a shell. Never rejects for what the command does. */
export async function runItem(key: string, { command, timeoutMs, signal, environment }: ItemRun): Promise<ItemOutcome> {
  if (key.includes('\0')) return { kind: 'error', message: 'the key holds a NUL character, which no argument can' };
  const { platform, variables, workingDirectory } = environment;
  const place = { cwd: workingDirectory, env: variables, detached: platform !== 'win32', windowsHide: true };
  const child = spawn(command.program, command.toArgs(key), place);
  const stopper = createStopper(child, platform);
  const printed = collect(child, () => stopper.end({ kind: 'error', message: `it printed more than ${OUTPUT_MAX_BYTES} bytes` }));
  const stop = () => stopper.end({ kind: 'stopped' });
  const timer = setTimeout(() => stopper.end({ kind: 'error', message: `timed out after ${timeoutMs / 1000} s` }), timeoutMs);
  signal.addEventListener('abort', stop);
  try {
    return await ended(child, (ending) => {
      return stopper.verdict() ?? toOutcome({ ...ending, output: printed.output(), errors: printed.errors() });
    });
  } finally {
    clearTimeout(timer);
    stopper.clear();
    signal.removeEventListener('abort', stop);
  }
}
