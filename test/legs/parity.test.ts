import { describe, expect, it } from 'vitest';
import type { Judgment } from '../../src/domain/judgment.ts';
import type { Topic } from '../../src/domain/topic.ts';
import { inquire } from '../../src/legs/inquiry.ts';
import { nominateLeg } from '../../src/legs/nominate.ts';
import { resumeLeg } from '../../src/legs/resume.ts';
import { type SurveyRequest, survey } from '../../src/legs/survey.ts';
import { AT_MS } from '../support/build-item.ts';
import { openTestEngine } from '../support/engine.ts';
import { fakeSource } from '../support/fake-source.ts';

const REQUEST: SurveyRequest = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' };
const WORTHS = [20, 90, 50, 75, 10];

/** All of a topic but what its research found, which another clock may find at other times. */
function standingsOf(topics: readonly Topic[]) {
  return topics.map(({ research: _, bestComment: __, ...rest }) => rest);
}

describe('leg 2 concludes from the bundle what one process would have concluded', () => {
  it.each([0, 40])('%i minutes after the sweep: floor, momentum, strength, order, folds', async (minutes) => {
    const single = openTestEngine();
    const { settings, nominations } = await survey(single, REQUEST);
    const judgments: Judgment[] = nominations.map(({ id }, index) => ({
      id,
      name: `Story ${index}`,
      junk: index === 4,
      worth: WORTHS[index % 5] ?? 0,
      note: null,
    }));
    const whole = await inquire(single, { settings, nominations, judgments, lostRowCount: 0 });

    const first = openTestEngine();
    const one = await nominateLeg(first, REQUEST);
    if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
    expect(one.bundle.nominations).toEqual(nominations);
    const second = openTestEngine({ storeDirectory: first.storeDirectory, nowMs: AT_MS + minutes * 60_000 });
    const two = await resumeLeg(second, { path: '-', stdin: JSON.stringify({ bundleId: one.bundleId, judgments }) });
    if (two.status !== 'awaiting-angles' || whole.status !== 'topics') throw new Error('nothing was solid');

    const { topics, coverage, researchCoverage: _, ...report } = two.report;
    expect(standingsOf(topics)).toEqual(standingsOf(whole.topics));
    expect(report).toEqual({ ...report, ...(({ topics: __, coverage: ___, researchCoverage: ____, ...rest }) => rest)(whole) });
    expect(coverage.map(({ source }) => source)).toEqual(whole.coverage.map(({ source }) => source));
  });

  it('searches the window of the bundle, which ends with its sweep and not with the clock of leg 2', async () => {
    const first = openTestEngine();
    const one = await nominateLeg(first, REQUEST);
    if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
    const site = fakeSource('hackernews', {});
    const late = openTestEngine({ storeDirectory: first.storeDirectory, nowMs: AT_MS + 40 * 60_000 });
    const judgments = one.bundle.nominations.map(({ id }) => ({ id, worth: 60 }));
    const wired = { ...late, openSources: () => ({ sources: [site], close: async () => undefined }) };
    await resumeLeg(wired, { path: '-', stdin: JSON.stringify({ bundleId: one.bundleId, judgments }) });
    const { fromAt, toAt } = one.bundle.window;
    expect(site.requests.length).toBeGreaterThan(0);
    for (const { fromMs, toMs } of site.requests) expect([fromMs, toMs]).toEqual([Date.parse(fromAt), Date.parse(toAt)]);
  });

  it('reads domain, window, tier, boundary and subreddits from the bundle', async () => {
    const request: SurveyRequest = {
      domain: 'quillfish',
      boundary: ['lobsters', 'hackernews'],
      subreddits: ['netsec'],
      lookbackDays: 3,
      tier: 'shallow',
    };
    const first = openTestEngine();
    const one = await nominateLeg(first, request);
    if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
    const [{ id } = { id: '' }] = one.bundle.nominations;
    const second = openTestEngine({ storeDirectory: first.storeDirectory });
    const asked: unknown[] = [];
    const spying = {
      ...second,
      openSources: (boundary: Parameters<typeof second.openSources>[0]) => {
        asked.push(boundary);
        return second.openSources(boundary);
      },
    };
    const two = await resumeLeg(spying, { path: '-', stdin: JSON.stringify({ bundleId: one.bundleId, judgments: [{ id, worth: 100 }] }) });
    expect(asked).toEqual([['lobsters', 'hackernews']]);
    if (two.status !== 'awaiting-angles') throw new Error('nothing was solid');
    const { domain, boundary, subreddits, lookbackDays, tier, window } = two.report;
    expect({ domain, boundary, subreddits, lookbackDays, tier }).toEqual(request);
    expect(window).toEqual(one.bundle.window);
  });
});
