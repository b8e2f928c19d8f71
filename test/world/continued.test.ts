import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJudgments } from '../support/host.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { Account, type CallEnd } from './answered-once.ts';
import { startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const AT = '2021-12-10T12:00:00Z';
const LATENCY_MS = 2000;
const MOST_CALLS = 80;
/** A call may end before it can be killed with requests under way. */
const MOST_TRIES = 30;
/** The others are called junk: each story is worth some seconds of this suite. */
const KEPT_STORIES = 2;
/** GitHub is left out: ten searches a minute are fewer than are put here. */
const SOURCES = 'hackernews,lobsters,reddit';

const callSchema = z.object({
  status: z.enum(['researching', 'awaiting-angles']),
  exit: z.literal(0),
  next: z.string(),
  research: z.object({ downgradedCount: z.number().optional() }),
});

describe.skipIf(directory === null)('leg 2 against slow sites, with three seconds a call', () => {
  let swift: World;
  let slow: World;
  beforeAll(async () => {
    swift = await startWorld(directory ?? '', AT);
    slow = await startWorld(directory ?? '', AT, { latencyMs: LATENCY_MS });
  });
  afterAll(async () => {
    await swift.stop();
    await slow.stop();
  });

  it('finishes in several calls, killed twice, and no question that was answered is asked again', { timeout: 600_000 }, async () => {
    const store = temporaryDirectory();
    // Both worlds stand behind one store: the gateway's port is part of no checkpoint's identity, only that there is one.
    const flags = ['--now', AT, '--store', store, '--quiet'];
    const one = await runCli(['discover', '--nominate-only', '--sources', SOURCES, '--gateway', swift.gateway, ...flags]);
    expect(one.code, one.stderr).toBe(0);
    const bundleId = /bundle (\w{16})/.exec(one.stdout)?.[1] ?? '';
    const first = writeJudgments(one.stdout, (row, index) => ({
      ...row,
      name: `Story ${index + 1}`,
      junk: index >= KEPT_STORIES,
      worth: 60,
    }));
    const account = new Account(slow, store);
    const leg = `${first.replace(swift.gateway, slow.gateway)} --quiet --debug --json --leg-budget 3`;
    let killCount = 0;
    for (let tries = 0; killCount < 2 && tries < MOST_TRIES; tries += 1) {
      const end = await killDuring(leg, () => account.findingCount(bundleId));
      const cut = await account.book(bundleId, end);
      if (!end.isKilled || cut.open.length === 0) continue;
      killCount += 1;
      expect(cut.kept.length).toBeGreaterThan(0);
      expect(cut.lost).toEqual([]);
    }
    expect(killCount).toBe(2);
    let last = await call(leg);
    await account.book(bundleId, last);
    for (let count = 1; last.status === 'researching' && count < MOST_CALLS; count += 1) {
      last = await call(last.next);
      await account.book(bundleId, last);
    }
    expect(last.status).toBe('awaiting-angles');
    expect(last.research.downgradedCount).toBe(0);
    expect(account.calls.length).toBeGreaterThan(3);
    console.log(account.figures());
    account.expectAllKept();
  });

  async function call(command: string) {
    const run = await runPrinted(command);
    expect(run.code, run.stderr).toBe(0);
    return { ...callSchema.parse(JSON.parse(run.stdout)), cutMs: Number.POSITIVE_INFINITY, stderr: run.stderr, isKilled: false };
  }

  /**
   * Ends the leg's own process with requests under way, once all that was answered is on the disk: with the site frozen, so that no
   * answer comes in between. The leg may have ended by itself before.
   */
  async function killDuring(command: string, countFindings: () => number): Promise<CallEnd> {
    const countBefore = countFindings();
    let cutMs = Number.POSITIVE_INFINITY;
    const run = await runPrinted(`exec ${command}`, {
      onStart: (child) =>
        void (async () => {
          const hasEnded = () => child.exitCode !== null;
          let answeredCount = 0;
          while (answeredCount === 0 && !hasEnded()) {
            await sleep(20);
            cutMs = Date.now();
            answeredCount = (await slow.readLog()).filter(({ status }) => status === 200).length;
          }
          slow.freeze();
          while (countFindings() < countBefore + answeredCount && !hasEnded()) await sleep(20);
          child.kill('SIGKILL');
        })(),
    });
    slow.thaw();
    return { cutMs, stderr: run.stderr, isKilled: run.code === null };
  }
});
