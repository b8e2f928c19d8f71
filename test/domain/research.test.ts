import { describe, expect, it } from 'vitest';
import { type Research, researchFact, researchPhrase } from '../../src/domain/research.ts';
import { buildItem } from '../support/build-item.ts';
import { failedOutcome } from '../support/build-outcome.ts';

const FAILED: Research = { status: 'downgraded', reason: 'the budget ended first', coverage: [] };
const FOUND: Research = {
  status: 'researched',
  evidence: [buildItem({ source: 'reddit' }), buildItem({ source: 'hackernews' })],
  confirmedCount: 1,
  queries: [],
  coverage: [{ source: 'lobsters', outcome: failedOutcome('timeout') }],
};

describe('what research brought', () => {
  it.each([
    [FOUND, 'researched, 2 further items, 1 confirmed'],
    [{ ...FOUND, evidence: [buildItem({})], confirmedCount: 0 }, 'researched, 1 further item, 0 confirmed'],
    [FAILED, 'not researched: the budget ended first'],
  ])('is one fact of a digest: %#', (research, fact) => {
    expect(researchFact(research)).toBe(fact);
  });

  it.each([
    [FOUND, 'research found 2 further items on hackernews and reddit, and met 1 sweep item again; no answer from lobsters'],
    [{ ...FOUND, evidence: [], confirmedCount: 0, coverage: [] }, 'research found nothing further'],
    [FAILED, 'NOT RESEARCHED: the budget ended first; what follows are sweep items only'],
  ])('is one line of a brief: %#', (research, phrase) => {
    expect(researchPhrase(research)).toBe(phrase);
  });
});
