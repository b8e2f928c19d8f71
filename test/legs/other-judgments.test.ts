import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Source } from '../../src/domain/source.ts';
import type { EngineOptions } from '../../src/legs/engine.ts';
import { finalizeLeg } from '../../src/legs/finalize.ts';
import { nominateLeg } from '../../src/legs/nominate.ts';
import { resumeLeg } from '../../src/legs/resume.ts';
import { failedOutcome } from '../support/build-outcome.ts';
import { openTestEngine } from '../support/engine.ts';
import { fakeSource } from '../support/fake-source.ts';

const REQUEST = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' } as const;
const answers = () => fakeSource('hackernews', { search: () => [] });

/** Leg 1, and leg 2 over given sources: `Cats` keeps every other story of the pool, `Dogs` the rest. */
async function begun() {
  const { storeDirectory } = openTestEngine();
  const one = await nominateLeg(openTestEngine({ storeDirectory }), REQUEST);
  if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
  const { bundleId, bundle } = one;
  const judge = (name: 'Cats' | 'Dogs', sources: readonly Source[], over: Partial<EngineOptions> = {}) => {
    const isJunk = (index: number) => (index % 2 === 0) === (name === 'Dogs');
    const judgments = bundle.nominations.map(({ id }, index) => ({ id, name: `${name} ${index}`, worth: 60, junk: isJunk(index) }));
    const engine = { ...openTestEngine({ storeDirectory, ...over }), openSources: () => ({ sources, close: async () => undefined }) };
    return resumeLeg(engine, { path: '-', stdin: JSON.stringify({ bundleId, judgments }) });
  };
  const pending = join(storeDirectory, 'pending.json');
  return {
    judge,
    pending,
    findings: join(storeDirectory, 'jobs', `research-${bundleId}`, 'findings.jsonl'),
    finalize: () => finalizeLeg(openTestEngine({ storeDirectory }), null),
  };
}

/** A site that answers when the time is up; `onAsked` is told of each question. */
function hangs(onAsked: () => void = () => undefined): Source {
  return fakeSource('hackernews', {
    search: async (_, signal) => {
      onAsked();
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return failedOutcome('timeout');
    },
  });
}

const SHORT = { legBudgetMs: 200 };
const MISSING = { fault: { code: 'E_PENDING_MISSING', remedy: expect.stringContaining('run leg 2') } };

describe('a report made of other judgments', () => {
  it('is gone while the research of new ones is under way, and comes back with the old ones', async () => {
    const { judge, pending, finalize } = await begun();
    expect(await judge('Cats', [answers()])).toMatchObject({ status: 'awaiting-angles' });
    expect(JSON.stringify((await finalize()).brief)).toContain('"Cats ');
    expect(await judge('Dogs', [hangs()], SHORT)).toMatchObject({ status: 'researching' });
    expect(existsSync(pending)).toBe(false);
    await expect(finalize()).rejects.toMatchObject(MISSING);
    const silent = answers();
    expect(await judge('Cats', [silent], SHORT)).toMatchObject({ status: 'awaiting-angles' });
    expect(silent.asked).toEqual([]);
    expect(JSON.stringify((await finalize()).brief)).toContain('"Cats ');
  });

  it('is gone before the first question of the new ones, whose acceptance is then on the disk', async () => {
    const { judge, pending, findings } = await begun();
    await judge('Cats', [answers()]);
    const acceptances = () => readFileSync(findings, 'utf8').match(/"key":"judgments /g)?.length;
    expect(acceptances()).toBe(1);
    const seen: unknown[] = [];
    const interrupt = new AbortController();
    const source = hangs(() => {
      seen.push([existsSync(pending), acceptances()]);
      interrupt.abort();
    });
    await expect(judge('Dogs', [source], { signal: interrupt.signal })).rejects.toMatchObject({ fault: { code: 'E_INTERRUPTED' } });
    expect(seen[0]).toEqual([false, 2]);
  });

  it('stays where new ones are refused', async () => {
    const { judge, pending } = await begun();
    await judge('Cats', [answers()]);
    const before = readFileSync(pending);
    const { startedMs } = openTestEngine();
    await expect(judge('Dogs', [answers()], { nowMs: startedMs + 61 * 60_000 })).rejects.toMatchObject({
      fault: { code: 'E_BUNDLE_STALE' },
    });
    expect(readFileSync(pending)).toEqual(before);
  });
});

it('a report of the same judgments stays while what had failed is asked again', async () => {
  const { judge, pending, finalize } = await begun();
  const failing = fakeSource('reddit', { search: () => failedOutcome('unreachable', 'search: no route') });
  await judge('Cats', [answers(), failing]);
  const before = readFileSync(pending);
  const slow: Source = { ...hangs(), id: 'reddit' };
  expect(await judge('Cats', [answers(), slow], SHORT)).toMatchObject({ status: 'researching' });
  expect(readFileSync(pending)).toEqual(before);
  expect(await finalize()).toMatchObject({ status: 'done' });
});
