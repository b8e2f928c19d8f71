import { type Topic, topicSchema } from '../../src/domain/topic.ts';
import type { Loose } from './build-item.ts';
import { WINDOW } from './build-item.ts';
import { buildSeed } from './build-nomination.ts';

export const SETTINGS = {
  domain: '',
  window: WINDOW,
  lookbackDays: 30,
  tier: 'deep',
  boundary: null,
  subreddits: null,
  coverage: [{ source: 'hackernews', outcome: { status: 'ok', itemCount: 60, httpStatus: 200, requestCount: 1, elapsedMs: 300 } }],
} as const;

/** A valid topic of one seed, researched without a find; its id follows its rank. */
export function buildTopic(over: Loose<Topic> = {}): Topic {
  const place = over.rank ?? 1;
  return topicSchema.parse({
    id: `n${place}-${String(place).padStart(4, '0')}`,
    rank: place,
    name: `Story ${place}`,
    junk: false,
    worth: 50,
    judgedBy: 'host',
    heat: 0.9,
    strength: 1,
    score: 1,
    momentum: { direction: 'new', provisional: true },
    corroboration: { families: ['hackernews'], publisherCount: 1, itemCount: 1 },
    newestAt: WINDOW.toAt,
    oldestAt: WINDOW.toAt,
    seeds: [buildSeed({ native: `seed-${place}` })],
    research: { status: 'researched', evidence: [], confirmedCount: 0, queries: ['kelpdb'], coverage: [] },
    bestComment: null,
    folded: [],
    ...over,
  });
}
