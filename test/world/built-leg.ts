import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { coverageSchema } from '../../src/domain/coverage.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = fileURLToPath(new URL('./dist', import.meta.url));
const PRELOAD = new URL('./peak-memory.mjs', import.meta.url).href;
/** Printed nowhere, written nowhere, sent nowhere but to its host. */
export const CANARY_TOKEN = 'ghp_canary0123456789canary0123456789ca';

export const canMeasure = existsSync('/proc/self/status');
if (!canMeasure) console.warn('test/world: the memory part is SKIPPED, as there is no /proc here');

/** The program as it ships: the loader that runs the sources takes as much memory again as the program. */
export function buildProgram(): void {
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [tsc, '-p', join(ROOT, 'src'), '--noCheck', '--declaration', 'false', '--outDir', BUILT];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`the program does not build: ${stdout}`);
}

const documentSchema = z.object({ status: z.string(), exit: z.number(), coverage: coverageSchema });

export interface Leg {
  readonly code: number | null;
  readonly document: z.infer<typeof documentSchema>;
  readonly output: string;
  readonly store: string;
  /** Without the time it waited for a processor, where that is known: other work on the machine is not the leg's. */
  readonly elapsedMs: number;
  /** Null where it cannot be measured. */
  readonly peakMib: number | null;
}

const kernelSchema = z.object({ status: z.string(), schedstat: z.string() });

interface Measured {
  readonly peakMib: number | null;
  readonly queuedMs: number;
}

function readMeasured(file: string): Measured {
  if (!canMeasure) return { peakMib: null, queuedMs: 0 };
  const { status, schedstat } = kernelSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const kib = /VmHWM:\s+(\d+) kB/.exec(status)?.[1];
  // Nanoseconds on a processor, nanoseconds in its queue, turns.
  const queuedMs = Number(schedstat.split(' ')[1] ?? 0) / 1e6;
  return { peakMib: kib === undefined ? null : Number(kib) / 1024, queuedMs };
}

function collect(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const output = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject).once('close', (code) => resolve({ code, ...output }));
  });
}

/** Leg 1 as a process of its own, its store in this directory. Throws when it printed no document. */
export async function runBuiltLeg(directory: string, gateway: string, flags: readonly string[]): Promise<Leg> {
  const [store, peakFile] = [join(directory, 'store'), join(directory, 'peak')];
  const preload = canMeasure ? ['--import', PRELOAD] : [];
  const leg = ['discover', '--nominate-only', '--json', '--gateway', gateway, '--store', store, ...flags];
  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', GITHUB_TOKEN: CANARY_TOKEN, TRIVET_PEAK_FILE: peakFile };
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...preload, join(BUILT, 'cli', 'main.js'), ...leg], { cwd: ROOT, env });
  child.stdin.end();
  const { code, stdout, stderr } = await collect(child);
  const wallMs = performance.now() - startedMs;
  if (stdout === '') throw new Error(`leg 1 printed nothing and ended with ${code}: ${stderr}`);
  const document = documentSchema.parse(JSON.parse(stdout));
  const { peakMib, queuedMs } = readMeasured(peakFile);
  return { code, document, output: stdout + stderr, store, elapsedMs: wallMs - queuedMs, peakMib };
}
