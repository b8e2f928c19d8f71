import { describe, expect, it } from 'vitest';
import type { Nomination } from '../../src/domain/nomination.ts';
import { reportSchema } from '../../src/domain/report.ts';
import type { Research } from '../../src/domain/research.ts';
import { type ConcludeInputs, conclude } from '../../src/stages/conclude.ts';
import type { Enrichment } from '../../src/stages/enrich.ts';
import { assignSlots, rank } from '../../src/stages/rank.ts';
import { buildItem, hoursAgo, WINDOW } from '../support/build-item.ts';
import { buildJudged, buildNomination, buildSeed, corroboratedSeeds } from '../support/build-nomination.ts';
import { EMPTY, failedOutcome, okOutcome } from '../support/build-outcome.ts';
import { SETTINGS } from '../support/build-topic.ts';

const ANIMALS = ['zebra', 'otter', 'badger', 'heron', 'lynx', 'marmot', 'newt', 'osprey', 'puffin', 'quokka', 'raven', 'stoat'];
const POOL = ANIMALS.map((animal, index) =>
  buildNomination({ rank: index + 1, name: animal, seeds: corroboratedSeeds(animal, `${animal} alliance`) }),
);
const RESEARCHED: Research = {
  status: 'researched',
  evidence: [],
  confirmedCount: 0,
  queries: ['x'],
  coverage: [{ source: 'hackernews', outcome: EMPTY }],
};
const DOWNGRADED: Research = {
  status: 'downgraded',
  reason: 'no search answered',
  coverage: [{ source: 'hackernews', outcome: failedOutcome('timeout') }],
};

function concludeOn(pool: readonly Nomination[], over: Partial<ConcludeInputs> = {}) {
  const slots = assignSlots(
    rank(
      pool.map((nomination) => buildJudged(nomination)),
      WINDOW,
    ),
    'deep',
  );
  const enrichments = slots.researched.map(() => ({ research: RESEARCHED, comments: [] }));
  const settings = { ...SETTINGS, coverage: [...SETTINGS.coverage] };
  const report = conclude({ settings, pool, slots, enrichments, unjudgedCount: 0, lostRowCount: 0, ...over });
  expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  return report;
}

function topicsOf(report: ReturnType<typeof conclude>) {
  return report.status === 'topics' ? report.topics : [];
}

describe('conclude', () => {
  it('shows topics in the order used, ranks contiguous from 1', () => {
    const rows = POOL.slice(0, 4).map((nomination, index) => buildJudged(nomination, { worth: index * 30 }));
    const slots = assignSlots(rank(rows, WINDOW), 'deep');
    const topics = topicsOf(concludeOn(POOL, { slots, enrichments: [] }));
    expect(topics.map(({ name, rank: place }) => [place, name])).toEqual([
      [1, 'heron'],
      [2, 'badger'],
      [3, 'otter'],
      [4, 'zebra'],
    ]);
    expect(topics.map(({ score }) => score)).toEqual(slots.researched.map(({ score }) => score));
    expect(topics.map(({ id }) => id)).toEqual(['n4-0004', 'n3-0003', 'n2-0002', 'n1-0001']);
  });

  it('names who was judged but not researched, and counts the pool', () => {
    const report = concludeOn(POOL, { unjudgedCount: 3, lostRowCount: 2 });
    expect(report).toMatchObject({
      status: 'topics',
      nominationCount: 12,
      unjudgedCount: 3,
      lostRowCount: 2,
      unresearched: [
        { id: 'n9-0009', name: 'puffin', why: 'no slot left' },
        { id: 'n10-0010', name: 'quokka', why: 'no slot left' },
        { id: 'n11-0011', name: 'raven', why: 'no slot left' },
        { id: 'n12-0012', name: 'stoat', why: 'no slot left' },
      ],
    });
    expect(topicsOf(report).length).toBe(8);
  });

  it('names what the host kept below the floor, behind what had no slot; neither junk nor what nobody judged', () => {
    const weak = ['kept', 'junk', 'left to the heuristics', 'quiet'].map((name, index) =>
      buildNomination({ rank: 20 + index, name, seeds: [buildSeed({ native: `w${index}`, points: 30, heat: 0.9 })] }),
    );
    const verdicts = [{}, { junk: true }, { judgedBy: 'heuristics', junkBy: 'heuristics' }, {}] as const;
    const rows = [
      ...weak.map((nomination, index) => buildJudged(nomination, { worth: 100 - index, ...verdicts[index] })),
      ...POOL.slice(0, 9).map((nomination) => buildJudged(nomination)),
    ];
    const report = concludeOn([...POOL, ...weak], { slots: assignSlots(rank(rows, WINDOW), 'deep') });
    expect(report).toMatchObject({
      status: 'topics',
      unresearched: [
        { id: 'n9-0009', name: 'puffin', why: 'no slot left' },
        { id: 'n20-0020', name: 'kept', why: 'below the floor' },
        { id: 'n23-0023', name: 'quiet', why: 'below the floor' },
      ],
    });
  });

  it('shows at most ten topics', () => {
    const researched = rank(
      POOL.map((nomination) => buildJudged(nomination)),
      WINDOW,
    );
    const report = concludeOn(POOL, { slots: { researched, unresearched: [], below: [] }, enrichments: [] });
    expect(topicsOf(report).map(({ rank: place }) => place)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('folds one story under two names before it counts and ranks', () => {
    const pages = ['a', 'b'].map((page) => buildItem({ native: page, url: `https://pages.example/${page}` }));
    const shared: Enrichment = { research: { ...RESEARCHED, evidence: pages }, comments: [] };
    const enrichments = [shared, { research: RESEARCHED, comments: [] }, shared];
    const topics = topicsOf(concludeOn(POOL.slice(0, 3), { enrichments }));
    expect(topics.map(({ rank: place, name, folded }) => [place, name, folded.map((row) => row.name)])).toEqual([
      [1, 'zebra', ['badger']],
      [2, 'otter', []],
    ]);
  });

  it('merges the coverage of all research to one row a source, and counts what was downgraded', () => {
    const found: Research = {
      ...RESEARCHED,
      coverage: [
        { source: 'hackernews', outcome: okOutcome(3) },
        { source: 'lobsters', outcome: EMPTY },
      ],
    };
    const enrichments = [found, DOWNGRADED, found].map((research) => ({ research, comments: [] }));
    const report = concludeOn(POOL.slice(0, 3), { enrichments });
    expect(report).toMatchObject({
      downgradedCount: 1,
      coverage: SETTINGS.coverage,
      researchCoverage: [
        { source: 'hackernews', outcome: { status: 'partial', itemCount: 6, detail: '1 of 3 requests fell short: it was timeout' } },
        { source: 'lobsters', outcome: { status: 'empty', requestCount: 2 } },
      ],
    });
  });

  it('takes a story without research for one whose budget ended', () => {
    const [topic] = topicsOf(concludeOn(POOL.slice(0, 1), { enrichments: [] }));
    expect(topic?.research).toEqual({ status: 'downgraded', reason: 'the research budget ended first', coverage: [] });
  });

  it('keeps a topic whose research failed, with its seeds as seeds', () => {
    const [topic] = topicsOf(concludeOn(POOL.slice(0, 1), { enrichments: [{ research: DOWNGRADED, comments: [] }] }));
    expect(topic).toMatchObject({
      research: DOWNGRADED,
      seeds: POOL[0]?.seeds,
      corroboration: { families: ['hackernews', 'lobsters'], itemCount: 2 },
    });
  });

  it('picks the best comment among those under the seeds and those research read', () => {
    const ours = { author: 'ada', text: 'zebra alliance, who knew', points: 2 };
    const read = { author: 'bo', text: 'zebra alliance, I knew', points: 50, source: 'lobsters' as const };
    const [first, ...rest] = corroboratedSeeds('zebra', 'zebra alliance');
    if (first === undefined) throw new Error('two seeds are built');
    const nomination = buildNomination({ seeds: [{ ...first, item: { ...first.item, topComments: [ours] } }, ...rest] });
    const pick = (comments: Enrichment['comments']) =>
      topicsOf(concludeOn([nomination], { enrichments: [{ research: RESEARCHED, comments }] }))[0]?.bestComment;
    expect(pick([])).toEqual({ ...ours, source: 'hackernews' });
    expect(pick([read])).toEqual(read);
  });
});

describe('nothing solid', () => {
  const weak = buildNomination({
    rank: 1,
    name: 'quiet otter',
    seeds: [buildSeed({ native: 'w', heat: 0.9, points: 30, publishedAt: hoursAgo(1) })],
  });

  it('names the closest weak signal', () => {
    expect(concludeOn([weak])).toMatchObject({
      status: 'nothing-solid',
      nominationCount: 1,
      closest: {
        name: 'quiet otter',
        junk: false,
        heat: 0.9,
        corroboration: { families: ['hackernews'], publisherCount: 1, itemCount: 1 },
      },
      researchCoverage: [],
      unresearched: [{ id: 'n1-0001', name: 'quiet otter', why: 'below the floor' }],
    });
  });

  it('has none to name where nothing was nominated', () => {
    expect(concludeOn([])).toMatchObject({ status: 'nothing-solid', nominationCount: 0, closest: null });
  });

  it('is never padded: the host calling all junk leaves nothing', () => {
    const slots = assignSlots(rank([buildJudged(weak, { junk: true })], WINDOW), 'deep');
    const report = concludeOn([weak], { slots });
    expect(report).toMatchObject({ status: 'nothing-solid', closest: { name: 'quiet otter', junk: true }, unresearched: [] });
    expect(report).not.toHaveProperty('topics');
  });
});
