import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeOtherPending, removePending, requirePending, type Store, writeBundle, writePending } from '../../src/checkpoint/index.ts';
import {
  aBundle,
  aReport,
  BUNDLE_ID,
  codeOf,
  contentsOf,
  faultOf,
  handClock,
  JUDGMENTS_HASH,
  NOW_MS,
  OTHER_BUNDLE_ID,
  STAMP,
  temporaryStore,
} from './samples.ts';

interface OnDisk {
  payload: { topicCount: number; lostRowCount: number; topics: { hash: string; row: Record<string, unknown> }[] };
}

function edit(store: Store, change: (document: OnDisk) => void): void {
  const path = join(store.root, 'pending.json');
  const document: OnDisk = JSON.parse(readFileSync(path, 'utf8'));
  change(document);
  writeFileSync(path, JSON.stringify(document));
}

function filledStore(clock = handClock()): Store {
  const store = temporaryStore({ clock });
  writeBundle(store, aBundle(), STAMP);
  writePending(store, aReport(), STAMP);
  return store;
}

describe('a pending report', () => {
  it('comes back whole, under its own clock', () => {
    const clock = handClock();
    const store = temporaryStore({ clock });
    writeBundle(store, aBundle(), STAMP);
    clock.atMs = NOW_MS + 3_000_000;
    const written = writePending(store, aReport(), STAMP);
    clock.atMs = NOW_MS + 6_000_000;
    expect(requirePending(store)).toEqual(written);
    expect(written.envelope.generatedAt).toBe('2021-12-10T18:50:00Z');
  });

  it('leaves with removePending, which may be asked twice', () => {
    const store = filledStore();
    removePending(store);
    removePending(store);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_MISSING');
  });

  it('leaves for other judgments than its own, and with whatever leg 3 would not read', () => {
    const other = 'cd'.repeat(32);
    const store = filledStore();
    const before = contentsOf(store.root);
    removeOtherPending(store, JUDGMENTS_HASH);
    expect(contentsOf(store.root)).toEqual(before);
    removeOtherPending(store, other);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_MISSING');
    removeOtherPending(store, other);
    writePending(store, aReport(), STAMP);
    edit(store, ({ payload }) => Object.assign(payload, { judgmentsHash: undefined }));
    removeOtherPending(store, JUDGMENTS_HASH);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_MISSING');
    writeFileSync(join(store.root, 'pending.json'), 'torn');
    removeOtherPending(store, JUDGMENTS_HASH);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_MISSING');
  });

  it('is never written without a topic', () => {
    const store = temporaryStore();
    expect(() => writePending(store, aReport(0), STAMP)).toThrow(/without topics/);
    expect(Object.keys(contentsOf(store.root))).toEqual(['store.json']);
  });
});

describe('the round of a pending report', () => {
  it('ends with a newer sweep, though its report was not yet removed', () => {
    const store = filledStore();
    const old = readFileSync(join(store.root, 'pending.json'));
    writeBundle(store, aBundle(), { ...STAMP, bundleId: OTHER_BUNDLE_ID });
    // What a kill between the two steps of writeBundle leaves behind.
    writeFileSync(join(store.root, 'pending.json'), old);
    const before = contentsOf(store.root);
    const fault = faultOf(() => requirePending(store));
    expect(fault.code).toBe('E_PENDING_SUPERSEDED');
    expect(fault.message).toContain(BUNDLE_ID);
    expect(fault.message).toContain(OTHER_BUNDLE_ID);
    expect(contentsOf(store.root)).toEqual(before);
  });

  it('outlives the bundle by its own time, and cannot be told without one', () => {
    const clock = handClock();
    const store = filledStore(clock);
    clock.atMs = NOW_MS + 3_600_000;
    writePending(store, aReport(), STAMP);
    clock.atMs = NOW_MS + 7_200_000;
    expect(requirePending(store).envelope.bundleId).toBe(BUNDLE_ID);
    rmSync(join(store.root, 'nominations.json'));
    expect(codeOf(() => requirePending(store))).toBe('E_BUNDLE_MISSING');
  });
});

describe('damaged topics', () => {
  it('are skipped and added to what the bundle had lost', () => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    writePending(store, { ...aReport(), lostRowCount: 3 }, STAMP);
    edit(store, ({ payload }) => Object.assign(payload.topics[0]?.row ?? {}, { worth: 99 }));
    const { report } = requirePending(store);
    expect(report.lostRowCount).toBe(4);
    expect(report.topics).toEqual(aReport().topics.slice(1));
  });

  it.each<[string, (document: OnDisk) => void]>([
    ['no list', ({ payload }) => Object.assign(payload, { topics: null })],
    ['an empty list', ({ payload }) => Object.assign(payload, { topics: [] })],
    ['more topics than a brief shows', ({ payload }) => Object.assign(payload, { topics: Array(11).fill(payload.topics[0]) })],
    ['no valid row', ({ payload }) => payload.topics.map((sealed) => Object.assign(sealed.row, { rank: 0 }))],
    ['another verdict', ({ payload }) => Object.assign(payload, { status: 'nothing-solid' })],
  ])('%s is corruption', (_, change) => {
    const store = filledStore();
    edit(store, change);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_CORRUPT');
  });
});
