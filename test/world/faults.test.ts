import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Outcome } from '../../src/domain/outcome.ts';
import type { SourceId } from '../../src/domain/source-id.ts';
import { buildProgram, CANARY_TOKEN, canMeasure, type Leg, runBuiltLeg } from './built-leg.ts';
import { type Fault, startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const STARTS_AT = Date.UTC(2021, 11, 10, 12);
const STEP_MS = 120_000;
const MOST_PEAK_MIB = 200;
/** What there is without a flag. */
const WHOLE_BUDGET_SECONDS = 100;
/** Leaves the sweep nine. */
const SHORT_BUDGET_SECONDS = 14;

const HOSTS: Readonly<Record<SourceId, string>> = {
  hackernews: 'hn.algolia.com',
  lobsters: 'lobste.rs',
  reddit: 'www.reddit.com',
  v2ex: 'www.v2ex.com',
  github: 'api.github.com',
};

interface Case {
  readonly fault: Fault;
  readonly status: Outcome['status'];
  /** Of the sentence that names the cause. */
  readonly detail: RegExp;
  /** One that gets JSON, one that gets XML. */
  readonly sources: readonly SourceId[];
  readonly legBudgetSeconds?: number;
}

const MALFORMED = { status: 'malformed' } as const;
const UNREACHABLE = { status: 'unreachable' } as const;

// Every kind the server knows, by JSON and by XML. The slow ones come first, so that the quick ones run beside them.
const CASES: readonly Case[] = [
  { fault: { kind: 'drip' }, status: 'timeout', detail: /the time for this request was up/, sources: ['lobsters'] },
  { fault: { kind: 'timeout' }, status: 'timeout', detail: /no answer in time/, sources: ['reddit'] },
  {
    fault: { kind: 'drip' },
    status: 'timeout',
    detail: /the leg's time was up/,
    sources: ['reddit'],
    legBudgetSeconds: SHORT_BUDGET_SECONDS,
  },
  {
    fault: { kind: 'timeout' },
    status: 'timeout',
    detail: /the leg's time was up/,
    sources: ['v2ex'],
    legBudgetSeconds: SHORT_BUDGET_SECONDS,
  },
  { fault: { kind: 'rate-limited', retryAfter: 86_400 }, status: 'rate-limited', detail: /429/, sources: ['reddit'] },
  {
    fault: { kind: 'rate-limited', retryAfter: 9 },
    status: 'rate-limited',
    detail: /429/,
    sources: ['lobsters'],
    legBudgetSeconds: SHORT_BUDGET_SECONDS,
  },
  { fault: { kind: 'blocked-html' }, status: 'blocked', detail: /403 block page/, sources: ['lobsters'] },
  { fault: { kind: 'html-200' }, status: 'blocked', detail: /200 block page instead of/, sources: ['v2ex', 'reddit'] },
  { fault: { kind: 'server-error' }, ...UNREACHABLE, detail: /503 server error/, sources: ['hackernews'] },
  { fault: { kind: 'truncated' }, ...MALFORMED, detail: /the body ended early/, sources: ['hackernews', 'reddit'] },
  { fault: { kind: 'reset' }, ...UNREACHABLE, detail: /closed before an answer/, sources: ['v2ex'] },
  { fault: { kind: 'bad-json' }, ...MALFORMED, detail: /not JSON|no Atom feed/, sources: ['github', 'reddit'] },
  { fault: { kind: 'bad-utf8' }, ...MALFORMED, detail: /not in the charset/, sources: ['lobsters', 'reddit'] },
  { fault: { kind: 'empty-200' }, ...MALFORMED, detail: /empty body/, sources: ['hackernews'] },
  { fault: { kind: 'huge', mib: 256 }, ...MALFORMED, detail: /too large on the wire/, sources: ['v2ex', 'reddit'] },
  { fault: { kind: 'gzip-bomb', mib: 1024 }, ...MALFORMED, detail: /compressed beyond belief/, sources: ['lobsters', 'reddit'] },
  { fault: { kind: 'redirect-loop' }, ...UNREACHABLE, detail: /too many redirects/, sources: ['hackernews'] },
  {
    fault: { kind: 'redirect-to', url: 'http://169.254.169.254/latest/meta-data/' },
    ...UNREACHABLE,
    detail: /by redirect: a private or special address is refused/,
    sources: ['github'],
  },
  { fault: { kind: 'deep-json' }, ...MALFORMED, detail: /nested too deep|no Atom feed/, sources: ['v2ex', 'reddit'] },
  { fault: { kind: 'schema-drift' }, ...MALFORMED, detail: /rows fits|unknown shape|without a row/, sources: ['github', 'reddit'] },
];
const KINDS =
  'blocked-html html-200 rate-limited server-error timeout drip truncated reset bad-json bad-utf8 empty-200 huge gzip-bomb redirect-loop redirect-to deep-json schema-drift';

// Every other run is strict: what a leg observes does not depend on it.
const RUNS = CASES.flatMap(({ sources, legBudgetSeconds = WHOLE_BUDGET_SECONDS, ...one }) =>
  sources.map((source) => ({ ...one, source, legBudgetSeconds })),
).map((run, index) => ({ ...run, strict: index % 2 === 1 }));
type Run = (typeof RUNS)[number];
const LANE_COUNT = 3;
const figures: string[] = [];

/** Worlds that are taken for one run each: a fault holds for all who ask. */
class Lanes {
  readonly #idle: World[] = [];
  readonly #all: World[] = [];
  readonly #waiting: ((world: World) => void)[] = [];
  #stepCount = 0;

  async open(): Promise<void> {
    const worlds = await Promise.all(
      Array.from({ length: LANE_COUNT }, () => startWorld(directory ?? '', new Date(STARTS_AT).toISOString())),
    );
    this.#all.push(...worlds);
    this.#idle.push(...worlds);
  }

  async close(): Promise<void> {
    for (const world of this.#all) await world.stop();
  }

  /** Each at a later instant, so that no quota of the run before counts. */
  async use<T>(work: (world: World, at: string) => Promise<T>): Promise<T> {
    const world = this.#idle.pop() ?? (await new Promise<World>((resolve) => this.#waiting.push(resolve)));
    this.#stepCount += 1;
    const at = new Date(STARTS_AT + this.#stepCount * STEP_MS).toISOString().replace('.000', '');
    try {
      await world.moveTo(at);
      return await work(world, at);
    } finally {
      await world.clearFaults();
      const next = this.#waiting.shift();
      if (next === undefined) this.#idle.push(world);
      else next(world);
    }
  }
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

describe.skipIf(directory === null)('every fault of the world, in one source, through the whole command', () => {
  const lanes = new Lanes();
  const scratch = mkdtempSync(join(tmpdir(), 'trivet-test-'));
  const legs = new Map<Run, Promise<Leg>>();
  beforeAll(async () => {
    buildProgram();
    await lanes.open();
    // All begin here and each test waits for its own: beside the slow ones there is time for the others.
    for (const run of RUNS) {
      const leg = lanes.use((world, at) => begin(run, world, at));
      leg.catch(() => undefined);
      legs.set(run, leg);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(legs.values());
    await lanes.close();
    rmSync(scratch, { recursive: true, force: true });
    console.info(`peak memory and time of each leg:\n${figures.join('\n')}`);
  });

  async function begin({ fault, source, strict, legBudgetSeconds }: Run, world: World, at: string): Promise<Leg> {
    await world.setFaults({ [HOSTS[source]]: fault });
    const budget = legBudgetSeconds === WHOLE_BUDGET_SECONDS ? [] : ['--leg-budget', String(legBudgetSeconds)];
    const flags = ['--now', at, ...budget, ...(strict ? ['--strict'] : [])];
    return runBuiltLeg(mkdtempSync(join(scratch, 'run-')), world.gateway, flags);
  }

  it('knows every kind', () => {
    expect([...new Set(CASES.map(({ fault }) => fault.kind))].sort()).toEqual(KINDS.split(' ').sort());
  });

  it.each(RUNS)('$fault.kind of $source is $status, within $legBudgetSeconds s', async (run) => {
    const { fault, source, status, detail, strict, legBudgetSeconds } = run;
    const leg = await legs.get(run);
    if (leg === undefined) throw new Error('the leg was not begun');
    const seconds = leg.elapsedMs / 1000;
    figures.push(`${fault.kind.padEnd(14)} ${source.padEnd(11)} ${leg.peakMib?.toFixed(0) ?? '?'} MiB ${seconds.toFixed(1)} s`);
    const { coverage } = leg.document;
    expect(coverage.map((row) => [row.source, row.outcome.status])).toEqual(
      Object.keys(HOSTS).map((id) => [id, id === source ? status : 'ok']),
    );
    expect(coverage.find((row) => row.source === source)?.outcome).toHaveProperty('detail', expect.stringMatching(detail));
    expect([leg.code, leg.document.exit, leg.document.status]).toEqual([strict ? 3 : 0, strict ? 3 : 0, 'awaiting-judgments']);
    expect(seconds).toBeLessThan(legBudgetSeconds);
    if (canMeasure) expect(leg.peakMib).toBeLessThanOrEqual(MOST_PEAK_MIB);
    const written = filesBelow(leg.store).map((path) => readFileSync(path, 'latin1'));
    expect(written.length).toBeGreaterThan(2);
    expect([leg.output, ...written].some((text) => text.includes(CANARY_TOKEN))).toBe(false);
  });
});
