/**
 * `npm run fuzz`: every checkpoint and host file damaged 200 times, and each time the leg that reads it run through the whole command line.
 * It ends with 0, 2 or 3, prints no stack trace, says at most 64 KB on stderr, and shows every row that is gone. All runs are made in this
 * process, where a run takes milliseconds; a sample of them again as processes of their own. `--count=n` changes the 200.
 */
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { forEachParallel, runChild } from '../faults/child.ts';
import { Suite, type Suite as Suites, Tally } from '../faults/tally.ts';
import { callProgram } from '../support/call-program.ts';
import { readDigest, writeAngles, writeJudgments } from '../support/host.ts';
import { mutate } from './mutate.ts';

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const FLAGS = ['--mock', '--now', '2031-05-10T18:00:00.000Z'];
const MUTATION_COUNT = Number(process.argv.find((word) => word.startsWith('--count='))?.slice('--count='.length) ?? 200);
const PROCESS_COUNT = 6;
const MAX_STDERR_BYTES = 64 * 1024;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a file is, and the leg that reads it. */
interface Subject {
  readonly name: string;
  readonly file: string;
  readonly args: (store: string) => readonly string[];
  /** How many rows of the checkpoint or topics the leg has to account for. */
  readonly rowCount: number;
}

interface Template {
  readonly store: string;
  readonly subjects: readonly Subject[];
}

const answerSchema = z.looseObject({
  ok: z.literal(true),
  exit: z.number(),
  lostRowCount: z.number().optional(),
  topics: z.array(z.unknown()).optional(),
  brief: z.looseObject({ lostRowCount: z.number().optional() }).optional(),
  warnings: z.array(z.string()),
});
const faultSchema = z.strictObject({
  ok: z.literal(false),
  code: z.string().regex(/^E_[A-Z0-9_]+$/),
  message: z.string(),
  remedy: z.string(),
  retryable: z.boolean(),
  exit: z.literal(2),
});

/** A store after leg 2, with both host files written. */
async function prepare(directory: string): Promise<Template> {
  const store = join(directory, 'template');
  const one = await callProgram(['discover', '--nominate-only', ...FLAGS, '--store', store]);
  const asked = readDigest(one.stdout);
  writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
  const two = await callProgram(['discover', '--judgments', asked.path, ...FLAGS, '--store', store]);
  const angles = readDigest(two.stdout).path;
  writeAngles(two.stdout, (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
  const ids = (text: string) => [...text.matchAll(/\{"id":"/g)].length;
  const [nominationCount, topicCount] = [ids(asked.template), ids(readDigest(two.stdout).template)];
  const at = (path: string) => path.slice(store.length + 1);
  const resume = (here: string) => ['discover', '--judgments', join(here, at(asked.path)), ...FLAGS, '--store', here];
  const finalize = (here: string) => ['discover', '--finalize', '--angles', join(here, at(angles)), ...FLAGS, '--store', here];
  const subjects = [
    { name: 'the bundle', file: 'nominations.json', args: resume, rowCount: nominationCount },
    { name: 'the pending report', file: 'pending.json', args: finalize, rowCount: topicCount },
    { name: 'the judgments', file: at(asked.path), args: resume, rowCount: nominationCount },
    { name: 'the angles', file: at(angles), args: finalize, rowCount: topicCount },
    { name: 'store.json', file: 'store.json', args: finalize, rowCount: 0 },
  ];
  return { store, subjects };
}

/** A copy of the store with one file damaged by `seed`. */
function damage({ store, directory }: { readonly store: string; readonly directory: string }, { file }: Subject, seed: number): string {
  const copy = mkdtempSync(join(directory, 'run-'));
  cpSync(store, copy, { recursive: true });
  writeFileSync(join(copy, file), mutate(readFileSync(join(store, file)), seed));
  return copy;
}

function endViolations({ code, stdout, stderr }: Ended): string[] {
  const found: string[] = [];
  if (code !== 0 && code !== 2 && code !== 3) found.push(`exit ${code}: ${stderr.slice(0, 300)}`);
  if (/^\s+at .+:\d+:\d+\)?$/m.test(stderr + stdout)) found.push(`a stack trace: ${stderr.slice(0, 300)}`);
  if (Buffer.byteLength(stderr) > MAX_STDERR_BYTES) found.push(`${Buffer.byteLength(stderr)} bytes on stderr`);
  if (/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u.test(stderr + stdout)) found.push('a control character');
  if (code === 2 && !/^(?:trivet: warning: .*\n)*trivet: E_[A-Z0-9_]+: .+\nremedy: .+\n$/.test(stderr))
    found.push(`no fault in two lines: ${stderr}`);
  return found;
}

/** Rows of a checkpoint that are gone, as the damaged file itself shows by the ids that its whole rows lack. */
function lostViolations(subject: Subject, wholeText: string, damagedText: string, ended: Ended): string[] {
  if (ended.code === 2)
    return faultSchema.safeParse(JSON.parse(ended.stdout)).success ? [] : [`not a fault: ${ended.stdout.slice(0, 300)}`];
  const answer = answerSchema.safeParse(JSON.parse(ended.stdout));
  if (!answer.success) return [`not an answer: ${ended.stdout.slice(0, 300)}`];
  const rowsOf = (text: string) => new Set([...text.matchAll(/"hash":"([0-9a-f]{64})"/g)].map(([, hash = '']) => hash));
  const now = rowsOf(damagedText);
  const goneCount = [...rowsOf(wholeText)].filter((hash) => !now.has(hash)).length;
  const { lostRowCount, brief } = answer.data;
  const shown = lostRowCount ?? brief?.lostRowCount ?? 0;
  return subject.rowCount > 0 && goneCount > shown ? [`${goneCount} rows are gone, and ${shown} shown`] : [];
}

/** An id that the damaged judgments no longer name is one that nobody judged, and the digest has to say so. */
function unjudgedViolations({ name }: Subject, whole: string, damaged: string, { code, stdout }: Ended): string[] {
  if (code === 2 || name !== 'the judgments') return [];
  const ids = [...whole.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
  const goneCount = ids.filter((id) => !damaged.includes(`"${id}"`)).length;
  const shown = Number(/(\d+) of \d+ unjudged/.exec(stdout)?.[1] ?? 0);
  return goneCount > shown ? [`${goneCount} rows are gone, and ${shown} called unjudged: ${stdout.slice(0, 300)}`] : [];
}

async function run(subject: Subject, scene: { readonly store: string; readonly directory: string }, seed: number): Promise<string[]> {
  const copy = damage(scene, subject, seed);
  try {
    const isHostFile = subject.file.startsWith('host/');
    const ended = await callProgram([...subject.args(copy), '--quiet', ...(isHostFile ? [] : ['--json'])]);
    const [whole, damaged] = [readFileSync(join(scene.store, subject.file), 'utf8'), readFileSync(join(copy, subject.file), 'utf8')];
    const lost = isHostFile ? unjudgedViolations(subject, whole, damaged, ended) : lostViolations(subject, whole, damaged, ended);
    return [...endViolations(ended), ...lost].map((violation) => `seed ${seed}: ${violation}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function runProcess(
  subject: Subject,
  scene: { readonly store: string; readonly directory: string },
  seed: number,
): Promise<string[]> {
  const copy = damage(scene, subject, seed);
  try {
    const ended = await runChild([process.execPath, MAIN, ...subject.args(copy), '--quiet']);
    return endViolations(ended).map((violation) => `seed ${seed} in a process: ${violation}`);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function fuzz(subject: Subject, scene: { readonly store: string; readonly directory: string }): Promise<ReturnType<Suites['close']>> {
  const suite = new Suite(`fuzz of ${subject.name}`);
  for (let seed = 1; seed <= MUTATION_COUNT; seed += 1) suite.count(`seed ${seed}`, await run(subject, scene, seed), 1);
  const seeds = existsSync(MAIN) ? Array.from({ length: PROCESS_COUNT }, (_, index) => MUTATION_COUNT + 1 + index) : [];
  await forEachParallel(seeds, async (seed) => suite.count(`seed ${seed}`, await runProcess(subject, scene, seed), 1));
  return suite.close(`${MUTATION_COUNT} damaged files, ${seeds.length} of them in processes`);
}

const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trivet-fuzz-'));
const tally = new Tally();
try {
  const { store, subjects } = await prepare(directory);
  for (const subject of subjects) tally.add(await fuzz(subject, { store, directory }));
  if (!existsSync(MAIN)) tally.skip('the sample of processes', 'there is no dist: run npm run build first');
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exitCode = tally.close();
