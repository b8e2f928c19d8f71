import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { briefPath, hostFilePath, openStore, requireOwnDirectory, sweepStore, writeBrief } from '../../src/checkpoint/index.ts';
import { BUNDLE_ID, codeOf, contentsOf, faultOf, STORE_ID, storeOptions, temporaryDirectory, temporaryStore } from './samples.ts';

const RUN = { bundleId: BUNDLE_ID, generatedAt: '2021-12-10T18:00:00Z', domain: '' };

describe('openStore', () => {
  it('creates a store once, private to its user, and finds it again', () => {
    const directory = join(temporaryDirectory(), 'deep', 'store');
    const created = openStore(directory, storeOptions());
    expect(JSON.parse(readFileSync(join(directory, 'store.json'), 'utf8'))).toEqual({
      kind: 'trivet-store',
      schemaVersion: 1,
      storeId: STORE_ID,
      origin: 'live',
      createdAt: '2021-12-10T18:00:00Z',
    });
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'store.json')).mode & 0o777).toBe(0o600);
    const before = contentsOf(directory);
    const found = openStore(directory, storeOptions({ newStoreId: () => 'zzzzzzzzzzzzzzzz' }));
    expect(found.storeId).toBe(created.storeId);
    expect(contentsOf(directory)).toEqual(before);
  });

  it('follows a link to the root once, and builds every path below the real one', () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'real'), { mode: 0o700 });
    symlinkSync(join(directory, 'real'), join(directory, 'link'));
    const store = openStore(join(directory, 'link'), storeOptions());
    expect(store.root).toBe(openStore(join(directory, 'real'), storeOptions()).root);
  });

  it('refuses live in a replay store and the reverse, and lets mock run in both', () => {
    const live = temporaryStore();
    const replay = temporaryStore({ origin: 'replay' });
    const fault = faultOf(() => openStore(live.root, storeOptions({ origin: 'replay' })));
    expect(fault.code).toBe('E_STORE_ORIGIN');
    expect(fault.remedy).toBe('fix the flag, or name another --store');
    expect(codeOf(() => openStore(replay.root, storeOptions({ origin: 'live' })))).toBe('E_STORE_ORIGIN');
    expect(openStore(live.root, storeOptions({ origin: 'mock' })).family).toBe('live');
    expect(openStore(replay.root, storeOptions({ origin: 'mock' })).family).toBe('replay');
    expect(temporaryStore({ origin: 'mock' }).family).toBe('live');
  });

  it('makes nothing when it may not create', () => {
    const directory = join(temporaryDirectory(), 'none');
    expect(codeOf(() => openStore(directory, storeOptions({ create: false })))).toBe('E_STORE_MISSING');
    expect(existsSync(directory)).toBe(false);
    mkdirSync(directory, { mode: 0o700 });
    const fault = faultOf(() => openStore(directory, storeOptions({ create: false })));
    expect(fault.code).toBe('E_STORE_MISSING');
    expect(fault.message).toBe(`${join(directory, 'store.json')} does not exist`);
    expect(contentsOf(directory)).toEqual({});
  });

  const good = { kind: 'trivet-store', schemaVersion: 1, storeId: STORE_ID, origin: 'live', createdAt: '2021-12-10T18:00:00Z' };
  it.each([
    ['E_STORE_ENCODING', Buffer.from('{"kind":"caf\xe9"}', 'latin1')],
    ['E_STORE_NOT_JSON', '{"kind":'],
    ['E_STORE_NOT_JSON', ''],
    ['E_STORE_TOO_DEEP', `${'['.repeat(200)}${']'.repeat(200)}`],
    ['E_STORE_TOO_LARGE', ' '.repeat(65_537)],
    ['E_STORE_CORRUPT', '[]'],
    ['E_STORE_CORRUPT', JSON.stringify({ ...good, extra: 1 })],
    ['E_STORE_CORRUPT', JSON.stringify({ ...good, origin: 'mock' })],
    ['E_STORE_CORRUPT', JSON.stringify(good).replace('{', '{"__proto__":{},')],
    ['E_STORE_KIND', JSON.stringify({ ...good, kind: 'trivet-bundle' })],
    ['E_STORE_VERSION', JSON.stringify({ ...good, schemaVersion: 2 })],
    ['E_STORE_VERSION', JSON.stringify({ ...good, schemaVersion: '1' })],
    ['E_STORE_ID_MISSING', JSON.stringify({ ...good, storeId: '../../etc/passwd' })],
  ])('faults %s and leaves the file as it is', (code, content) => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'store.json'), content, { mode: 0o600 });
    const before = contentsOf(directory);
    const fault = faultOf(() => openStore(directory, storeOptions()));
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(join(directory, 'store.json'));
    expect(fault.exit).toBe(2);
    expect(contentsOf(directory)).toEqual(before);
  });

  it('accepts one byte order mark', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'store.json'), `\uFEFF${JSON.stringify(good)}`, { mode: 0o600 });
    expect(openStore(directory, storeOptions()).storeId).toBe(STORE_ID);
    writeFileSync(join(directory, 'store.json'), `\uFEFF\uFEFF${JSON.stringify(good)}`, { mode: 0o600 });
    expect(codeOf(() => openStore(directory, storeOptions()))).toBe('E_STORE_NOT_JSON');
  });

  it('refuses a store.json that is a symbolic or a hard link', () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'elsewhere.json'), JSON.stringify(good));
    symlinkSync(join(directory, 'elsewhere.json'), join(directory, 'store.json'));
    expect(codeOf(() => openStore(directory, storeOptions()))).toBe('E_STORE_UNSAFE');
    rmSync(join(directory, 'store.json'));
    linkSync(join(directory, 'elsewhere.json'), join(directory, 'store.json'));
    expect(codeOf(() => openStore(directory, storeOptions()))).toBe('E_STORE_UNSAFE');
    expect(readFileSync(join(directory, 'elsewhere.json'), 'utf8')).toBe(JSON.stringify(good));
  });
});

describe('requireOwnDirectory', () => {
  it.each([
    ['is not there yet', null],
    ['is empty', []],
    ['holds the lock of the leg that asks', ['lock.db', 'lock.db-journal', 'lock-holder.json']],
    ['holds what a killed first leg left', ['.store.json.12.tmp']],
    ['is a store, whatever else lies in it', ['notes.md', 'store.json']],
  ])('takes a directory that %s', (_, names) => {
    const root = join(temporaryDirectory(), 'own');
    if (names !== null) mkdirSync(root);
    for (const name of names ?? []) writeFileSync(join(root, name), '');
    expect(() => requireOwnDirectory(root)).not.toThrow();
  });

  it.each(['notes.md', 'lock.db.bak', 'my-lock.db', 'photo.tmp'])(
    'refuses one that holds %s and is no store, and leaves it as it was',
    (name) => {
      const root = temporaryDirectory();
      for (const own of ['lock.db', name]) writeFileSync(join(root, own), '');
      const before = contentsOf(root);
      const fault = faultOf(() => requireOwnDirectory(root));
      expect([fault.code, fault.message]).toEqual(['E_STORE_UNSAFE', `${root} holds other files and is no store`]);
      expect(fault.remedy).toBe('name a new or an empty directory with --store');
      expect(contentsOf(root)).toEqual(before);
    },
  );
});

describe('paths of a store', () => {
  it('are fixed names and names built of ids', () => {
    const store = temporaryStore();
    expect(hostFilePath(store, BUNDLE_ID, 'judgments')).toBe(join(store.root, 'host', `${BUNDLE_ID}-judgments.json`));
    expect(hostFilePath(store, BUNDLE_ID, 'angles')).toBe(join(store.root, 'host', `${BUNDLE_ID}-angles.json`));
    expect(briefPath(store, RUN, 'md')).toBe(join(store.root, 'briefs', `2021-12-10-global-${BUNDLE_ID}.md`));
    const hostile = { ...RUN, domain: '../../etc  AI\u202e agents' };
    expect(briefPath(store, hostile, 'json')).toBe(join(store.root, 'briefs', `2021-12-10-etc-ai-agents-${BUNDLE_ID}.json`));
  });

  it('are refused where a directory of the store is a link', () => {
    const store = temporaryStore();
    symlinkSync(temporaryDirectory(), join(store.root, 'briefs'));
    expect(codeOf(() => writeBrief(store, RUN, { extension: 'md', text: 'x' }))).toBe('E_STORE_UNSAFE');
  });

  it('rewrite the brief of a run that is finalised again', () => {
    const store = temporaryStore();
    const first = writeBrief(store, RUN, { extension: 'md', text: 'one' });
    const second = writeBrief(store, RUN, { extension: 'md', text: 'two' });
    expect(second).toBe(first);
    expect(readFileSync(second, 'utf8')).toBe('two');
    expect(Object.keys(contentsOf(store.root))).toEqual([`briefs/2021-12-10-global-${BUNDLE_ID}.md`, 'store.json']);
  });
});

describe('sweepStore', () => {
  it('removes what killed writers left, and nothing else', () => {
    const store = temporaryStore();
    writeBrief(store, RUN, { extension: 'md', text: 'one' });
    const before = contentsOf(store.root);
    writeFileSync(join(store.root, '.pending.json.4711.0123456789ab.tmp'), 'half');
    writeFileSync(join(store.root, 'briefs', '.x.md.4711.0123456789ab.tmp'), 'half');
    expect(sweepStore(store)).toBe(2);
    expect(contentsOf(store.root)).toEqual(before);
  });
});
