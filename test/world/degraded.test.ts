import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { writeAngles, writeJudgments } from '../support/host.ts';
import { parseBriefDone, parseLegOne, parseLegTwo } from '../support/leg-json.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { type Fault, startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const AT = '2021-12-10T12:00:00Z';
const FOUR_WAYS: Readonly<Record<string, Fault>> = {
  'lobste.rs': { kind: 'blocked-html' },
  'www.reddit.com': { kind: 'rate-limited', retryAfter: 120 },
  'www.v2ex.com': { kind: 'timeout' },
  'api.github.com': { kind: 'html-200' },
};
const NAMED = [/lobsters blocked \(.*403/, /reddit rate-limited \(.*429/, /v2ex timeout \(/, /github (blocked|malformed) \(/];
const HOSTS = ['hn.algolia.com', 'lobste.rs', 'www.reddit.com', 'www.v2ex.com', 'api.github.com'];
const ALL_DOWN: Readonly<Record<string, Fault>> = Object.fromEntries(HOSTS.map((host) => [host, { kind: 'reset' }]));

describe.skipIf(directory === null)('a source that fails is named, and never read as quiet', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(directory ?? '', AT);
  });
  afterEach(() => world.clearFaults());
  afterAll(() => world.stop());

  const flagsFor = (store: string) => ['--gateway', world.gateway, '--now', AT, '--store', store, '--quiet'];

  it('names four different failures with their causes in digest, bundle, pending, brief and JSON', async () => {
    await world.setFaults(FOUR_WAYS);
    const store = temporaryDirectory();
    const first = await runCli(['discover', '--nominate-only', ...flagsFor(store)]);
    expect(first.code, first.stderr).toBe(0);
    for (const cause of NAMED) expect(first.stdout).toMatch(cause);
    const next = writeJudgments(first.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 60 }));
    await world.clearFaults();
    const second = await runPrinted(next);
    expect(second.code, second.stderr).toBe(0);
    for (const cause of NAMED) expect(second.stdout).toMatch(cause);
    const third = await runPrinted(writeAngles(second.stdout, (row) => ({ ...row, hook: 'A hook.' })));
    expect(third.code, third.stderr).toBe(0);
    for (const cause of NAMED) expect(third.stdout).toMatch(cause);
    expect(existsSync(join(store, 'pending.json'))).toBe(true);
  });

  it('exits 3 under --strict on every leg, and still writes its output', async () => {
    await world.setFaults(FOUR_WAYS);
    const store = temporaryDirectory();
    const first = await runCli(['discover', '--nominate-only', '--strict', ...flagsFor(store)]);
    expect(first.code).toBe(3);
    const next = writeJudgments(first.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 60 }));
    await world.clearFaults();
    const second = await runPrinted(`${next} --strict --json`);
    expect(second.code).toBe(3);
    const two = parseLegTwo(second.stdout);
    expect(two.exit).toBe(3);
    expect(two.coverage.map(({ source, outcome }) => `${source} ${outcome.status}`)).toEqual([
      'hackernews ok',
      'lobsters blocked',
      'reddit rate-limited',
      'v2ex timeout',
      expect.stringMatching(/github (blocked|malformed)/),
    ]);
    const third = await runCli(['discover', '--finalize', '--strict', '--json', ...flagsFor(store)]);
    expect(third.code).toBe(3);
    expect(parseBriefDone(third.stdout).exit).toBe(3);
  });

  it('with every source down: exit 3, unobserved, no bundle, no word of quiet', async () => {
    await world.setFaults(ALL_DOWN);
    const store = temporaryDirectory();
    const run = await runCli(['discover', '--nominate-only', ...flagsFor(store)]);
    expect(run.code).toBe(3);
    expect(run.stdout).toContain('No source could be observed');
    expect(run.stdout).not.toMatch(/nothing solid|quiet/i);
    expect(readdirSync(store)).not.toContain('nominations.json');
    const json = await runCli(['discover', '--nominate-only', '--json', ...flagsFor(store)]);
    expect(json.code).toBe(3);
    expect(parseBriefDone(json.stdout)).toMatchObject({ status: 'unobserved', exit: 3, next: null });
  });

  it('an unobserved sweep leaves the last round as it was', async () => {
    const store = temporaryDirectory();
    const first = await runCli(['discover', '--nominate-only', '--json', ...flagsFor(store)]);
    const { bundleId } = parseLegOne(first.stdout);
    await world.setFaults(ALL_DOWN);
    expect((await runCli(['discover', '--nominate-only', ...flagsFor(store)])).code).toBe(3);
    await world.clearFaults();
    const shown = await runCli(['show', parseLegOne(first.stdout).nominations[0]?.id ?? '', ...flagsFor(store).slice(0, -1)]);
    expect(shown.stdout).toContain(bundleId);
  });

  it('research that reaches no source is downgraded and said so; strict exits 3', async () => {
    const store = temporaryDirectory();
    const first = await runCli(['discover', '--nominate-only', ...flagsFor(store)]);
    const next = writeJudgments(first.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 60 }));
    await world.setFaults(ALL_DOWN);
    const second = await runPrinted(`${next} --json`);
    expect(second.code, second.stderr).toBe(0);
    const two = parseLegTwo(second.stdout);
    expect(two.topics.every((topic) => topic.research.status === 'downgraded')).toBe(true);
    expect(two.research.downgradedCount).toBe(two.topics.length);
    const third = await runCli(['discover', '--finalize', ...flagsFor(store)]);
    expect(third.stdout).toContain('NOT RESEARCHED');
    expect(third.stdout).not.toMatch(/research found/i);
    expect((await runPrinted(`${next} --strict`)).code).toBe(3);
    expect((await runCli(['discover', '--finalize', '--strict', ...flagsFor(store)])).code).toBe(3);
  });
});
