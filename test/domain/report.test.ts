import { describe, expect, it } from 'vitest';
import { briefSchema } from '../../src/domain/brief.ts';
import { bundleSchema, bundleSettingsSchema } from '../../src/domain/bundle.ts';
import { reportSchema } from '../../src/domain/report.ts';
import { researchSchema } from '../../src/domain/research.ts';
import { topicSchema } from '../../src/domain/topic.ts';
import { RESEARCH_BUDGET_SECONDS, RESEARCH_SLOTS, tierSchema, windowSchema } from '../../src/domain/window.ts';
import { buildItem, WINDOW } from '../support/build-item.ts';
import { buildNomination } from '../support/build-nomination.ts';
import { buildTopic, SETTINGS } from '../support/build-topic.ts';

const COUNTS = { nominationCount: 3, unjudgedCount: 0, lostRowCount: 0, unresearched: [], researchCoverage: [], downgradedCount: 0 };
const SOLID = { ...SETTINGS, ...COUNTS, status: 'topics', topics: [buildTopic()] };
const QUIET = { ...SETTINGS, ...COUNTS, status: 'nothing-solid', closest: null };
const PROVENANCE = { bundleId: '3f9k2m7q8x0a1b5c', generatedAt: WINDOW.toAt, origin: 'live' };
const { topics: _, ...SOLID_REST } = SOLID;
const CARDS = { ...SOLID_REST, ...PROVENANCE, cards: [{ ...buildTopic(), angle: null }] };
const CLOSEST = { name: 'x', junk: false, heat: 0.5, corroboration: { families: ['reddit'], publisherCount: 1, itemCount: 1 } };

function accepts(schema: { safeParse(value: unknown): { success: boolean } }, value: unknown): boolean {
  return schema.safeParse(value).success;
}

describe('report', () => {
  it('is topics or an honest nothing, and survives JSON', () => {
    for (const report of [SOLID, QUIET, { ...QUIET, closest: CLOSEST }])
      expect(reportSchema.parse(JSON.parse(JSON.stringify(report)))).toEqual(report);
  });

  it.each([
    ['topics with a closest weak signal', { ...SOLID, closest: null }],
    ['topics without a topic', { ...SOLID, topics: [] }],
    ['more than ten topics', { ...SOLID, topics: Array.from({ length: 11 }, () => buildTopic()) }],
    ['nothing solid with topics', { ...QUIET, topics: [buildTopic()] }],
    ['a status nobody knows', { ...QUIET, status: 'quiet' }],
    ['a count that is none', { ...QUIET, unjudgedCount: -1 }],
  ])('refuses %s', (_name, wrong) => {
    expect(accepts(reportSchema, wrong)).toBe(false);
  });
});

describe('brief', () => {
  const unobserved = { ...SETTINGS, ...PROVENANCE, status: 'unobserved' };
  it('is cards, an honest nothing, or unobserved; a one-shot run has no bundle id', () => {
    for (const brief of [CARDS, { ...QUIET, ...PROVENANCE }, unobserved, { ...unobserved, bundleId: null }])
      expect(accepts(briefSchema, brief)).toBe(true);
  });

  it.each([
    ['cards that are still topics', { ...SOLID, ...PROVENANCE }],
    ['unobserved with a closest weak signal', { ...unobserved, closest: null }],
    ['unobserved with counts', { ...unobserved, ...COUNTS }],
    ['nothing solid with cards', { ...QUIET, ...PROVENANCE, cards: [] }],
    ['an origin nobody knows', { ...CARDS, origin: 'test' }],
    ['no origin', { ...CARDS, origin: undefined }],
  ])('refuses %s', (_name, wrong) => {
    expect(accepts(briefSchema, wrong)).toBe(false);
  });
});

describe('research', () => {
  const researched = { status: 'researched', evidence: [buildItem()], confirmedCount: 0, queries: ['kelpdb'], coverage: [] };
  const downgraded = { status: 'downgraded', reason: 'the research budget ended first', coverage: [] };
  it('is evidence or a reason, never both', () => {
    expect(accepts(researchSchema, researched) && accepts(researchSchema, downgraded)).toBe(true);
    expect(accepts(researchSchema, { ...downgraded, evidence: [] })).toBe(false);
    expect(accepts(researchSchema, { ...researched, reason: '' })).toBe(false);
    expect(accepts(researchSchema, { status: 'downgraded', coverage: [] })).toBe(false);
  });
});

describe('bundle', () => {
  const bundle = { ...SETTINGS, nominations: [buildNomination()], lostRowCount: 0 };
  it('keeps null and empty boundaries apart', () => {
    expect(bundleSchema.parse(JSON.parse(JSON.stringify(bundle))).boundary).toBeNull();
    expect(bundleSchema.parse(JSON.parse(JSON.stringify({ ...bundle, boundary: [] }))).boundary).toEqual([]);
  });

  it('refuses settings nobody knows and a lookback of no days', () => {
    expect(accepts(bundleSettingsSchema, SETTINGS)).toBe(true);
    expect(accepts(bundleSettingsSchema, { ...SETTINGS, mock: true })).toBe(false);
    expect(accepts(bundleSettingsSchema, { ...SETTINGS, lookbackDays: 0 })).toBe(false);
    expect(accepts(bundleSchema, { ...bundle, topics: [] })).toBe(false);
  });
});

describe('topic and window', () => {
  it('refuses fields nobody knows', () => {
    expect(accepts(topicSchema, { ...buildTopic(), velocity: 1 })).toBe(false);
    expect(accepts(topicSchema, { ...buildTopic(), seeds: [] })).toBe(false);
    expect(accepts(windowSchema, { ...WINDOW, days: 30 })).toBe(false);
    expect(accepts(windowSchema, { fromAt: '2031-05-10', toAt: WINDOW.toAt })).toBe(false);
  });

  it('researches 8 topics deep in 450 s and 6 shallow in 90 s', () => {
    expect(RESEARCH_SLOTS).toEqual({ deep: 8, shallow: 6 });
    expect(RESEARCH_BUDGET_SECONDS).toEqual({ deep: 450, shallow: 90 });
    expect(tierSchema.options).toEqual(Object.keys(RESEARCH_SLOTS));
  });
});
