import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BundleId } from '../../src/domain/id.ts';
import type { Source } from '../../src/domain/source.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { withDeadline } from '../../src/legs/engine.ts';
import { nominateLeg } from '../../src/legs/nominate.ts';
import { oneshotLeg } from '../../src/legs/oneshot.ts';
import { resumeLeg } from '../../src/legs/resume.ts';
import type { SurveyRequest } from '../../src/legs/survey.ts';
import { failedOutcome } from '../support/build-outcome.ts';
import { openTestEngine } from '../support/engine.ts';

const REQUEST: SurveyRequest = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' };

/** Sources that answer only when their time is up, as a site that hangs would. */
function hangingSources(): { sources: Source[]; close(): Promise<void>; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const hang = async (_: unknown, signal: AbortSignal) => {
    signals.push(signal);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { items: [], comments: [], outcome: failedOutcome('timeout') };
  };
  const sources = SOURCE_IDS.map((id): Source => ({ id, sweep: hang, search: hang, comments: hang }));
  return { sources, close: async () => undefined, signals };
}

/** Leg 1 over the bundled responses, then what leg 2 needs of it. */
async function nominated() {
  const engine = openTestEngine();
  const one = await nominateLeg(engine, REQUEST);
  if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
  return {
    storeDirectory: engine.storeDirectory,
    file: judgmentsOf(
      one.bundleId,
      one.bundle.nominations.map(({ id }) => id),
    ),
  };
}

function judgmentsOf(bundleId: BundleId, ids: readonly string[]) {
  return { path: '-', stdin: JSON.stringify({ bundleId, judgments: ids.map((id, index) => ({ id, name: `Story ${index}`, worth: 60 })) }) };
}

describe('a leg is over when its budget is, whatever the sites do', () => {
  it('leg 1 is unobserved when all hang, and their requests were told to end', async () => {
    const hanging = hangingSources();
    const engine = { ...openTestEngine({ legBudgetMs: 100 }), openSources: () => hanging };
    const one = await nominateLeg(engine, REQUEST);
    expect(one).toMatchObject({ status: 'unobserved', exit: 3 });
    expect(hanging.signals.map((signal) => signal.aborted)).toEqual(Array(5).fill(true));
  });

  it('leg 2 is to be continued by the same command until the research budget is spent', async () => {
    const { storeDirectory, file } = await nominated();
    const call = () =>
      resumeLeg({ ...openTestEngine({ storeDirectory, legBudgetMs: 200, researchBudgetMs: 300 }), openSources: hangingSources }, file);
    const first = await call();
    if (first.status !== 'researching') throw new Error('the leg was not bounded by its budget');
    expect(first).toMatchObject({ exit: 0, progress: { finishedCount: 0, budgetMs: 300 } });
    expect(first.progress.remainingCount).toBe(first.progress.topicCount);
    expect(first.progress.spentMs).toBeGreaterThan(0);
    expect(first.text.split('\n').at(-1)).toBe(first.next);
    let last = await call();
    for (let count = 1; count < 30 && last.status === 'researching'; count += 1) last = await call();
    if (last.status !== 'awaiting-angles') throw new Error('the budget of the run was not spent');
    for (const { research } of last.report.topics)
      expect(research).toMatchObject({ status: 'downgraded', reason: 'the research budget ended first' });
  });

  it('leg 2 downgrades what the research budget did not suffice for, says why, and still asks for angles', async () => {
    const { storeDirectory, file } = await nominated();
    const hanging = hangingSources();
    const engine = { ...openTestEngine({ storeDirectory, researchBudgetMs: 100 }), openSources: () => hanging };
    const two = await resumeLeg(engine, file);
    if (two.status !== 'awaiting-angles') throw new Error('there was nothing solid');
    expect(two.exit).toBe(0);
    for (const { research } of two.report.topics)
      expect(research).toMatchObject({ status: 'downgraded', reason: expect.stringContaining('budget') });
    expect(two.digest).toContain('not researched: the research budget ended first');
  });

  it('leg 2 under --strict exits 3 then', async () => {
    const { storeDirectory, file } = await nominated();
    const engine = { ...openTestEngine({ storeDirectory, researchBudgetMs: 100, strict: true }), openSources: hangingSources };
    expect(await resumeLeg(engine, file)).toMatchObject({ status: 'awaiting-angles', exit: 3 });
  });

  it('the research budget bounds leg 2 below its leg budget', async () => {
    const { storeDirectory, file } = await nominated();
    const engine = { ...openTestEngine({ storeDirectory, researchBudgetMs: 50 }), openSources: hangingSources };
    expect(await resumeLeg(engine, file)).toMatchObject({ status: 'awaiting-angles' });
  });

  it('a one-shot run is unobserved too, with a brief that says so', async () => {
    const engine = { ...openTestEngine({ legBudgetMs: 100 }), openSources: hangingSources };
    expect(await oneshotLeg(engine, REQUEST)).toMatchObject({
      status: 'unobserved',
      exit: 3,
      brief: { status: 'unobserved', bundleId: null },
    });
  });
});

describe('an interruption ends a leg as a fault', () => {
  it.each(['sweep', 'research'] as const)('during %s', async (stage) => {
    const { storeDirectory, file } = await nominated();
    const interrupt = new AbortController();
    const engine = { ...openTestEngine({ storeDirectory, signal: interrupt.signal }), openSources: hangingSources };
    const leg = stage === 'sweep' ? nominateLeg(engine, REQUEST) : resumeLeg(engine, file);
    interrupt.abort();
    await expect(leg).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED', exit: 130 } });
  });
});

describe('the signal of a deadline', () => {
  it('fires though garbage is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect: unknown = runInNewContext('gc');
    if (typeof collect !== 'function') throw new Error('no garbage collector to call');
    const timer = setInterval(() => collect(), 10);
    onTestFinished(() => clearInterval(timer));
    const untilAborted = (signal: AbortSignal) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));
    expect(await withDeadline(openTestEngine(), 200, untilAborted)).toMatchObject({ name: 'TimeoutError' });
  });

  it('is cleared when the work was faster', async () => {
    let seen: AbortSignal | null = null;
    await withDeadline(openTestEngine(), 30, async (signal) => {
      seen = signal;
    });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(seen).toMatchObject({ aborted: false });
  });
});
