import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  hostFilePath,
  requireBundle,
  requireNomination,
  requirePending,
  type Store,
  writeBundle,
  writePending,
} from '../../src/checkpoint/index.ts';
import { anyBundle } from './arbitraries.ts';
import {
  aBundle,
  aNomination,
  aReport,
  aSeed,
  BUNDLE_ID,
  codeOf,
  contentsOf,
  faultOf,
  OTHER_BUNDLE_ID,
  STAMP,
  temporaryStore,
} from './samples.ts';

interface OnDisk {
  payload: { nominationCount: number; nominations: { hash: string; row: Record<string, unknown> }[] };
}

/** Edits nominations.json in place, as a bad disk or a meddling host would. */
function edit(store: Store, change: (document: OnDisk) => void): void {
  const path = join(store.root, 'nominations.json');
  const document: OnDisk = JSON.parse(readFileSync(path, 'utf8'));
  change(document);
  writeFileSync(path, JSON.stringify(document));
}

describe('a bundle on disk', () => {
  it('comes back whole: every item, every field, both kinds of no boundary', () => {
    const store = temporaryStore();
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        writeBundle(store, bundle, STAMP);
        expect(requireBundle(store).bundle).toEqual(bundle);
      }),
      { numRuns: 60 },
    );
  });

  it('carries its stamp and the clock of the store', () => {
    const store = temporaryStore({ origin: 'replay' });
    const written = writeBundle(store, aBundle(), { ...STAMP, gateway: 'http://127.0.0.1:4711' });
    const read = requireBundle(store);
    expect(read).toEqual(written);
    expect(read.envelope).toEqual({
      kind: 'trivet-bundle',
      schemaVersion: 1,
      bundleId: BUNDLE_ID,
      storeId: store.storeId,
      generatedAt: '2021-12-10T18:00:00Z',
      origin: 'replay',
      gateway: 'http://127.0.0.1:4711',
      engine: 'trivet 0.1.0',
    });
  });

  it('does not depend on the order of keys', () => {
    const store = temporaryStore();
    const { bundle } = writeBundle(store, aBundle(), STAMP);
    edit(store, ({ payload }) => {
      for (const sealed of payload.nominations) sealed.row = Object.fromEntries(Object.entries(sealed.row).reverse());
    });
    expect(requireBundle(store).bundle).toEqual(bundle);
  });

  it('is never written empty', () => {
    const store = temporaryStore();
    expect(() => writeBundle(store, aBundle(0), STAMP)).toThrow(/empty bundle/);
    expect(Object.keys(contentsOf(store.root))).toEqual(['store.json']);
  });
});

describe('damaged rows', () => {
  it.each<[string, number, (document: OnDisk) => void]>([
    ['a changed title', 1, ({ payload }) => Object.assign(payload.nominations[1]?.row ?? {}, { name: 'Another' })],
    ['a row that no longer fits the schema', 1, ({ payload }) => Object.assign(payload.nominations[0]?.row ?? {}, { rank: 'first' })],
    ['a row that is no row', 1, ({ payload }) => payload.nominations.splice(1, 1, JSON.parse('7'))],
    ['a missing row', 1, ({ payload }) => payload.nominations.splice(2, 1)],
    [
      'a missing hash',
      1,
      ({ payload }) => payload.nominations.splice(0, 1, JSON.parse(JSON.stringify({ row: payload.nominations[0]?.row }))),
    ],
    ['a row in the place of another', 1, ({ payload }) => payload.nominations.splice(1, 1, ...payload.nominations.slice(0, 1))],
    ['a row too many', 1, ({ payload }) => payload.nominations.push(...payload.nominations.slice(0, 1))],
    ['two bad rows', 2, ({ payload }) => payload.nominations.splice(0, 2, JSON.parse('null'), JSON.parse('[]'))],
  ])('%s is skipped and counted', (_, lostRowCount, change) => {
    const store = temporaryStore();
    const whole = writeBundle(store, aBundle(), STAMP).bundle.nominations;
    edit(store, change);
    const { bundle } = requireBundle(store);
    expect(bundle.lostRowCount).toBe(lostRowCount);
    for (const nomination of bundle.nominations) expect(whole).toContainEqual(nomination);
  });

  it.each<[string, (document: OnDisk) => void]>([
    ['no list', ({ payload }) => Object.assign(payload, { nominations: {} })],
    ['an empty list', ({ payload }) => Object.assign(payload, { nominations: [] })],
    ['an empty list that says so', ({ payload }) => Object.assign(payload, { nominations: [], nominationCount: 0 })],
    ['no valid row', ({ payload }) => payload.nominations.map((sealed) => Object.assign(sealed, { hash: 'f'.repeat(64) }))],
    ['no count', ({ payload }) => Object.assign(payload, { nominationCount: undefined })],
    ['a setting of another kind', ({ payload }) => Object.assign(payload, { boundary: 'all' })],
    ['a setting too many', ({ payload }) => Object.assign(payload, { extra: 1 })],
  ])('%s is corruption, never an authoritative nothing', (_, change) => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    edit(store, change);
    const before = contentsOf(store.root);
    expect(codeOf(() => requireBundle(store))).toBe('E_BUNDLE_CORRUPT');
    expect(contentsOf(store.root)).toEqual(before);
  });
});

describe('a new bundle', () => {
  it('clears the old report and the old host files, and nothing it never named', () => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    writePending(store, aReport(), STAMP);
    writeFileSync(hostFilePath(store, BUNDLE_ID, 'judgments'), '{}');
    writeFileSync(hostFilePath(store, BUNDLE_ID, 'angles'), '{}');
    writeFileSync(hostFilePath(store, OTHER_BUNDLE_ID, 'judgments'), 'early');
    writeFileSync(join(store.root, 'host', 'notes.txt'), 'mine');
    mkdirSync(join(store.root, 'host', 'aaaaaaaaaaaaaaaa-angles.json'));
    writeBundle(store, aBundle(), { ...STAMP, bundleId: OTHER_BUNDLE_ID });
    expect(Object.keys(contentsOf(store.root))).toEqual([
      `host/notes.txt`,
      `host/${OTHER_BUNDLE_ID}-judgments.json`,
      'nominations.json',
      'store.json',
    ]);
    expect(codeOf(() => requirePending(store))).toBe('E_PENDING_MISSING');
  });

  it('that cannot be written leaves the round before as it was', () => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    writePending(store, aReport(), STAMP);
    writeFileSync(hostFilePath(store, BUNDLE_ID, 'judgments'), '{}');
    rmSync(join(store.root, 'nominations.json'));
    mkdirSync(join(store.root, 'nominations.json'));
    const before = contentsOf(store.root);
    expect(codeOf(() => writeBundle(store, aBundle(), { ...STAMP, bundleId: OTHER_BUNDLE_ID }))).toBe('E_STORE_WRITE');
    expect(contentsOf(store.root)).toEqual(before);
  });

  it('makes the place its host is to write to', () => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    expect(existsSync(join(store.root, 'host'))).toBe(true);
  });

  it('is not written where a link stands, and what it points to stays as it is', () => {
    const store = temporaryStore();
    const victim = join(store.root, '..', 'victim');
    writeFileSync(victim, 'precious');
    symlinkSync(victim, join(store.root, 'nominations.json'));
    expect(codeOf(() => writeBundle(store, aBundle(), STAMP))).toBe('E_STORE_UNSAFE');
    expect(readFileSync(victim, 'utf8')).toBe('precious');
  });

  it('faults, and keeps the good file, where the host directory is no directory', () => {
    const store = temporaryStore();
    writeFileSync(join(store.root, 'host'), 'a file');
    expect(codeOf(() => writeBundle(store, aBundle(), STAMP))).toBe('E_STORE_WRITE');
    expect(existsSync(join(store.root, 'nominations.json'))).toBe(false);
  });
});

describe('requireNomination', () => {
  it('finds a row by its id', () => {
    const seeds = [aSeed(1), aSeed(2)];
    const nomination = aNomination(1, seeds);
    const checkpoint = writeBundle(temporaryStore(), { ...aBundle(), nominations: [nomination] }, STAMP);
    expect(requireNomination(checkpoint, nomination.id)).toBe(nomination);
  });

  it('names the ids there are when there is none', () => {
    const checkpoint = writeBundle(temporaryStore(), aBundle(2), STAMP);
    const fault = faultOf(() => requireNomination(checkpoint, 'n9-\u001b[31mffff'));
    expect(fault.code).toBe('E_UNKNOWN_NOMINATION');
    expect(fault.message).toBe(`${checkpoint.path} has no nomination n9-ffff`);
    expect(fault.remedy).toBe(`name one of: ${checkpoint.bundle.nominations.map(({ id }) => id).join(', ')}`);
  });
});
