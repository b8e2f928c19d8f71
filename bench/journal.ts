import { type ChildProcessByStdio, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { toFindingLine } from '../src/journal/findings-file.ts';
import { type Job, openJob } from '../src/journal/index.ts';

/**
 * What a job costs, as ratios: one item at a time to the same write and fdatasync in C, many callers to one, checkpoints to none, and
 * and the opening of a large job. What is compared
 * takes turns, so that a busy disk is busy for both: a ratio is the median of the turns' ratios.
 * Arguments are the numbers of items of the checkpoint and of the recovery rows (100000 and 1000000).
 */
const CALLERS = 32;
const TURNS = 150;
/** They warm the compiler up and do not count. */
const WARM_TURNS = 20;
const ITEMS_A_TURN = 20;
const CHECKPOINT_TURNS = 5;
const RECOVERY_TURNS = 5;

function keyOf(index: number): string {
  return `https://news.example.org/item/${index}`;
}

function toValue(index: number): unknown {
  return { title: `Story ${index} that somebody posted`, points: index % 997, tags: ['a', 'b'] };
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

/** Milliseconds an item, of `count` items done by so many callers that each wait for their own. */
async function recordMs(job: Job, { from, count, callers }: { from: number; count: number; callers: number }): Promise<number> {
  let next = from;
  const call = async () => {
    while (next < from + count) {
      const index = next;
      next += 1;
      await job.recordFinding(keyOf(index), toValue(index));
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  return (performance.now() - startedAt) / count;
}

interface BareLoop {
  /** Milliseconds an item. */
  run(count: number): Promise<number>;
  stop(): void;
}

/** The loop in C, or null where there is no compiler. */
function startBareLoop(parent: string, lineBytes: number): BareLoop | null {
  if (spawnSync('gcc', ['--version']).status !== 0) return null;
  const program = join(parent, 'bare');
  execFileSync('gcc', ['-O2', '-o', program, fileURLToPath(new URL('./journal.c', import.meta.url))]);
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(program, [join(parent, 'bare.jsonl'), String(lineBytes)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    run: async (count) => {
      child.stdin.write(`${count}\n`);
      const { value } = await answers.next();
      return Number(value) / 1e6 / count;
    },
    stop: () => child.stdin.end(),
  };
}

function print(what: string, measured: string, ratio: string): void {
  console.log(`${what.padEnd(52)} ${measured.padStart(26)} ${ratio.padStart(9)}`);
}

function toRatio(ratio: number): string {
  return ratio.toFixed(3);
}

function us(ms: number): string {
  return (ms * 1000).toFixed(0);
}

/** One at a time and many at once, beside the bare loop. The jobs are two, so that a small one does not pay for a large one's checkpoints. */
async function benchAppends(parent: string): Promise<void> {
  const lineBytes = toFindingLine(keyOf(1000), toValue(1000)).bytes.length;
  const bare = startBareLoop(parent, lineBytes);
  const [one, many] = [await openJob(join(parent, 'one')), await openJob(join(parent, 'many'))];
  const turns: { readonly bareMs: number; readonly oneMs: number; readonly manyMs: number }[] = [];
  for (let turn = 0; turn < TURNS + WARM_TURNS; turn += 1) {
    const bareMs = (await bare?.run(ITEMS_A_TURN)) ?? Number.NaN;
    const oneMs = await recordMs(one, { from: turn * ITEMS_A_TURN, count: ITEMS_A_TURN, callers: 1 });
    const from = turn * ITEMS_A_TURN * CALLERS;
    const manyMs = await recordMs(many, { from, count: ITEMS_A_TURN * CALLERS, callers: CALLERS });
    if (turn >= WARM_TURNS) turns.push({ bareMs, oneMs, manyMs });
  }
  for (const job of [one, many]) await job.close();
  bare?.stop();
  const of = (pick: (turn: (typeof turns)[number]) => number) => median(turns.map(pick));
  const [bareMs, oneMs, manyMs] = [of((turn) => turn.bareMs), of((turn) => turn.oneMs), of((turn) => turn.manyMs)];
  if (bare === null) console.log('one item, to the same loop in C: skipped, there is no gcc');
  else
    print(
      `one item of ${lineBytes} bytes, to the same loop in C`,
      `${us(oneMs)} us / ${us(bareMs)} us`,
      toRatio(of((turn) => turn.oneMs / turn.bareMs)),
    );
  const toMany = toRatio(of((turn) => turn.manyMs / turn.oneMs));
  print(`an item of ${CALLERS} callers, to one caller's`, `${us(manyMs)} us / ${us(oneMs)} us`, toMany);
}

/** Microseconds an item with a checkpoint a second, and with none but the first. */
async function benchCheckpoints(parent: string, count: number): Promise<void> {
  const turns: Record<'with' | 'without', number>[] = [];
  for (let turn = 0; turn < CHECKPOINT_TURNS; turn += 1) {
    const times = { with: 0, without: 0 };
    for (const kind of turn % 2 === 0 ? (['without', 'with'] as const) : (['with', 'without'] as const)) {
      const directory = join(parent, `checkpoints-${kind}-${turn}`);
      const job = await openJob(directory, { checkpointEveryMs: kind === 'with' ? 1000 : 2 ** 31 - 1 });
      times[kind] = await recordMs(job, { from: 0, count, callers: CALLERS });
      await job.close();
      rmSync(directory, { recursive: true });
    }
    turns.push(times);
  }
  const [withMs, withoutMs] = [median(turns.map((turn) => turn.with)), median(turns.map((turn) => turn.without))];
  const ratio = median(turns.map((turn) => turn.with / turn.without));
  print(`${count} items with checkpoints, to none`, `${us(withMs)} us / ${us(withoutMs)} us`, toRatio(ratio));
}

async function writeFindings(directory: string, count: number): Promise<void> {
  mkdirSync(directory, { mode: 0o700 });
  const out = createWriteStream(join(directory, 'findings.jsonl'), { mode: 0o600 });
  for (let from = 0; from < count; from += 1000) {
    const lines = Array.from({ length: Math.min(1000, count - from) }, (_, at) => {
      return toFindingLine(keyOf(from + at), toValue(from + at)).bytes;
    });
    if (!out.write(Buffer.concat(lines))) await once(out, 'drain');
  }
  out.end();
  await finished(out);
}

/** In a process of its own, and from the built package: its memory is then the job's, and not the bench's or a loader's. */
const OPEN = `
const [, built, directory] = process.argv;
const { openJob } = await import(built);
const beganAt = performance.now();
const cpu = process.cpuUsage();
const job = await openJob(directory);
const openMs = performance.now() - beganAt;
const { user, system } = process.cpuUsage(cpu);
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ openMs, cpuMs: (user + system) / 1000, peakMb, doneCount: job.doneCount }));
await job.close();
`;

function openOnce(directory: string): Record<'openMs' | 'cpuMs' | 'peakMb' | 'doneCount', number> {
  const built = new URL('../dist/journal/index.js', import.meta.url).href;
  const words = ['--input-type=module', '--eval', OPEN, built, directory];
  return JSON.parse(execFileSync(process.execPath, words, { encoding: 'utf8' }));
}

/** A fresh process opens a job of many findings: after the loss of state.json, and as a run left it. */
async function benchRecovery(parent: string, count: number): Promise<void> {
  const directory = join(parent, 'recovery');
  await writeFindings(directory, count);
  const megabytes = statSync(join(directory, 'findings.jsonl')).size / 2 ** 20;
  for (const kind of ['without', 'with'] as const) {
    const opened = Array.from({ length: RECOVERY_TURNS }, () => {
      if (kind === 'without') rmSync(join(directory, 'state.json'), { force: true });
      return openOnce(directory);
    });
    if (opened.some(({ doneCount }) => doneCount !== count)) throw new Error('a finding was lost');
    const seconds = (pick: (one: (typeof opened)[number]) => number) => {
      const values = opened.map(pick).toSorted((one, other) => one - other);
      return `${((values[0] ?? 0) / 1000).toFixed(2)} to ${((values.at(-1) ?? 0) / 1000).toFixed(2)} s`;
    };
    const peakMb = Math.max(...opened.map((one) => one.peakMb));
    print(
      `opening ${count} findings ${kind} state.json`,
      seconds((one) => one.openMs),
      `${peakMb.toFixed(0)} MB`,
    );
    print(
      '    of that, time on a processor',
      seconds((one) => one.cpuMs),
      '',
    );
  }
  console.log(`(${megabytes.toFixed(0)} MB of findings)`);
}

const [, , checkpointCount = '100000', recoveryCount = '1000000'] = process.argv;
const parent = mkdtempSync(join(tmpdir(), 'trivet-bench-'));
try {
  print('what', 'measured', 'ratio');
  await benchAppends(parent);
  await benchCheckpoints(parent, Number(checkpointCount));
  await benchRecovery(parent, Number(recoveryCount));
} finally {
  rmSync(parent, { recursive: true, force: true });
}
