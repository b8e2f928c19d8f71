import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SeedResult, toRandom } from './campaign.ts';
import { type Command, startCommand } from './command.ts';

/**
 * An item's command: says in a log that it began (one write to the end of the file), takes some milliseconds, fails at the first try of
 * every seventeenth item, and prints the finding. It outlives its killed engine, as a real one may.
 */
const ITEM = `printf '%s %s\\n' "$RUN" "$1" >> "$LOG"
sleep 0.0$(( $$ % 4 + 1 ))
case $1 in *7:17) [ -e "$LOG.$1" ] || { : > "$LOG.$1"; echo refused >&2; exit 1; } ;; esac
printf '{"key":"%s","run":%s,"text":"%s"}\\n' "$1" "$RUN" "K\u00e4se"
`;
const RUNS_AFTER_KILLS = 4;
const POLL_MS = 3;

export interface HarvestPlan {
  readonly seed: number;
  readonly keyCount: number;
  readonly killCount: number;
  /** The words that run the command-line program. */
  readonly program: readonly string[];
}

interface Place {
  readonly job: string;
  readonly log: string;
  readonly keysFile: string;
  readonly item: string;
}

interface Began {
  readonly run: number;
  readonly key: string;
}

function linesOf(path: string): string[] {
  if (!existsSync(path)) return [];
  // What stands behind the last line feed is torn and counts for nobody.
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

/** Keys in the order of their lines; a line that is no JSON is a problem that `job verify` names. */
function findingsOf({ job }: Place): { readonly key: string; readonly value: unknown }[] {
  return linesOf(join(job, 'findings.jsonl')).map((line) => JSON.parse(line));
}

function begunOf({ log }: Place): Began[] {
  return linesOf(log).map((line) => {
    const [run = '', ...key] = line.split(' ');
    return { run: Number(run), key: key.join(' ') };
  });
}

function startRun({ program }: HarvestPlan, place: Place, run: number): Command {
  const exec = `sh ${place.item} {}`;
  return startCommand([...program, 'job', 'run', place.job, '--keys', place.keysFile, '--exec', exec, '--quiet'], {
    RUN: String(run),
    LOG: place.log,
  });
}

/** A quarter of the kills fall into the opening of the job, the others after a random share of the work that is left. */
async function killAtRandom(command: Command, place: Place, { random, least }: { random: () => number; least: number }): Promise<void> {
  if (random() < 0.25) await sleep(random() * 900);
  else while (!command.hasEnded() && linesOf(join(place.job, 'findings.jsonl')).length < least) await sleep(POLL_MS);
  await sleep(random() * 40);
  command.kill();
}

/** What a run did that it should not have: items that had a finding when it began, items it did twice. */
function problemsOf(run: number, before: ReadonlySet<string>, begun: readonly Began[]): string[] {
  const mine = begun.filter((one) => one.run === run).map(({ key }) => key);
  const repeated = mine.filter((key) => before.has(key));
  const twice = mine.filter((key, index) => mine.indexOf(key) !== index);
  return [
    ...repeated.map((key) => `run ${run} did ${key} again, whose finding was on the disk`),
    ...twice.map((key) => `run ${run} did ${key} twice`),
  ];
}

function lossesOf(run: number, before: ReadonlySet<string>, after: ReadonlySet<string>): string[] {
  return [...before].filter((key) => !after.has(key)).map((key) => `run ${run} lost the finding of ${key}`);
}

/** Every key one line with its own value, and nothing else. */
function endProblems(place: Place, keys: readonly string[]): string[] {
  const findings = findingsOf(place);
  const found = findings.map(({ key }) => key);
  const wrong = findings.filter(({ key, value }) => typeof value !== 'object' || value === null || !('key' in value) || value.key !== key);
  const state = JSON.parse(readFileSync(join(place.job, 'state.json'), 'utf8'));
  return [
    ...keys.filter((key) => !found.includes(key)).map((key) => `${key} has no finding`),
    ...found.filter((key, index) => found.indexOf(key) !== index || !keys.includes(key)).map((key) => `a line too many for ${key}`),
    ...wrong.map(({ key }) => `${key} has another item's finding`),
    ...(state.completed.length === keys.length && state.errors.length === 0 ? [] : ['state.json does not say what the findings say']),
  ];
}

function makePlace(parent: string, keys: readonly string[]): Place {
  const place = { job: join(parent, 'job'), log: join(parent, 'log'), keysFile: join(parent, 'keys'), item: join(parent, 'item.sh') };
  writeFileSync(place.keysFile, `${keys.join('\n')}\n`);
  writeFileSync(place.item, ITEM);
  return place;
}

interface Course {
  readonly plan: HarvestPlan;
  readonly place: Place;
  readonly random: () => number;
  readonly problems: string[];
  readonly counts: Record<'kills' | 'kills that left a torn line' | 'runs' | 'items begun' | 'findings', number>;
}

/** One run, killed or not; returns the keys that have a finding after it. */
async function runOnce(run: number, before: ReadonlySet<string>, course: Course): Promise<ReadonlySet<string>> {
  const { plan, place, random, problems, counts } = course;
  const command = startRun(plan, place, run);
  const share = (plan.keyCount - before.size) / (plan.killCount + 2 - run);
  if (run <= plan.killCount) await killAtRandom(command, place, { random, least: before.size + Math.ceil(random() * share) });
  const { end, stderr } = await command.ended;
  counts.runs += 1;
  counts.kills += Number(end === 'SIGKILL');
  if (end !== 'SIGKILL' && end !== 0) problems.push(`run ${run} ended with ${end}: ${stderr}`);
  const path = join(place.job, 'findings.jsonl');
  if (existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'))) counts['kills that left a torn line'] += 1;
  const after = new Set(findingsOf(place).map(({ key }) => key));
  problems.push(...problemsOf(run, before, begunOf(place)), ...lossesOf(run, before, after));
  return after;
}

/** One harvest: so many kills, then runs until nothing is left to do, then the reckoning. */
export async function runHarvest(plan: HarvestPlan): Promise<SeedResult> {
  const { keyCount, killCount, program } = plan;
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-harvest-')));
  const keys = Array.from({ length: keyCount }, (_, index) => `item-${index} of:${index % 17 === 7 ? '7:17' : '1'}`);
  const place = makePlace(parent, keys);
  const problems: string[] = [];
  const counts: Course['counts'] = { kills: 0, 'kills that left a torn line': 0, runs: 0, 'items begun': 0, findings: 0 };
  const course = { plan, place, random: toRandom(plan.seed), problems, counts };
  try {
    let done: ReadonlySet<string> = new Set();
    for (let run = 1; run <= killCount || (done.size < keyCount && run <= killCount + RUNS_AFTER_KILLS); run += 1) {
      done = await runOnce(run, done, course);
    }
    const verified = await startCommand([...program, 'job', 'verify', place.job]).ended;
    if (verified.end !== 0) problems.push(`job verify ended with ${verified.end}: ${verified.stderr}`);
    problems.push(...endProblems(place, keys));
    if (counts.kills < killCount) problems.push(`only ${counts.kills} of ${killCount} kills hit a running process`);
    counts['items begun'] = begunOf(place).length;
    counts.findings = done.size;
    return { problems, counts };
  } finally {
    rmSync(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}
