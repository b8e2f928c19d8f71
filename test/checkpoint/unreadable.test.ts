import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import {
  openStore,
  requireAngles,
  requireBundle,
  requireJudgments,
  requirePending,
  type Store,
  writeBundle,
  writePending,
} from '../../src/checkpoint/index.ts';
import { readBounded } from '../../src/platform/bounded-read.ts';
import { aBundle, aReport, faultOf, STAMP, storeOptions, temporaryStore } from './samples.ts';

// The tests may run as root, whom no file mode stops: the system's refusal is played.
vi.mock('../../src/platform/bounded-read.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../../src/platform/bounded-read.ts')>();
  return { ...original, readBounded: vi.fn(original.readBounded) };
});

afterEach(() => {
  vi.mocked(readBounded).mockClear();
});

it.each([
  ['E_STORE_UNREADABLE', 'store.json', (store: Store) => openStore(store.root, storeOptions())],
  ['E_BUNDLE_UNREADABLE', 'nominations.json', (store: Store) => requireBundle(store)],
  ['E_PENDING_UNREADABLE', 'pending.json', (store: Store) => requirePending(store)],
])('%s names the file and the errno', (code, name, read) => {
  const store = temporaryStore();
  writeBundle(store, aBundle(), STAMP);
  writePending(store, aReport(), STAMP);
  vi.mocked(readBounded).mockReturnValue({ kind: 'unreadable', errno: 'EACCES' });
  const fault = faultOf(() => read(store));
  vi.mocked(readBounded).mockReset();
  expect(fault).toMatchObject({
    code,
    message: `${join(store.root, name)} cannot be read (EACCES)`,
    remedy: 'make it readable for this user, then run the same command again',
  });
});

it('says so for host files too', () => {
  const store = temporaryStore();
  const bundle = writeBundle(store, aBundle(), STAMP);
  const pending = writePending(store, aReport(), STAMP);
  const file = { path: realpathSync(bundle.path), stdin: null };
  vi.mocked(readBounded).mockReturnValue({ kind: 'unreadable', errno: 'EACCES' });
  const faults = [faultOf(() => requireJudgments(file, bundle)), faultOf(() => requireAngles(file, pending))];
  vi.mocked(readBounded).mockReset();
  expect(faults.map((fault) => fault.code)).toEqual(['E_JUDGMENTS_UNREADABLE', 'E_ANGLES_UNREADABLE']);
  expect(faults[0]?.message).toBe(`${file.path} cannot be read (EACCES)`);
});
