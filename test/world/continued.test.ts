import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeJudgments } from '../support/host.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { startWorld, type World, worldDirectory } from './world-server.ts';

const directory = worldDirectory();
const AT = '2021-12-10T12:00:00Z';
const LATENCY_MS = 2000;
const MOST_CALLS = 80;
/** The others are called junk: each story is worth some seconds of this suite. */
const KEPT_STORIES = 3;
const CUT_MARGIN_MS = 1000;

const callSchema = z.object({
  status: z.enum(['researching', 'awaiting-angles']),
  exit: z.literal(0),
  next: z.string(),
  research: z.object({ remainingCount: z.number().optional(), downgradedCount: z.number().optional() }),
});

// What fits into three seconds depends on the machine: run it by hand, with TRIVET_WORLD_TIMED set, where nothing else runs.
const isTimed = process.env['TRIVET_WORLD_TIMED'] !== undefined;

describe.skipIf(directory === null || !isTimed)('leg 2 against slow sites, with three seconds a call', () => {
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
    const one = await runCli(['discover', '--nominate-only', '--gateway', swift.gateway, ...flags]);
    expect(one.code, one.stderr).toBe(0);
    const first = writeJudgments(one.stdout, (row, index) => ({
      ...row,
      name: `Story ${index + 1}`,
      junk: index >= KEPT_STORIES,
      worth: 60,
    }));
    const leg = `${first.replace(swift.gateway, slow.gateway)} --quiet --json --leg-budget 3`;
    const cutsMs = [await killDuring(leg), await killDuring(leg)];
    const remaining: number[] = [];
    let last = await call(leg);
    cutsMs.push(Date.now());
    for (let count = 1; last.status === 'researching' && count < MOST_CALLS; count += 1) {
      remaining.push(last.research.remainingCount ?? -1);
      expect(last.next).toContain('--leg-budget 3');
      last = await call(`${last.next} --quiet --json`);
      cutsMs.push(Date.now());
    }
    expect(last.status).toBe('awaiting-angles');
    expect(last.research.downgradedCount).toBe(0);
    expect(remaining.length).toBeGreaterThan(1);
    // What a site sent in the very moment in which a call was killed or its time was up may not have been read.
    const isLost = (endMs: number | null) => endMs === null || cutsMs.some((atMs) => endMs > atMs - CUT_MARGIN_MS && endMs <= atMs);
    const log = (await slow.takeLog()).filter(({ status, endMs }) => status === 200 && !isLost(endMs));
    const answered = log.map(({ host, path, query }) => `${host}${path}${query}`);
    expect(answered.length).toBeGreaterThan(6);
    expect(answered.filter((asked, index) => answered.indexOf(asked) !== index)).toEqual([]);
  });

  async function call(command: string) {
    const run = await runPrinted(command);
    expect(run.code, run.stderr).toBe(0);
    return callSchema.parse(JSON.parse(run.stdout));
  }

  /** Ends the leg's own process in the middle of its research; gives the instant, epoch ms. */
  async function killDuring(command: string): Promise<number> {
    const before = (await slow.readLog()).length;
    let atMs = 0;
    const run = await runPrinted(`exec ${command}`, {
      onStart: (child) =>
        void (async () => {
          while ((await slow.readLog()).length === before) await sleep(50);
          await sleep(1500);
          child.kill('SIGKILL');
          atMs = Date.now();
        })(),
    });
    expect(run.code).toBeNull();
    return atMs;
  }
});
