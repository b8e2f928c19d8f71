import { describe, expect, it } from 'vitest';
import { briefSchema } from '../../src/domain/brief.ts';
import { bundleIdSchema } from '../../src/domain/id.ts';
import { type Report, reportSchema } from '../../src/domain/report.ts';
import { toBrief } from '../../src/stages/angle.ts';
import { buildTopic, SETTINGS } from '../support/build-topic.ts';

const PROVENANCE = { bundleId: bundleIdSchema.parse('3f9k2m7q8x0a1b5c'), generatedAt: '2031-05-10T18:09:00.000Z', origin: 'live' } as const;
const COUNTS = { nominationCount: 2, unjudgedCount: 0, lostRowCount: 0, unresearched: [], researchCoverage: [], downgradedCount: 0 };
const SOLID = reportSchema.parse({ ...SETTINGS, ...COUNTS, status: 'topics', topics: [buildTopic({ rank: 1 }), buildTopic({ rank: 2 })] });
const QUIET = reportSchema.parse({ ...SETTINGS, ...COUNTS, status: 'nothing-solid', closest: null });
const ANGLE = { id: 'n2-0002', podcast: 'Who tests the databases we trust?', article: null, hook: null };

function anglesOf(report: Report, angles: Parameters<typeof toBrief>[1]) {
  const brief = toBrief(report, angles, PROVENANCE);
  expect(briefSchema.parse(brief)).toEqual(brief);
  return brief.status === 'topics' ? brief.cards.map(({ id, angle }) => [id, angle]) : [];
}

describe('toBrief', () => {
  it('puts angles on their topics by id, and none on the others', () => {
    expect(anglesOf(SOLID, [ANGLE, { ...ANGLE, id: 'n9-0009' }])).toEqual([
      ['n1-0001', null],
      ['n2-0002', ANGLE],
    ]);
  });

  it('takes the first of two angles on one topic', () => {
    expect(anglesOf(SOLID, [ANGLE, { ...ANGLE, podcast: 'second thoughts' }])[1]).toEqual(['n2-0002', ANGLE]);
  });

  it('keeps all the rest of a report', () => {
    const { topics: _, ...rest } = SOLID.status === 'topics' ? SOLID : { ...SOLID, topics: [] };
    expect(toBrief(SOLID, [], PROVENANCE)).toMatchObject({ ...rest, ...PROVENANCE });
    expect(toBrief(SOLID, [], PROVENANCE)).not.toHaveProperty('topics');
  });

  it('lets an honest nothing stay one, whatever the angles', () => {
    expect(toBrief(QUIET, [ANGLE], PROVENANCE)).toEqual({ ...QUIET, ...PROVENANCE });
  });

  it('leaves a one-shot run without a bundle id', () => {
    expect(toBrief(QUIET, [], { ...PROVENANCE, bundleId: null }).bundleId).toBeNull();
  });
});
