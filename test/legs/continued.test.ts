import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../src/domain/judgment.ts';
import type { Source } from '../../src/domain/source.ts';
import { openJob } from '../../src/journal/index.ts';
import type { EngineOptions } from '../../src/legs/engine.ts';
import { nominateLeg } from '../../src/legs/nominate.ts';
import { oneshotLeg } from '../../src/legs/oneshot.ts';
import { resumeLeg } from '../../src/legs/resume.ts';
import type { SurveyRequest } from '../../src/legs/survey.ts';
import { AT_MS, buildItem } from '../support/build-item.ts';
import { failedOutcome } from '../support/build-outcome.ts';
import { openTestEngine } from '../support/engine.ts';
import { fakeSource } from '../support/fake-source.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const REQUEST: SurveyRequest = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' };
const MINUTE_MS = 60_000;

/** Requests that went out, by address, while `work` ran over the bundled responses. */
function countingEngine(over: Partial<EngineOptions> = {}) {
  const asked: string[] = [];
  const log = {
    ...openTestEngine().log,
    debug: (_: string, fields?: Readonly<Record<string, unknown>>) => void asked.push(String(fields?.['url'])),
  };
  return { engine: openTestEngine({ ...over, log }), asked };
}

async function nominated(storeDirectory: string, over: Partial<EngineOptions> = {}) {
  const one = await nominateLeg(openTestEngine({ ...over, storeDirectory }), REQUEST);
  if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
  return one;
}

type Verdict = Partial<Judgment> & { readonly id: string };

function fileOf(bundleId: string, judgments: readonly Verdict[]) {
  return { path: '-', stdin: JSON.stringify({ bundleId, judgments }) };
}

/** The judgments that keep the whole pool. */
function keepAll({ bundleId, bundle }: Awaited<ReturnType<typeof nominated>>) {
  return fileOf(
    bundleId,
    bundle.nominations.map(({ id }) => ({ id, worth: 60 })),
  );
}

/** Interrupts its engine when so many requests have gone out. */
function interruptedAfter(count: number, storeDirectory: string) {
  const interrupt = new AbortController();
  const asked: string[] = [];
  const debug = (_: string, fields?: Readonly<Record<string, unknown>>) => {
    if (!interrupt.signal.aborted) asked.push(String(fields?.['url']));
    if (asked.length >= count) interrupt.abort();
  };
  const engine = openTestEngine({ storeDirectory, signal: interrupt.signal, log: { ...openTestEngine().log, debug } });
  return { engine, asked };
}

const jobsIn = (store: string) =>
  readdirSync(join(store, 'jobs')).filter((name) => statSync(join(store, 'jobs', name)).isDirectory() && !name.includes('.'));

const KEPT_PAGES = 2;

/** What a kill leaves that came when so many pages had been read: the sweep's beginning, those pages, and no checkpoint. */
function leavePages(store: string, count: number): void {
  const job = join(store, 'jobs', jobsIn(store)[0] ?? '');
  const lines = readFileSync(join(job, 'findings.jsonl'), 'utf8').split('\n');
  writeFileSync(join(job, 'findings.jsonl'), `${lines.slice(0, 1 + count).join('\n')}\n`);
  rmSync(join(job, 'state.json'));
}

describe('a sweep that was cut short', () => {
  it('goes on with what is missing, by the clock of its start, and a finished one begins afresh', async () => {
    const store = temporaryDirectory();
    const whole = countingEngine({ storeDirectory: temporaryDirectory() });
    const uncut = await nominateLeg(whole.engine, REQUEST);
    await expect(nominateLeg(interruptedAfter(1, store).engine, REQUEST)).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED' } });
    leavePages(store, KEPT_PAGES);
    const rest = countingEngine({ storeDirectory: store, nowMs: AT_MS + 20 * MINUTE_MS });
    const one = await nominateLeg(rest.engine, REQUEST);
    if (one.status !== 'awaiting-judgments' || uncut.status !== one.status) throw new Error('nothing was nominated');
    expect(one.bundle.window).toEqual(uncut.bundle.window);
    expect(one.bundle.nominations).toEqual(uncut.bundle.nominations);
    expect(new Set(rest.asked).size).toBe(whole.asked.length - KEPT_PAGES);
    expect(rest.asked).toHaveLength(whole.asked.length - KEPT_PAGES);
    const again = countingEngine({ storeDirectory: store, nowMs: AT_MS + 20 * MINUTE_MS });
    await nominateLeg(again.engine, REQUEST);
    expect(again.asked.length).toBeGreaterThan(rest.asked.length);
  });

  it('is forgotten after an hour, before its start, and for other inputs', async () => {
    for (const [nowMs, request] of [
      [AT_MS + 61 * MINUTE_MS, REQUEST],
      [AT_MS - MINUTE_MS, REQUEST],
      [AT_MS, { ...REQUEST, lookbackDays: 7 }],
    ] as const) {
      const store = temporaryDirectory();
      await expect(nominateLeg(interruptedAfter(3, store).engine, REQUEST)).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED' } });
      const fresh = countingEngine({ storeDirectory: store, nowMs });
      const one = await nominateLeg(fresh.engine, request);
      expect(one).toMatchObject({ bundle: { window: { toAt: new Date(nowMs).toISOString().replace('.000Z', 'Z') } } });
      expect(fresh.asked.length).toBeGreaterThanOrEqual(8);
    }
  });

  it('is not begun afresh while a process is at work on the one before', async () => {
    const store = temporaryDirectory();
    await nominated(store);
    const [sweep = ''] = jobsIn(store).filter((name) => name.startsWith('sweep-'));
    const job = await openJob(join(store, 'jobs', sweep));
    const fault = { code: 'E_JOB_BUSY', message: expect.stringMatching(/^another process is at work on this job \(job, pid \d+/) };
    await expect(nominated(store)).rejects.toMatchObject({ fault });
    await job.close();
    expect((await nominated(store)).status).toBe('awaiting-judgments');
  });

  it('asks a page again that was refused, and never takes the refusal for an empty page', async () => {
    const store = temporaryDirectory();
    const interrupt = new AbortController();
    const refused = { ...fakeSource('hackernews', {}), sweep: refusing(interrupt) };
    const cut = { ...openTestEngine({ storeDirectory: store, signal: interrupt.signal }), openSources: () => opened([refused]) };
    await expect(nominateLeg(cut, REQUEST)).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED' } });
    const pages: unknown[] = [];
    const asking: Source = {
      ...fakeSource('hackernews', { sweep: [buildItem({})] }),
      sweep: async (_request, _signal, memory) => {
        pages.push(memory?.recall('front page'), memory?.recallRefusal('front page'));
        return { items: [], outcome: failedOutcome('blocked') };
      },
    };
    await nominateLeg({ ...openTestEngine({ storeDirectory: store }), openSources: () => opened([asking]) }, REQUEST);
    expect(pages).toEqual([null, null]);
  });
});

function refusing(interrupt: AbortController): Source['sweep'] {
  return async (_request, _signal, memory) => {
    await memory?.fail('front page', failedOutcome('unreachable', 'front page: HTTP 500 server error'));
    interrupt.abort();
    return { items: [], outcome: failedOutcome('blocked') };
  };
}

function opened(sources: readonly Source[]) {
  return { sources, close: async () => undefined };
}

describe('research that was cut short', () => {
  it('goes on with the questions that are open, and ends as it would have ended at once', async () => {
    const one = await nominated(temporaryDirectory());
    const verdicts = one.bundle.nominations.map(({ id }, index) => ({ id, name: `Story ${index}`, worth: 60 }));
    const { storeDirectory } = openTestEngine();
    const { bundleId, bundle } = await nominated(storeDirectory);
    expect(bundle.nominations).toEqual(one.bundle.nominations);
    const file = fileOf(bundleId, verdicts);
    const asked: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const cut = interruptedAfter(3, storeDirectory);
      await expect(resumeLeg(cut.engine, file)).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED', exit: 130 } });
      asked.push(...cut.asked.slice(0, 2));
    }
    const rest = countingEngine({ storeDirectory });
    const two = await resumeLeg(rest.engine, file);
    if (two.status !== 'awaiting-angles') throw new Error('nothing was solid');
    const all = [...asked, ...rest.asked];
    expect(all.length - new Set(all).size).toBe(0);
    const again = countingEngine({ storeDirectory });
    const same = await resumeLeg(again.engine, file);
    expect(again.asked).toEqual([]);
    expect(same).toMatchObject({ status: 'awaiting-angles', report: two.report });
  });

  it('new judgments start only what changed', async () => {
    const { storeDirectory } = openTestEngine();
    const { bundleId, bundle } = await nominated(storeDirectory);
    const verdicts = bundle.nominations.map(({ id }, index) => ({ id, name: `Story ${index}`, worth: 60 }));
    await resumeLeg(openTestEngine({ storeDirectory }), fileOf(bundleId, verdicts));
    const reweighed = countingEngine({ storeDirectory });
    await resumeLeg(
      reweighed.engine,
      fileOf(
        bundleId,
        verdicts.map((row, index) => ({ ...row, worth: 90 - index })),
      ),
    );
    expect(reweighed.asked).toEqual([]);
    const single = bundle.nominations.find(({ seeds }) => seeds.length === 1);
    const word = single?.seeds[0]?.item.title.split(' ').at(-1) ?? '';
    const renamed = countingEngine({ storeDirectory });
    await resumeLeg(
      renamed.engine,
      fileOf(
        bundleId,
        verdicts.map((row) => (row.id === single?.id ? { ...row, name: `${word} affair` } : row)),
      ),
    );
    expect(renamed.asked.length).toBeLessThanOrEqual(6);
  });

  it('puts a failed question again, three times in all, and names its failure then', async () => {
    const { storeDirectory } = openTestEngine();
    const file = keepAll(await nominated(storeDirectory));
    const counts: number[] = [];
    for (let run = 0; run < 4; run += 1) {
      const failing = fakeSource('reddit', { search: () => failedOutcome('unreachable', 'search: no route') });
      const good = fakeSource('hackernews', { search: () => [] });
      const two = await resumeLeg({ ...openTestEngine({ storeDirectory }), openSources: () => opened([good, failing]) }, file);
      counts.push(failing.asked.length);
      if (run > 0) expect(good.asked).toEqual([]);
      if (two.status !== 'awaiting-angles') throw new Error('nothing was solid');
      expect(two.report.researchCoverage).toMatchObject([{ outcome: { status: 'empty' } }, { outcome: { status: 'unreachable' } }]);
    }
    expect(counts.slice(0, 3).every((count) => count === counts[0] && count > 0)).toBe(true);
    expect(counts[3]).toBe(0);
  });
});

it('a site that asked for a wait is not asked before it is over, and its failure is told as it was', async () => {
  const { storeDirectory } = openTestEngine();
  const file = keepAll(await nominated(storeDirectory));
  const counts: number[] = [];
  for (const minutes of [0, 1, 3]) {
    const shut = fakeSource('reddit', { search: () => failedOutcome('rate-limited', 'search: HTTP 429 too many requests', 120) });
    const good = fakeSource('hackernews', { search: () => [] });
    const engine = openTestEngine({ storeDirectory, nowMs: AT_MS + minutes * MINUTE_MS });
    const two = await resumeLeg({ ...engine, openSources: () => opened([good, shut]) }, file);
    counts.push(shut.asked.length);
    if (two.status !== 'awaiting-angles') throw new Error('nothing was solid');
    expect(two.report.researchCoverage).toMatchObject([{ outcome: { status: 'empty' } }, { outcome: { status: 'rate-limited' } }]);
  }
  expect(counts.map((count) => count > 0)).toEqual([true, false, true]);
});

describe('the hour of a bundle', () => {
  it('lets accepted judgments go on for an hour more, and no others in', async () => {
    const { storeDirectory } = openTestEngine();
    const { bundleId, bundle } = await nominated(storeDirectory);
    const verdicts = bundle.nominations.map(({ id }) => ({ id, worth: 60 }));
    const at = (minutes: number) => openTestEngine({ storeDirectory, nowMs: AT_MS + minutes * MINUTE_MS });
    const other = fileOf(
      bundleId,
      verdicts.map((row) => ({ ...row, worth: 61 })),
    );
    await resumeLeg(at(50), fileOf(bundleId, verdicts));
    expect(await resumeLeg(at(100), fileOf(bundleId, [...verdicts].reverse()))).toMatchObject({ status: 'awaiting-angles' });
    await expect(resumeLeg(at(100), other)).rejects.toMatchObject({ fault: { code: 'E_BUNDLE_STALE' } });
    await expect(resumeLeg(at(111), fileOf(bundleId, verdicts))).rejects.toMatchObject({ fault: { code: 'E_BUNDLE_STALE' } });
  });
});

describe('jobs of superseded bundles', () => {
  it('are pruned but for the newest five, and never one in use', { timeout: 120_000 }, async () => {
    const { storeDirectory } = openTestEngine();
    const ids: string[] = [];
    const held = [];
    for (let round = 0; round < 8; round += 1) {
      const { bundleId, bundle } = await nominated(storeDirectory);
      await resumeLeg(
        openTestEngine({ storeDirectory }),
        fileOf(
          bundleId,
          bundle.nominations.map(({ id }) => ({ id, junk: true })),
        ),
      );
      ids.push(`research-${bundleId}`);
      const directory = join(storeDirectory, 'jobs', `research-${bundleId}`);
      if (round === 0) held.push(await openJob(directory));
      utimesSync(directory, 1_000 + round, 1_000 + round);
    }
    const left = jobsIn(storeDirectory).filter((name) => name.startsWith('research-'));
    expect(left.sort()).toEqual([ids[0] ?? '', ...ids.slice(2)].sort());
    for (const job of held) await job.close();
    await nominated(storeDirectory);
    expect(
      jobsIn(storeDirectory)
        .filter((name) => name.startsWith('research-'))
        .sort(),
    ).toEqual(ids.slice(3).sort());
    expect(readdirSync(join(storeDirectory, 'jobs')).some((name) => name.startsWith(ids[0] ?? '-'))).toBe(false);
  });
});

it('a one-shot run writes no job and no store', async () => {
  const storeDirectory = join(temporaryDirectory(), 'store');
  await oneshotLeg(openTestEngine({ storeDirectory }), REQUEST);
  expect(existsSync(storeDirectory)).toBe(false);
});
