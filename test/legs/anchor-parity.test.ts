import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Source } from '../../src/domain/source.ts';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { finalizeLeg } from '../../src/legs/finalize.ts';
import { nominateLeg } from '../../src/legs/nominate.ts';
import { resumeLeg } from '../../src/legs/resume.ts';
import type { SurveyRequest } from '../../src/legs/survey.ts';
import { buildItem } from '../support/build-item.ts';
import { failedOutcome } from '../support/build-outcome.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { openTestEngine } from '../support/engine.ts';
import { fakeSource } from '../support/fake-source.ts';
import { alwaysRefuses, startGateway } from '../support/gateway.ts';
import { readDigest, writeJudgments } from '../support/host.ts';
import { parseBriefDone, parseLegOne, parseLegTwo } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { namesIn } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const nominated = prepareRound({ through: 'nominate' });
const resumed = prepareRound({ through: 'resume' });
const REQUEST: SurveyRequest = { domain: '', boundary: null, subreddits: null, lookbackDays: 30, tier: 'deep' };

const standingSchema = z.object({ id: z.string(), heat: z.number(), strength: z.number(), score: z.number(), momentum: z.unknown() });
const pendingSchema = z.object({ payload: z.object({ topics: z.array(z.object({ row: standingSchema })) }) });

function topicsOnDisk(store: string) {
  return pendingSchema.parse(JSON.parse(readFileSync(join(store, 'pending.json'), 'utf8'))).payload.topics.map(({ row }) => row);
}

/** Two sites that tell one story, and one that lets nobody in. */
function anyWeb() {
  const tells = (id: 'hackernews' | 'lobsters') =>
    fakeSource(id, { sweep: [buildItem({ source: id, publisher: `${id}.example`, commentCount: 9 })], comments: () => [] });
  const sources = [tells('hackernews'), tells('lobsters'), fakeSource('reddit', { sweep: failedOutcome('blocked') })];
  return { sources, wired: () => ({ sources, close: async () => undefined }) };
}

async function nominateOn(web: { wired: () => { sources: Source[]; close(): Promise<void> } }) {
  const engine = { ...openTestEngine(), openSources: web.wired };
  const one = await nominateLeg(engine, REQUEST);
  if (one.status !== 'awaiting-judgments') throw new Error('nothing was nominated');
  const judgments = (junk: boolean) => ({
    path: '-',
    stdin: JSON.stringify({ bundleId: one.bundleId, judgments: one.bundle.nominations.map(({ id }) => ({ id, junk })) }),
  });
  const { storeDirectory } = engine;
  const again = (strict = false) => ({ ...openTestEngine({ storeDirectory, strict }), openSources: web.wired });
  return { one, judgments, again };
}

describe('leg 1', () => {
  it.each([[[]], [['databases']]])('asks every source of the table and nobody else, domain %j', async (domain) => {
    const gateway = await startGateway(alwaysRefuses);
    const args = ['discover', ...domain, '--nominate-only', '--gateway', gateway.origin, '--store', temporaryDirectory(), '--json'];
    const { coverage } = parseBriefDone((await callProgram(args)).stdout);
    expect(coverage.map(({ source }) => source)).toEqual(SOURCE_IDS);
    const hosts = new Set(gateway.asked.map((path) => path.split('/')[1]));
    expect([...hosts].sort()).toEqual(['api.github.com', 'hn.algolia.com', 'lobste.rs', 'www.reddit.com', 'www.v2ex.com']);
  });

  it('sweeps and researches nothing', async () => {
    const web = anyWeb();
    await nominateOn(web);
    expect(web.sources.flatMap(({ asked, read }) => [...asked, ...read])).toEqual([]);
  });

  it('leaves no more than a bundle to judge, nominations under ids of their own', async () => {
    const store = join(temporaryDirectory(), 'store');
    const one = parseLegOne((await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', store, '--json'])).stdout);
    expect(namesIn(store)).toEqual(expect.arrayContaining(['nominations.json', 'store.json']));
    expect(namesIn(store)).not.toEqual(expect.arrayContaining(['pending.json']));
    expect(one.nominations.map(({ id }) => id.split('-')[0])).toEqual(one.nominations.map((_, index) => `n${index + 1}`));
    expect(one.nominations.length).toBeGreaterThan(8);
    expect(one.nominations.length).toBeLessThanOrEqual(15);
  });
});

describe('leg 2', () => {
  it('asks no site when the host calls everything junk, and ends in an honest nothing', async () => {
    const web = anyWeb();
    const { judgments, again } = await nominateOn(web);
    expect(await resumeLeg(again(), judgments(true))).toMatchObject({ status: 'nothing-solid', exit: 0, next: null });
    expect(web.sources.flatMap(({ asked, read }) => [...asked, ...read])).toEqual([]);
    expect(await resumeLeg(again(), judgments(false))).toMatchObject({ status: 'awaiting-angles' });
    expect(web.sources.flatMap(({ asked }) => asked)).not.toEqual([]);
  });

  it('keeps to what leg 1 was asked: domain, sources, tier and window', async () => {
    const store = join(temporaryDirectory(), 'store');
    const asked = ['--sources', 'lobsters,hackernews', '--tier', 'shallow', '--lookback-days', '7'];
    const one = await callProgram(['discover', 'Quillfish', '--nominate-only', ...asked, ...MOCK_AT, '--store', store]);
    const next = writeJudgments(one.stdout, (row) => ({ ...row, name: 'Quillfish' }));
    const two = parseLegTwo((await callPrinted(`${next} --json`)).stdout);
    expect(two.research.coverage.map(({ source }) => source)).toEqual(['hackernews', 'lobsters']);
    const { brief } = parseBriefDone((await callProgram(['discover', '--finalize', ...MOCK_AT, '--store', store, '--json'])).stdout);
    expect(brief).toMatchObject({
      ...{ domain: 'Quillfish', boundary: ['lobsters', 'hackernews'], tier: 'shallow', lookbackDays: 7 },
      window: { fromAt: '2031-05-03T18:00:00Z', toAt: '2031-05-10T18:00:00Z' },
    });
  });

  it('measures from the instant of the sweep, however late the judgments come', async () => {
    const { store, judgmentsPath } = nominated();
    const resumeAt = async (instant: string) => {
      const run = await callProgram(['discover', '--judgments', judgmentsPath, '--mock', '--now', instant, '--store', store]);
      expect(run.code).toBe(0);
      return topicsOnDisk(store);
    };
    const early = await resumeAt('2031-05-10T18:00:00Z');
    expect(await resumeAt('2031-05-10T18:55:00Z')).toEqual(early);
    expect(new Set(early.map(({ momentum }) => JSON.stringify(momentum))).size).toBeGreaterThan(1);
  });

  it('asks for angles on exactly the topics that leg 3 will show, and a mock round has several', async () => {
    const { store, resume, finalize } = resumed();
    const { template } = readDigest((await callProgram(resume)).stdout);
    const offered = [...template.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    expect(offered).toEqual(topicsOnDisk(store).map(({ id }) => id));
    const { brief } = parseBriefDone((await callProgram([...finalize, '--json'])).stdout);
    expect(brief['cards']).toMatchObject(offered.map((id) => ({ id })));
    expect(offered.length).toBeGreaterThan(1);
  });
});

describe('what the sweep did not see', () => {
  it('is named by every leg to the brief, and strict exits 3 on each', async () => {
    const { one, judgments, again } = await nominateOn(anyWeb());
    const blocked = { source: 'reddit', outcome: failedOutcome('blocked') };
    expect(one.bundle.coverage).toContainEqual(blocked);
    expect(one.digest).toContain('reddit blocked');
    const two = await resumeLeg(again(true), judgments(false));
    if (two.status !== 'awaiting-angles') throw new Error('there was nothing solid');
    expect([two.exit, two.digest]).toEqual([3, expect.stringContaining('reddit blocked')]);
    const three = await finalizeLeg(again(true), null);
    expect([three.exit, three.brief.coverage]).toEqual([3, expect.arrayContaining([blocked])]);
    expect((await finalizeLeg(again(), null)).exit).toBe(0);
  });
});
