import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE_FILE } from '../../src/checkpoint/engine-files.ts';
import { writeEnvelope } from '../../src/checkpoint/envelope.ts';
import {
  CHECKPOINT_TTL_SECONDS,
  openStore,
  requireBundle,
  requireOpenForJudgment,
  requirePending,
  type Store,
  validUntil,
  writeBundle,
  writePending,
} from '../../src/checkpoint/index.ts';
import {
  aBundle,
  aReport,
  BUNDLE_ID,
  codeOf,
  contentsOf,
  faultOf,
  handClock,
  NOW_MS,
  STAMP,
  storeOptions,
  temporaryStore,
} from './samples.ts';

const SUBJECTS = [
  { subject: 'BUNDLE', name: 'nominations.json', read: (store: Store) => requireBundle(store) },
  { subject: 'PENDING', name: 'pending.json', read: (store: Store) => requirePending(store) },
] as const;

function filledStore(clock = handClock()): Store {
  const store = temporaryStore({ clock });
  writeBundle(store, aBundle(), STAMP);
  writePending(store, aReport(), STAMP);
  return store;
}

function documentOf(store: Store, name: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(join(store.root, name), 'utf8'));
  return { ...(typeof value === 'object' ? value : {}) };
}

/** Damages one file, and checks that the fault is the one named, speaks of that file alone and harms nothing. */
function expectFault(code: string, target: (typeof SUBJECTS)[number], content: (document: Record<string, unknown>) => string | Buffer) {
  const store = filledStore();
  const path = join(store.root, target.name);
  writeFileSync(path, content(documentOf(store, target.name)));
  const before = contentsOf(store.root);
  const fault = faultOf(() => target.read(store));
  expect(fault.code).toBe(code);
  expect(fault.message.startsWith(`${path} `)).toBe(true);
  expect(fault.message.split(store.root)).toHaveLength(2);
  expect(fault).toMatchObject({ exit: 2, retryable: true });
  expect(fault.remedy).not.toBe('');
  expect(contentsOf(store.root)).toEqual(before);
  return fault;
}

describe.each(SUBJECTS)('the envelope of $name', (target) => {
  const code = (reason: string) => `E_${target.subject}_${reason}`;
  const change = (fields: object) => (document: object) => JSON.stringify({ ...document, ...fields });

  it('is asked in one order, each question with its own code', () => {
    const damages: readonly [string, (document: Record<string, unknown>) => string | Buffer][] = [
      ['ENCODING', () => Buffer.from('{"kind":"caf\xe9"}', 'latin1')],
      ['ENCODING', (document) => Buffer.from(`\uFEFF${JSON.stringify(document)}`, 'utf16le')],
      ['NOT_JSON', (document) => JSON.stringify(document).slice(0, -10)],
      ['NOT_JSON', () => ''],
      ['TOO_DEEP', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
      ['CORRUPT', () => '[]'],
      ['CORRUPT', () => 'null'],
      ['KIND', change({ kind: 'trivet-other', schemaVersion: 9, bundleId: 0 })],
      ['KIND', change({ kind: undefined })],
      ['VERSION', change({ schemaVersion: 2, bundleId: 0 })],
      ['ID_MISSING', change({ bundleId: undefined, storeId: 'x' })],
      ['ID_MISSING', change({ bundleId: '../../../etc/pass' })],
      ['OTHER_STORE', change({ storeId: 'ffffffffffffffff', origin: 'mock' })],
      ['OTHER_STORE', change({ storeId: undefined })],
      ['ORIGIN', change({ origin: 'mock', generatedAt: '2001-01-01T00:00:00Z' })],
      ['ORIGIN', change({ origin: 'imaginary' })],
      ['CORRUPT', change({ generatedAt: 'yesterday' })],
      ['STALE', change({ generatedAt: '2021-12-10T16:59:59Z', engine: 7 })],
      ['FUTURE', change({ generatedAt: '2021-12-10T18:05:01Z', engine: 7 })],
      ['FUTURE', change({ generatedAt: '2036-01-01T00:00:00Z' })],
      ['CORRUPT', change({ engine: 7 })],
      ['CORRUPT', change({ extra: true })],
      ['CORRUPT', change({ payload: undefined })],
      ['CORRUPT', change({ payload: [] })],
    ];
    for (const [reason, content] of damages) expectFault(code(reason), target, content);
  });

  it('names the cheapest remedy', () => {
    expect(expectFault(code('STALE'), target, change({ generatedAt: '2021-12-10T10:00:00Z' })).remedy).toBe(
      'sweep again: run leg 1 (discover --nominate-only) with the same --store and flags',
    );
    const broken =
      target.subject === 'BUNDLE'
        ? 'sweep afresh: run leg 1 (discover --nominate-only) with the same --store and flags'
        : 'conclude again: run leg 2 (discover --judgments) with the same --store and flags';
    expect(expectFault(code('NOT_JSON'), target, () => '{').remedy).toBe(broken);
  });

  it.each([
    ['live', 'mock', 'fix the flag: leave --mock, --gateway and --now out, as the sweep did'],
    ['mock', 'live', 'fix the flag: add --mock, as the sweep had it'],
    ['replay', 'live', 'fix the flag: give --gateway and --now as the sweep had them'],
    ['imaginary', 'live', 'fix the flag'],
  ] as const)('of a %s run names the flag to mend in a %s run', (given, origin, flag) => {
    const store = filledStore();
    const path = join(store.root, target.name);
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), origin: given }));
    const fault = faultOf(() => target.read({ ...store, origin }));
    expect(fault.code).toBe(code('ORIGIN'));
    expect(fault.remedy).toBe(`${flag}, or sweep afresh: run leg 1 (discover --nominate-only) with the same --store and flags`);
  });

  it('is too large before anything is read', () => {
    const store = filledStore();
    truncateSync(join(store.root, target.name), BUNDLE_FILE.maxBytes + 1);
    expect(codeOf(() => target.read(store))).toBe(code('TOO_LARGE'));
  });

  it('is missing where there is no file, and searched in this store only', () => {
    const store = filledStore();
    rmSync(join(store.root, target.name));
    const fault = faultOf(() => target.read(store));
    expect(fault.code).toBe(code('MISSING'));
    expect(fault.message).toBe(`${join(store.root, target.name)} does not exist`);
  });

  it('is refused behind a link or in place of a directory', () => {
    const store = filledStore();
    const path = join(store.root, target.name);
    const copy = join(store.root, 'copy.json');
    writeFileSync(copy, readFileSync(path));
    rmSync(path);
    symlinkSync(copy, path);
    expect(codeOf(() => target.read(store))).toBe('E_STORE_UNSAFE');
    rmSync(path);
    mkdirSync(path);
    expect(codeOf(() => target.read(store))).toBe('E_STORE_UNSAFE');
  });

  it('allows a byte order mark and five minutes of clock skew', () => {
    const store = filledStore();
    const document = { ...documentOf(store, target.name), generatedAt: '2021-12-10T18:05:00Z' };
    writeFileSync(join(store.root, target.name), `\uFEFF${JSON.stringify(document, null, 2).replaceAll('\n', '\r\n')}`);
    expect(target.read(store).envelope.bundleId).toBe(BUNDLE_ID);
  });

  it('is read for 3600 s and not a second longer', () => {
    const clock = handClock();
    const store = filledStore(clock);
    clock.atMs = NOW_MS + 3_600_000;
    expect(target.read(store).envelope.generatedAt).toBe('2021-12-10T18:00:00Z');
    clock.atMs += 1;
    expect(codeOf(() => target.read(store))).toBe(code('STALE'));
  });
});

describe('the time of a checkpoint', () => {
  it('is a constant, and the digest can name its end', () => {
    expect(CHECKPOINT_TTL_SECONDS).toBe(3600);
    expect(validUntil('2021-12-10T18:00:00Z')).toBe('2021-12-10T19:00:00Z');
  });

  it('goes on for 3600 s from the acceptance of the judgments, for those judgments only', () => {
    const clock = handClock();
    const store = filledStore(clock);
    const acceptedMs = NOW_MS + 3_500_000;
    const acceptedAt = (bundleId: string) => (bundleId === BUNDLE_ID ? acceptedMs : null);
    clock.atMs = acceptedMs + 3_600_000;
    const checkpoint = requireBundle(store, acceptedAt);
    expect(codeOf(() => requireOpenForJudgment(store, checkpoint))).toBe('E_BUNDLE_STALE');
    expect(codeOf(() => requireBundle(store))).toBe('E_BUNDLE_STALE');
    clock.atMs += 1;
    expect(codeOf(() => requireBundle(store, acceptedAt))).toBe('E_BUNDLE_STALE');
  });

  it('never goes on for ever, whatever an acceptance claims', () => {
    const clock = handClock();
    const store = filledStore(clock);
    clock.atMs = NOW_MS + 7_200_001;
    expect(codeOf(() => requireBundle(store, () => Number.MAX_SAFE_INTEGER))).toBe('E_BUNDLE_STALE');
    clock.atMs = NOW_MS + 3_600_001;
    expect(codeOf(() => requireBundle(store, () => 0))).toBe('E_BUNDLE_STALE');
  });
});

describe('a copied checkpoint', () => {
  it('does not satisfy another store', () => {
    const store = filledStore();
    const other = temporaryStore({ newStoreId: () => 'ffffffffffffffff' });
    writeFileSync(join(other.root, 'nominations.json'), readFileSync(join(store.root, 'nominations.json')));
    const fault = faultOf(() => requireBundle(other));
    expect(fault.code).toBe('E_BUNDLE_OTHER_STORE');
    expect(fault.message).not.toContain(store.root);
  });

  it('does not satisfy a run of another origin in the same store', () => {
    const store = filledStore();
    const mock = openStore(store.root, storeOptions({ origin: 'mock' }));
    expect(codeOf(() => requireBundle(mock))).toBe('E_BUNDLE_ORIGIN');
    expect(codeOf(() => requirePending(mock))).toBe('E_PENDING_ORIGIN');
  });
});

describe('writeEnvelope', () => {
  it('refuses what could not be read back, and keeps the good file', () => {
    const store = filledStore();
    const before = contentsOf(store.root);
    const small = { ...BUNDLE_FILE, maxBytes: 100 };
    expect(codeOf(() => writeEnvelope(small, store, { stamp: STAMP, payload: {} }))).toBe('E_STORE_WRITE');
    expect(contentsOf(store.root)).toEqual(before);
  });
});
