import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../../src/checkpoint/index.ts';
import type { Bundle } from '../../src/domain/bundle.ts';
import { type FaultCode, FaultError } from '../../src/domain/fault.ts';
import { bundleIdSchema, itemIdSchema } from '../../src/domain/id.ts';
import type { Item } from '../../src/domain/item.ts';
import { contentHashOf, type Nomination, nominationIdOf } from '../../src/domain/nomination.ts';
import type { SolidReport } from '../../src/domain/report.ts';
import type { Seed } from '../../src/domain/seed.ts';
import type { Topic } from '../../src/domain/topic.ts';

export const NOW_MS = Date.parse('2021-12-10T18:00:00Z');
export const BUNDLE_ID = bundleIdSchema.parse('3f9k2m7q8x0a1b5c');
export const OTHER_BUNDLE_ID = bundleIdSchema.parse('zzzzzzzzzzzzzzzz');
export const STORE_ID = '0123456789abcdef';
export const JUDGMENTS_HASH = 'ab'.repeat(32);
export const STAMP = { bundleId: BUNDLE_ID, gateway: null, engine: 'trivet 0.1.0', judgmentsHash: JUDGMENTS_HASH };
export const NONCE = '5d0c0000111122223333444455556666';
export const nonces = () => NONCE;

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** A clock whose hands a test moves. */
export function handClock(startMs = NOW_MS) {
  const clock = { atMs: startMs, now: () => clock.atMs, monotonicMs: () => clock.atMs };
  return clock;
}

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'trivet-checkpoint-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export function storeOptions(overrides: Partial<StoreOptions> = {}): StoreOptions {
  return { origin: 'live', create: true, clock: handClock(), newStoreId: () => STORE_ID, sha256, ...overrides };
}

export function temporaryStore(overrides: Partial<StoreOptions> = {}): Store {
  return openStore(join(temporaryDirectory(), 'store'), storeOptions(overrides));
}

/** Every file below a directory with its bytes: what a fault must leave as it was. */
export function contentsOf(directory: string): Record<string, string> {
  const contents: Record<string, string> = {};
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort()) {
    const path = join(directory, name);
    if (statSync(path).isFile()) contents[name] = readFileSync(path).toString('base64');
  }
  return contents;
}

/** The fault that `act` ends in; anything else fails the test. */
export function faultOf(act: () => unknown): FaultError['fault'] {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('no fault was thrown');
}

export function codeOf(act: () => unknown): FaultCode {
  return faultOf(act).code;
}

export function anItem(number: number, overrides: Partial<Item> = {}): Item {
  return {
    id: itemIdSchema.parse(`hackernews:${number}`),
    source: 'hackernews',
    title: `Story ${number} breaks out`,
    url: `https://example.org/${number}`,
    link: `https://www.example.org/${number}?utm_source=x`,
    discussionUrl: `https://news.ycombinator.com/item?id=${number}`,
    snippet: `What happened in story ${number}.`,
    author: 'ada',
    publisher: 'example.org',
    publishedAt: '2021-12-10T16:00:00Z',
    points: 321,
    commentCount: 123,
    rank: number,
    topComments: [{ author: 'bob', text: `A comment on story ${number}`, points: null }],
    ...overrides,
  };
}

export function aSeed(number: number, overrides: Partial<Item> = {}): Seed {
  return { item: anItem(number, overrides), heat: 0.97 };
}

export function aNomination(rank: number, seeds: Seed[] = [aSeed(rank)]): Nomination {
  return {
    id: nominationIdOf(rank, contentHashOf(seeds, sha256)),
    rank,
    name: `Story ${rank}`,
    junk: false,
    families: ['hackernews'],
    seeds,
    merges: [],
  };
}

export const SETTINGS = {
  domain: '',
  window: { fromAt: '2021-11-10T18:00:00Z', toAt: '2021-12-10T18:00:00Z' },
  lookbackDays: 30,
  tier: 'deep' as const,
  boundary: null,
  subreddits: null,
  coverage: [
    { source: 'hackernews' as const, outcome: { status: 'ok' as const, itemCount: 60, httpStatus: 200, requestCount: 2, elapsedMs: 812 } },
  ],
};

export function aBundle(count = 3): Bundle {
  const nominations = Array.from({ length: count }, (_, index) => aNomination(index + 1));
  return { ...SETTINGS, nominations, lostRowCount: 0 };
}

function aTopic(rank: number): Topic {
  const nomination = aNomination(rank);
  return {
    id: nomination.id,
    rank,
    name: nomination.name,
    junk: false,
    worth: 80,
    judgedBy: 'host',
    heat: 0.97,
    strength: 0.9,
    score: 1.17,
    momentum: { direction: 'new', provisional: true },
    corroboration: { families: ['hackernews'], publisherCount: 1, itemCount: 1 },
    newestAt: '2021-12-10T16:00:00Z',
    oldestAt: '2021-12-10T16:00:00Z',
    seeds: nomination.seeds,
    research: { status: 'downgraded', reason: 'the search timed out', coverage: [] },
    bestComment: { author: 'bob', text: 'well said', points: 3, source: 'hackernews' },
    folded: [],
  };
}

export function aReport(count = 2): SolidReport {
  return {
    ...SETTINGS,
    status: 'topics',
    nominationCount: 3,
    unjudgedCount: 1,
    lostRowCount: 0,
    unresearched: [],
    researchCoverage: [],
    downgradedCount: count,
    topics: Array.from({ length: count }, (_, index) => aTopic(index + 1)),
  };
}
