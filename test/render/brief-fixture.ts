import { type Brief, briefSchema, type Card, cardSchema } from '../../src/domain/brief.ts';
import type { Coverage } from '../../src/domain/coverage.ts';
import { type Item, itemSchema } from '../../src/domain/item.ts';

/** Invented briefs, each a full one with every line a brief can have; tests override what they are about. */
const TO_AT = '2031-05-10T18:00:00.000Z';
const FROM_AT = '2031-04-10T18:00:00.000Z';
const ANSWERED = { httpStatus: 200, requestCount: 1, elapsedMs: 300 };

type Loose<T> = { [K in keyof T]?: unknown };

export function itemOf(over: Loose<Item> = {}): Item {
  return itemSchema.parse({
    id: 'hackernews:1',
    source: 'hackernews',
    title: 'Kelpdb loses writes after a crash',
    url: 'https://kelp.example/post',
    link: 'https://kelp.example/post?utm_source=hn',
    discussionUrl: 'https://news.ycombinator.com/item?id=1',
    snippet: 'A test harness found lost writes.',
    author: 'ines',
    publisher: 'kelp.example',
    publishedAt: '2031-05-10T15:59:00.000Z',
    points: 3750,
    commentCount: 325,
    rank: 1,
    topComments: [{ author: 'ada', text: 'Seen it in production.', points: 40 }],
    ...over,
  });
}

export function cardFixture(over: Loose<Card> = {}): Card {
  return cardSchema.parse({
    id: 'n1-4f2a',
    rank: 1,
    name: 'Kelpdb data loss',
    junk: false,
    worth: 85,
    judgedBy: 'host',
    heat: 0.99,
    strength: 2.4149,
    score: 3.26,
    momentum: { direction: 'building', provisional: true },
    corroboration: { families: ['hackernews', 'lobsters', 'reddit'], publisherCount: 3, itemCount: 3 },
    newestAt: '2031-05-10T15:59:00.000Z',
    oldestAt: '2031-05-10T08:30:00.000Z',
    seeds: seedsFixture(),
    research: { status: 'researched', evidence: evidenceFixture(), confirmedCount: 0, queries: ['kelpdb crash'], coverage: PART_COVERAGE },
    bestComment: { source: 'reddit', author: 'bo_the_dba', text: 'We lost 4 hours of orders to this.', points: 1204 },
    folded: [{ id: 'n4-0c11', name: 'Kelpdb fsync bug' }],
    angle: {
      id: 'n1-4f2a',
      podcast: 'Who tests the databases we trust?',
      article: 'Seven years of fsync lessons',
      hook: 'Your database lied.',
    },
    ...over,
  });
}

function seedsFixture(): unknown[] {
  return [
    { item: itemOf(), heat: 0.99 },
    {
      item: itemOf({
        id: 'reddit:a',
        source: 'reddit',
        title: 'PSA: Kelpdb crash bug',
        url: null,
        link: null,
        discussionUrl: 'https://www.reddit.com/r/db/a/',
        points: 1,
        commentCount: 1,
      }),
      heat: 0.8,
    },
    {
      item: itemOf({
        id: 'lobsters:x',
        source: 'lobsters',
        title: 'Testing Kelpdb',
        discussionUrl: 'https://lobste.rs/s/x',
        points: null,
        commentCount: null,
        rank: 3,
        publishedAt: null,
      }),
      heat: 0.7,
    },
  ];
}

function evidenceFixture(): Item[] {
  return Array.from({ length: 8 }, (_, index) =>
    itemOf({
      id: `hackernews:e${index}`,
      title: `Kelpdb follow-up ${index + 1}`,
      url: null,
      link: null,
      discussionUrl: `https://news.ycombinator.com/item?id=e${index}`,
      points: index * 400,
      commentCount: null,
    }),
  );
}

/** Failed research: nothing but sweep items, no comment, no angle, no host verdict. */
export function downgradedCard(): Card {
  return cardFixture({
    id: 'n2-b07e',
    rank: 2,
    name: 'Pelican 5.0',
    junk: true,
    judgedBy: 'heuristics',
    worth: 50,
    strength: 0.5,
    score: 0.5,
    momentum: { direction: 'new', provisional: false },
    corroboration: { families: ['github', 'v2ex'], publisherCount: 2, itemCount: 1 },
    newestAt: null,
    oldestAt: null,
    seeds: [{ item: itemOf({ id: 'github:p', source: 'github', title: 'pelican/pelican', commentCount: null, rank: null }), heat: 0.5 }],
    research: { status: 'downgraded', reason: 'every source failed (hackernews timeout)', coverage: [] },
    bestComment: null,
    folded: [],
    angle: null,
  });
}

const FULL_COVERAGE: Coverage = [
  { source: 'hackernews', outcome: { status: 'ok', itemCount: 60, ...ANSWERED } },
  {
    source: 'reddit',
    outcome: { status: 'rate-limited', detail: '429', retryAfterSeconds: 30.2, httpStatus: 429, requestCount: 1, elapsedMs: 90 },
  },
  { source: 'v2ex', outcome: { status: 'skipped', detail: 'no listing by domain' } },
];

const PART_COVERAGE: Coverage = [
  { source: 'hackernews', outcome: { status: 'ok', itemCount: 8, ...ANSWERED } },
  {
    source: 'lobsters',
    outcome: {
      status: 'timeout',
      detail: 'no answer within 20 s',
      retryAfterSeconds: null,
      httpStatus: null,
      requestCount: 1,
      elapsedMs: 20_000,
    },
  },
];

const SETTINGS = {
  domain: '',
  window: { fromAt: FROM_AT, toAt: TO_AT },
  lookbackDays: 30,
  tier: 'deep',
  boundary: null,
  subreddits: null,
  coverage: FULL_COVERAGE,
  bundleId: '3f9k2m7q8x0a1b5c',
  generatedAt: '2031-05-10T18:09:00.000Z',
  origin: 'live',
};
const COUNTS = {
  nominationCount: 12,
  unjudgedCount: 1,
  lostRowCount: 2,
  unresearched: [
    { id: 'n9-0001', name: 'Rust editions', why: 'no slot left' },
    { id: 'n10-0002', name: 'Zine fair', why: 'below the floor' },
  ],
  researchCoverage: PART_COVERAGE,
  downgradedCount: 1,
};

export function solidBrief(over: Record<string, unknown> = {}): Brief {
  return briefSchema.parse({ status: 'topics', cards: [cardFixture(), downgradedCard()], ...SETTINGS, ...COUNTS, ...over });
}

export function quietBrief(over: Record<string, unknown> = {}): Brief {
  const corroboration = { families: ['hackernews'], publisherCount: 1, itemCount: 1 };
  const closest = { name: 'Tide tables', junk: false, heat: 0.949, corroboration };
  return briefSchema.parse({ status: 'nothing-solid', closest, ...SETTINGS, ...COUNTS, ...over });
}

/** Nothing to own up to: no section of notes. */
export const CLEAN = {
  coverage: FULL_COVERAGE.filter((row) => row.source !== 'reddit'),
  researchCoverage: [],
  unjudgedCount: 0,
  lostRowCount: 0,
  unresearched: [],
  downgradedCount: 0,
};

export function unobservedBrief(over: Record<string, unknown> = {}): Brief {
  const coverage = FULL_COVERAGE.filter((row) => row.source !== 'hackernews');
  return briefSchema.parse({ status: 'unobserved', ...SETTINGS, coverage, ...over });
}
