import { describe, expect, it } from 'vitest';
import type { Answers, Question } from '../../src/stages/answers.ts';
import { enrich } from '../../src/stages/enrich.ts';
import { hit, POOL, portsWith, researchFirst, rowsOf, story } from '../support/animal-pool.ts';
import { failedOutcome, okOutcome } from '../support/build-outcome.ts';
import { fakeSource } from '../support/fake-source.ts';

/** Keeps nothing but what was asked; questions for which `isOpen` holds get no answer. */
function notingAnswers(isOpen: (question: Question) => boolean) {
  const questions: Question[] = [];
  const answer = async <T>(question: Question, ask: () => Promise<T>) => {
    questions.push(question);
    return isOpen(question) ? null : { answer: await ask(), isFinal: true };
  };
  return { questions, answers: { search: answer, comments: answer } satisfies Answers };
}

describe('research asks through its port', () => {
  it('one question a nomination, source and words, or discussion', async () => {
    const { questions, answers } = notingAnswers(() => false);
    const source = fakeSource('hackernews', { search: () => [], comments: () => [] });
    const asked = story(1, 'zebra alliance', { commentCount: 5 });
    await researchFirst({ sources: [source], answers }, asked);
    const { id: nomination } = asked;
    expect(questions).toEqual([
      { nomination, source: 'hackernews', kind: 'comments', about: ['hackernews:seed-1'] },
      { nomination, source: 'hackernews', kind: 'search', about: source.requests[0]?.words },
      { nomination, source: 'hackernews', kind: 'search', about: source.requests[1]?.words },
    ]);
  });

  it('counts an answer given before as one, without the source', async () => {
    const kept = { items: [hit('kept')], outcome: okOutcome(1) };
    const answers: Answers = {
      search: async () => ({ answer: kept, isFinal: true }),
      comments: async () => null,
    };
    const source = fakeSource('hackernews', {});
    const { research, isFinished } = await researchFirst({ sources: [source], answers, signal: AbortSignal.abort() });
    expect(research).toMatchObject({ status: 'researched', evidence: [{ id: 'hackernews:kept' }] });
    expect([isFinished, source.asked]).toEqual([true, []]);
  });
});

describe('a story with an open question', () => {
  it('is not finished, is not told of, and is asked nothing broader', async () => {
    const { questions, answers } = notingAnswers(({ source }) => source === 'reddit');
    const heard: string[] = [];
    const sources = [fakeSource('hackernews', { search: () => [] }), fakeSource('reddit', { search: () => [] })];
    const [first] = await enrich(rowsOf(POOL.slice(0, 1)), portsWith({ sources, answers, onResearched: (id) => heard.push(id) }));
    expect(first).toMatchObject({
      isFinished: false,
      research: { status: 'researched', coverage: [{ outcome: { status: 'empty' } }, { outcome: { status: 'timeout', requestCount: 0 } }] },
    });
    expect(heard).toEqual([]);
    expect(questions.length).toBe(2);
  });

  it('is one whose comments are unread too', async () => {
    const { answers } = notingAnswers(({ kind }) => kind === 'comments');
    const source = fakeSource('hackernews', { search: () => [hit('new')], comments: () => [] });
    const { research, comments, isFinished } = await researchFirst(
      { sources: [source], answers },
      story(1, 'zebra alliance', { commentCount: 5 }),
    );
    expect({ status: research.status, comments, isFinished }).toEqual({ status: 'researched', comments: [], isFinished: false });
  });

  it('says that the budget ended where the failure was the end of the time', async () => {
    const answers: Answers = {
      search: async () => ({ answer: { items: [], outcome: failedOutcome('timeout') }, isFinal: false }),
      comments: async () => null,
    };
    const { research, isFinished } = await researchFirst({ sources: [fakeSource('hackernews', { search: () => [] })], answers });
    expect(research).toMatchObject({
      status: 'downgraded',
      reason: 'the research budget ended first',
      coverage: [{ outcome: { status: 'timeout' } }],
    });
    expect(isFinished).toBe(false);
  });
});
