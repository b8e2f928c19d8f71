import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Nomination } from '../../src/domain/nomination.ts';
import type { Report } from '../../src/domain/report.ts';
import type { Research } from '../../src/domain/research.ts';
import { cluster } from '../../src/stages/cluster.ts';
import { conclude } from '../../src/stages/conclude.ts';
import type { Enrichment } from '../../src/stages/enrich.ts';
import { assignSlots, rank } from '../../src/stages/rank.ts';
import { buildItem, hoursAgo, WINDOW } from '../support/build-item.ts';
import { buildJudged, buildNomination, buildSeed, corroboratedSeeds } from '../support/build-nomination.ts';
import { okOutcome } from '../support/build-outcome.ts';
import { SETTINGS } from '../support/build-topic.ts';

const PLACES = 'amber birch cedar delta ember fjord grove heath inlet jetty knoll ledge marsh north ocean plain quarry ridge'.split(' ');
/** As many other titles as a small sweep has, so that words weigh as they do there. */
const OTHERS = PLACES.flatMap((place, index) =>
  ['opens', 'closes'].map((verb) => `${place} ${verb} ${PLACES[(index * 7 + 3) % 18]} ${PLACES[(index * 11 + 5) % 18]}`),
);

function storiesOf(titles: readonly string[]): string[][] {
  const items = titles.map((title, native) => buildItem({ native, title, url: `https://site-${native}.example/` }));
  const clusters = cluster(items.map(({ id, title, url, source }) => ({ id, title, urlKey: url, source })));
  return clusters.map((story) => story.items.map(({ title }) => title));
}

function together(left: string, right: string): boolean {
  return storiesOf([left, right, ...OTHERS]).some((story) => story.includes(left) && story.includes(right));
}

/** Judged, ranked and concluded, with what research brought for each row that was researched. */
function concludeOn(rows: readonly ReturnType<typeof buildJudged>[], bring: (nomination: Nomination) => Enrichment): Report {
  const slots = assignSlots(rank(rows, WINDOW), 'deep');
  const enrichments = slots.researched.map(({ nomination }) => bring(nomination));
  const settings = { ...SETTINGS, coverage: [...SETTINGS.coverage] };
  return conclude({ settings, pool: rows.map(({ nomination }) => nomination), slots, enrichments, unjudgedCount: 0, lostRowCount: 0 });
}

function topicsOf(report: Report) {
  return report.status === 'topics' ? report.topics : [];
}

function found(evidence: Extract<Research, { status: 'researched' }>['evidence'], comments: Enrichment['comments'] = []): Enrichment {
  const coverage = [{ source: 'hackernews' as const, outcome: okOutcome(evidence.length) }];
  return { research: { status: 'researched', evidence, confirmedCount: 0, queries: ['x'], coverage }, comments };
}

const solid = (place: number, title: string) => buildNomination({ rank: place, name: title, seeds: corroboratedSeeds(`${place}`, title) });
const weak = (place: number, junk = false) =>
  buildNomination({ rank: place, name: `weak ${place}`, junk, seeds: [buildSeed({ native: `w${place}`, points: 30, heat: 0.99 })] });

describe('one story, told in two wordings', () => {
  it('is one, and two stories about one product are two', () => {
    expect(together('Cloudflare down worldwide, half the internet is offline', 'Major outage at Cloudflare takes sites offline')).toBe(
      true,
    );
    expect(together('Apple Vision Pro sales collapse', 'Apple Vision Pro jailbreak released')).toBe(false);
    expect(together('Improve Programming Logic', 'Parallel Logic Programming: A Sequel')).toBe(false);
  });

  it.each([0, 3, 8, 14])('is not made by a shared host among few: %s other titles', (count) => {
    const titles = ['Apple Vision Pro sales collapse', 'Apple Vision Pro jailbreak released', ...OTHERS.slice(0, count)];
    const items = titles.map((title, at) => ({
      id: `hackernews:${at}`,
      title,
      urlKey: `https://gazette.example/news/${at}`,
      source: 'hackernews',
    }));
    expect(cluster(items).find(({ items: [first] }) => first?.title === titles[0])?.items).toHaveLength(1);
  });

  it('never shares an item with another story', () => {
    const title = fc.constantFrom('Log4j RCE found', 'RCE in log4j', 'Log4j RCE found!', ...OTHERS.slice(0, 3));
    const url = fc.constantFrom('https://a.example/1', 'https://a.example/2', null);
    fc.assert(
      fc.property(fc.array(fc.record({ title, url }), { maxLength: 12 }), (rows) => {
        const inputs = rows.map((row, native) => ({ id: `hackernews:${native}`, title: row.title, urlKey: row.url, source: 'hackernews' }));
        const ids = cluster(inputs).flatMap(({ items }) => items.map(({ id }) => id));
        expect(ids.sort()).toEqual(inputs.map(({ id }) => id).sort());
      }),
      { numRuns: 100 },
    );
  });
});

describe('what research brings', () => {
  const rows = ['zebra', 'otter'].map((animal, index) => buildJudged(solid(index + 1, `${animal} alliance`)));

  it('changes neither the strength, momentum and corroboration of a story nor its place', () => {
    const old = (['reddit', 'v2ex', 'github'] as const).map((source, native) =>
      buildItem({ source, native, publisher: `p${native}.example`, points: 2_000_000, commentCount: 90_000, publishedAt: hoursAgo(600) }),
    );
    const bare = topicsOf(concludeOn(rows, () => found([])));
    const rich = topicsOf(concludeOn(rows, ({ rank: place }) => found(place === 2 ? old : [])));
    expect(rich[1]?.research).toMatchObject({ evidence: old });
    expect(rich.map(({ research: _, ...standing }) => standing)).toEqual(bare.map(({ research: _, ...standing }) => standing));
  });

  it('folds no two stories for a popular remark that names neither', () => {
    const remark = { author: 'ada', text: 'Bought my second one, no complaints.', points: 9000, source: 'reddit' as const };
    const topics = topicsOf(concludeOn(rows, () => found([], [remark])));
    expect(topics.map(({ name, bestComment }) => [name, bestComment])).toEqual([
      ['zebra alliance', null],
      ['otter alliance', null],
    ]);
  });
});

describe('a mixed pool', () => {
  it('leaves the stories that clear the floor, and no other', () => {
    const corroboratedJunk = buildNomination({ rank: 4, name: 'is it me', junk: true, seeds: corroboratedSeeds('j', 'is it me') });
    const suspected = { judgedBy: 'heuristics', junkBy: 'heuristics' } as const;
    const rows = [
      buildJudged(weak(1), { worth: 100 }),
      buildJudged(solid(2, 'zebra alliance')),
      buildJudged(weak(3, true), suspected),
      buildJudged(corroboratedJunk, { ...suspected, worth: 0 }),
      buildJudged(solid(5, 'otter alliance'), { junk: true }),
    ];
    const report = concludeOn(rows, () => found([]));
    expect(topicsOf(report).map(({ name }) => name)).toEqual(['zebra alliance', 'is it me']);
    expect(report).toMatchObject({
      nominationCount: 5,
      unresearched: [{ id: 'n1-0001', name: 'weak 1', why: 'below the floor' }],
    });
  });
});
