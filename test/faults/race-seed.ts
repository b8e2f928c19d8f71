import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type SeedResult, toRandom } from './campaign.ts';
import { type Command, startCommand } from './command.ts';
import { bundleIdOf, type LegName, legArguments, prepareStore, storeProblems } from './race-store.ts';

const WITNESS = new URL('./witness.mjs', import.meta.url).href;
const LINGER_MS = 90;
/** More than a leg makes changes between two that matter. */
const LINGER_COUNT = 61;
const OFFSET_MS = 500;
const KILL_WITHIN_MS = 500;
const POLL_MS = 3;
const PAIRS: readonly (readonly [LegName, LegName])[] = [
  ['nominate', 'nominate'],
  ['resume', 'resume'],
  ['finalize', 'finalize'],
  ['resume', 'finalize'],
  ['finalize', 'resume'],
  ['nominate', 'resume'],
  ['resume', 'nominate'],
  ['nominate', 'finalize'],
  ['finalize', 'nominate'],
];
/** A leg whose round a new sweep has replaced is told so, and not one of these can be had otherwise. */
const REPLACED = /E_(JUDGMENTS|ANGLES|PENDING)_\w+/;

export interface Arena {
  readonly program: readonly string[];
  /** A store that every race gets a copy of. */
  readonly template: string;
  readonly bundleId: string;
}

/** `remove` takes the template away. */
export async function openArena(program: readonly string[]): Promise<Arena & { remove(): void }> {
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-races-')));
  const template = join(parent, 'store');
  const bundleId = await prepareStore(program, template);
  return { program, template, bundleId, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

interface Racer {
  readonly leg: LegName;
  readonly command: Command;
}

interface Change {
  readonly pid: number;
  readonly step: string;
  readonly what: string;
}

interface Race {
  readonly arena: Arena;
  readonly store: string;
  readonly log: string;
  readonly random: () => number;
}

function changesOf(log: string): Change[] {
  if (!existsSync(log)) return [];
  const lines = readFileSync(log, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const [pid = '', step = '', ...what] = line.split(' ');
    return { pid: Number(pid), step, what: what.join(' ') };
  });
}

function start({ arena, store, log, random }: Race, leg: LegName): Racer {
  const env = { NODE_OPTIONS: `--import=${WITNESS}`, TRIVET_WITNESS_LOG: log, TRIVET_WITNESS_STORE: store };
  const words = [...arena.program, ...legArguments(leg, store, arena.bundleId)];
  const lingers = Array.from({ length: LINGER_COUNT }, () => Math.round(random() * LINGER_MS));
  return { leg, command: startCommand(words, { ...env, TRIVET_WITNESS_LINGERS_MS: lingers.join() }) };
}

/** Waits for the first who says that it holds the store, and kills it some time later; null where it had ended by then. */
async function killHolder({ log }: Race, racers: readonly Racer[], afterMs: number): Promise<Racer | null> {
  let holder: Racer | undefined;
  while (holder === undefined && racers.some(({ command }) => !command.hasEnded())) {
    await sleep(POLL_MS);
    const pid = changesOf(log).find(({ what }) => what === 'renameSync lock-holder.json')?.pid;
    holder = racers.find(({ command }) => command.pid === pid);
  }
  await sleep(afterMs);
  if (holder === undefined || holder.command.hasEnded()) return null;
  holder.command.kill();
  return (await holder.command.ended).end === 'SIGKILL' ? holder : null;
}

/** Two that change one store at one time: the first change of one lies between two changes of the other. */
function overlapProblems(changes: readonly Change[]): string[] {
  const pids = [...new Set(changes.map(({ pid }) => pid))];
  const spans = pids.map((pid) => ({
    pid,
    first: changes.findIndex((change) => change.pid === pid),
    last: changes.findLastIndex((change) => change.pid === pid),
  }));
  return spans.flatMap(({ pid, first, last }) => {
    const others = spans.filter((other) => other.pid !== pid && other.first > first && other.first < last);
    return others.map((other) => `process ${other.pid} changed the store while ${pid} held it`);
  });
}

interface Finish {
  readonly racer: Racer;
  readonly end: number | string;
  readonly stderr: string;
}

/** 0; 4 without a trace in the store; killed; or 2 where the other's sweep has replaced this leg's round. */
function finishProblems({ racer, end, stderr }: Finish, race: Race, victim: Racer | null): string[] {
  const name = `${racer.leg} (pid ${racer.command.pid})`;
  const changes = changesOf(race.log).filter(({ pid }) => pid === racer.command.pid);
  if (end === 0 || (end === 'SIGKILL' && racer === victim)) return [];
  if (end === 4) {
    return [
      ...(stderr.includes('E_STORE_BUSY') ? [] : [`${name} ended with 4 and says: ${stderr}`]),
      ...(changes.length === 0 ? [] : [`${name} ended with 4 and changed ${changes[0]?.what}`]),
    ];
  }
  const isReplaced = bundleIdOf(race.store) !== race.arena.bundleId && REPLACED.test(stderr);
  return end === 2 && isReplaced ? [] : [`${name} ended with ${end}: ${stderr}`];
}

/** A third process finds the store free, does its work, and leaves nothing of the dead. */
async function takeOver(race: Race, legs: readonly LegName[]): Promise<string[]> {
  const third = start(race, legs.find((leg) => leg === 'nominate') ?? legs[0] ?? 'nominate');
  const { end, stderr } = await third.command.ended;
  const ended = end === 0 ? [] : [`a third process (${third.leg}) ended with ${end}: ${stderr}`];
  return [...ended, ...storeProblems(race.store, { wasKilled: false }).map((problem) => `after the third process: ${problem}`)];
}

/** One race: two legs on one store, the holder killed in two of three, the reckoning, a third process. */
export async function runRace(seed: number, arena: Arena): Promise<SeedResult> {
  const random = toRandom(seed);
  const parent = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-race-')));
  const race = { arena, store: join(parent, 'store'), log: join(parent, 'log'), random };
  try {
    cpSync(arena.template, race.store, { recursive: true });
    const pair = PAIRS[Math.floor(random() * PAIRS.length)] ?? ['nominate', 'nominate'];
    const offsetMs = random() * OFFSET_MS;
    const killAfterMs = random() < 2 / 3 ? random() * KILL_WITHIN_MS : null;
    const first = start(race, pair[0]);
    await sleep(offsetMs);
    const racers = [first, start(race, pair[1])];
    const victim = killAfterMs === null ? null : await killHolder(race, racers, killAfterMs);
    const finishes = await Promise.all(racers.map(async (racer) => ({ racer, ...(await racer.command.ended) })));
    const ends = finishes.map(({ end }) => end);
    const problems = [
      ...finishes.flatMap((finish) => finishProblems(finish, race, victim)),
      ...(ends.every((end) => end === 4) ? ['both ended with 4: nobody worked'] : []),
      ...overlapProblems(changesOf(race.log)),
      ...storeProblems(race.store, { wasKilled: victim !== null }),
      ...(await takeOver(race, pair)),
      ...overlapProblems(changesOf(race.log)),
    ];
    const countOf = (end: number | string) => ends.filter((one) => one === end).length;
    const counts = {
      races: 1,
      'legs that worked (0)': countOf(0),
      'legs that found the store busy (4)': countOf(4),
      'legs whose round had been replaced (2)': countOf(2),
      'holders killed': countOf('SIGKILL'),
      'races in which one worked and the other got 4': Number(countOf(0) === 1 && countOf(4) === 1),
      'races in which the other worked after the kill': Number(victim !== null && countOf(0) === 1),
    };
    return { problems: problems.map((problem) => `${pair.join(' and ')}: ${problem}`), counts };
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}
