import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { AT } from '../support/build-item.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { readDigest, writeAngles, writeJudgments } from '../support/host.ts';
import { parseBriefDone, parseFault, parseLegOne } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { modesIn, namesIn, roundNamesIn, roundTreeOf, treeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const nominated = prepareRound({ through: 'nominate' });
const resumed = prepareRound({ through: 'resume' });

const legOne = (store: string) => ['discover', '--nominate-only', ...MOCK_AT, '--store', store];
const at = (store: string, instant: string) => ['--mock', '--now', instant, '--store', store, '--json'];

async function faultOf(args: readonly string[]) {
  const run = await callProgram(args);
  expect(run.code).toBe(2);
  return parseFault(run.stdout);
}

describe('nobody else can read a store, whatever the umask', () => {
  const before = process.umask();
  afterEach(() => void process.umask(before));

  it.each([0o000, 0o077])('under umask %o every directory is 0700 and every file 0600', async (umask) => {
    process.umask(umask);
    const store = join(temporaryDirectory(), 'deep', 'store');
    const one = await callProgram(legOne(store));
    const two = await callPrinted(writeJudgments(one.stdout, (row) => ({ ...row, name: 'A story', worth: 60 })));
    const { path, next } = readDigest(two.stdout);
    writeAngles(two.stdout, (row) => ({ ...row, hook: 'A hook.' }));
    expect((await callPrinted(next)).code).toBe(0);
    const hostFiles = [path, path.replace('-angles', '-judgments')].map((file) => file.slice(store.length + 1));
    const modes = Object.entries(modesIn(store)).filter(([name]) => !hostFiles.includes(name));
    const isDirectory = (name: string) => statSync(join(store, name)).isDirectory();
    const directories = modes.filter(([name]) => isDirectory(name));
    expect(directories.map(([name]) => name)).toEqual(expect.arrayContaining(['.', 'host', 'briefs', 'jobs']));
    expect(new Set(directories.map(([, mode]) => mode))).toEqual(new Set(['700']));
    const files = modes.filter(([name]) => !isDirectory(name));
    expect(files.length).toBeGreaterThan(6);
    expect(new Set(files.map(([, mode]) => mode))).toEqual(new Set(['600']));
    expect(modesIn(join(store, '..'))['.']).toBe('700');
  });
});

describe('a new round ends the one before', () => {
  it('leg 1 deletes the old pending report and the old host files, and leaves what it never named', async () => {
    const { store, bundleId } = resumed();
    writeFileSync(join(store, 'host', 'my-notes.txt'), 'mine');
    expect(namesIn(store)).toContain(`host/${bundleId}-angles.json`);
    const again = parseLegOne((await callProgram([...legOne(store), '--json'])).stdout);
    expect(again.bundleId).not.toBe(bundleId);
    expect(roundNamesIn(store)).toEqual(['host', 'host/my-notes.txt', 'lock.db', 'nominations.json', 'store.json']);
  });

  it('finalize after a newer leg 1 has nothing to finalize', async () => {
    const { store, finalize } = resumed();
    await callProgram(legOne(store));
    expect(await faultOf([...finalize, '--json'])).toMatchObject({
      code: 'E_PENDING_MISSING',
      remedy: expect.stringContaining('--judgments'),
    });
  });

  it('a report that survived a kill before its deletion is refused: it belongs to the round before', async () => {
    const { store, bundleId, finalize } = resumed();
    const old = readFileSync(join(store, 'pending.json'));
    const { bundleId: newer } = parseLegOne((await callProgram([...legOne(store), '--json'])).stdout);
    writeFileSync(join(store, 'pending.json'), old);
    const fault = await faultOf([...finalize, '--json']);
    expect(fault.code).toBe('E_PENDING_SUPERSEDED');
    expect(fault.message).toContain(bundleId);
    expect(fault.remedy).toContain(`judge bundle ${newer}`);
  });

  it('judgments of the round before are sent to the digest of this one, never re-bound', async () => {
    const { store, bundleId, judgmentsPath, resume } = nominated();
    const old = readFileSync(judgmentsPath, 'utf8');
    const other = parseLegOne((await callProgram([...legOne(store), '--sources', 'lobsters', '--json'])).stdout);
    writeFileSync(judgmentsPath, old);
    const fault = await faultOf([...resume, '--json']);
    expect(fault.code).toBe('E_JUDGMENTS_OTHER_SWEEP');
    expect(fault.message).toContain(bundleId);
    expect(fault.remedy).toContain(other.bundleId);
    expect(fault.remedy).not.toContain('set bundleId');
  });

  it('an edit that mends is named where all ids are known', async () => {
    const { bundleId, judgmentsPath, resume } = nominated();
    writeFileSync(judgmentsPath, readFileSync(judgmentsPath, 'utf8').replace(bundleId, '0123456789abcdef'));
    const fault = await faultOf([...resume, '--json']);
    expect(fault).toMatchObject({ code: 'E_JUDGMENTS_OTHER_ID', remedy: `set bundleId to ${bundleId} and run this leg again` });
  });
});

describe('a leg 2 that ends with nothing solid', () => {
  it('exits 0, names no next command, and leaves no report for a leg 3 to find', async () => {
    const { store, bundleId, ids, judgmentsPath, resume, finalize } = resumed();
    writeFileSync(judgmentsPath, JSON.stringify({ bundleId, judgments: ids.map((id) => ({ id, name: 'Spam', junk: true, worth: 0 })) }));
    const run = await callProgram([...resume, '--json']);
    expect(run.code).toBe(0);
    expect(parseBriefDone(run.stdout)).toMatchObject({ status: 'nothing-solid', exit: 0, next: null, files: [] });
    expect(namesIn(store)).not.toContain('pending.json');
    expect((await faultOf([...finalize, '--json'])).code).toBe('E_PENDING_MISSING');
    const text = await callProgram(resume);
    expect(text.stdout).toContain('Nothing solid this window.');
    expect(text.stdout).toContain('Closest weak signal');
    expect(text.stdout).not.toContain('Then run:');
  });

  it('the bundle stays, so that corrected judgments are applied', async () => {
    const { bundleId, ids, judgmentsPath, resume } = nominated();
    const good = readFileSync(judgmentsPath);
    writeFileSync(judgmentsPath, JSON.stringify({ bundleId, judgments: ids.map((id) => ({ id, junk: true })) }));
    expect(parseBriefDone((await callProgram([...resume, '--json'])).stdout).status).toBe('nothing-solid');
    writeFileSync(judgmentsPath, good);
    expect((await callProgram(resume)).stdout).toContain('topics cleared the floor');
  });
});

describe('finalize can be repeated', () => {
  it('writes the same two brief files again, and leaves the report as it was', async () => {
    const { store, finalize } = resumed();
    const pending = readFileSync(join(store, 'pending.json'));
    const first = await callProgram(finalize);
    const tree = treeOf(store);
    for (let repeat = 0; repeat < 3; repeat += 1) expect(await callProgram(finalize)).toEqual(first);
    expect(treeOf(store)).toEqual(tree);
    expect(namesIn(join(store, 'briefs'))).toHaveLength(2);
    expect(readFileSync(join(store, 'pending.json'))).toEqual(pending);
  });

  it('applies other angles, or none, to the same report', async () => {
    const { store, bundleId, ids, anglesPath, finalize } = resumed();
    const brief = () => readFileSync(join(store, 'briefs', `${AT.slice(0, 10)}-global-${bundleId}.md`), 'utf8');
    expect((await callProgram(finalize)).stdout).toContain(`A hook for ${ids[0]}.`);
    writeFileSync(anglesPath, JSON.stringify({ bundleId, angles: [{ id: ids[0], hook: 'A better hook.' }] }));
    expect((await callProgram(finalize)).stdout).toContain('A better hook.');
    expect(brief()).toContain('A better hook.');
    expect(brief()).not.toContain('A hook for');
    const plain = await callProgram(finalize.filter((arg) => arg !== '--angles' && arg !== anglesPath));
    expect(plain.code).toBe(0);
    expect(brief()).not.toContain('hook');
  });

  it('keeps its file names when the day turned between two leg 2s of one round', async () => {
    const store = join(temporaryDirectory(), 'store');
    const run = (instant: string, ...args: string[]) => callProgram(['discover', ...args, '--mock', '--now', instant, '--store', store]);
    const one = await run('2031-05-10T23:58:00Z', '--nominate-only');
    const { path } = readDigest(one.stdout);
    writeJudgments(one.stdout, (row) => ({ ...row, name: 'A story', worth: 60 }));
    for (const instant of ['2031-05-10T23:59:00Z', '2031-05-11T00:05:00Z']) {
      expect((await run(instant, '--judgments', path)).code).toBe(0);
      expect((await run(instant, '--finalize')).code).toBe(0);
    }
    expect(namesIn(join(store, 'briefs')).map((name) => name.slice(0, 17))).toEqual(['2031-05-10-global', '2031-05-10-global']);
  });
});

describe('a checkpoint is good for one hour, of its own kind, in its own store', () => {
  it('judgments that come two hours later are too late', async () => {
    const { store, judgmentsPath } = nominated();
    const args = ['discover', '--judgments', judgmentsPath, ...at(store, '2031-05-10T20:00:00Z')];
    expect(await faultOf(args)).toMatchObject({ code: 'E_BUNDLE_STALE', remedy: expect.stringContaining('sweep again') });
    const inTime = await callProgram(['discover', '--judgments', judgmentsPath, ...at(store, '2031-05-10T18:59:50Z')]);
    expect(inTime.code).toBe(0);
  });

  it('a bundle from the future never counts as fresh', async () => {
    const { store, judgmentsPath } = nominated();
    const args = ['discover', '--judgments', judgmentsPath, ...at(store, '2031-05-10T17:00:00Z')];
    expect(await faultOf(args)).toMatchObject({ code: 'E_BUNDLE_FUTURE', remedy: expect.stringContaining('clock') });
  });

  it('so it is with the pending report', async () => {
    const { store } = resumed();
    expect(await faultOf(['discover', '--finalize', ...at(store, '2031-05-10T20:00:00Z')])).toMatchObject({ code: 'E_PENDING_STALE' });
    expect(await faultOf(['discover', '--finalize', ...at(store, '2031-05-10T17:00:00Z')])).toMatchObject({ code: 'E_PENDING_FUTURE' });
  });

  it('leg 2 starts a fresh hour for the angles', async () => {
    const { store, judgmentsPath } = nominated();
    await callProgram(['discover', '--judgments', judgmentsPath, ...at(store, '2031-05-10T18:50:00Z')]);
    const late = await callProgram(['discover', '--finalize', ...at(store, '2031-05-10T19:40:00Z')]);
    expect(late.code).toBe(0);
  });

  it('a mock bundle is not read by a live leg, nor a mock report', async () => {
    const { store, judgmentsPath } = resumed();
    expect(await faultOf(['discover', '--judgments', judgmentsPath, '--store', store, '--json'])).toMatchObject({
      code: 'E_BUNDLE_ORIGIN',
      remedy: expect.stringMatching(/^fix the flag: add --mock, as the sweep had it, or sweep afresh/),
    });
    expect(await faultOf(['discover', '--finalize', '--store', store, '--json'])).toMatchObject({
      code: 'E_PENDING_ORIGIN',
      remedy: expect.stringContaining('add --mock'),
    });
  });

  it('a live store takes no replay, and is left as it was', async () => {
    const { store, judgmentsPath } = nominated();
    const tree = treeOf(store);
    for (const leg of [['--nominate-only'], ['--judgments', judgmentsPath], ['--finalize']]) {
      const args = ['discover', ...leg, '--gateway', 'http://127.0.0.1:1', '--store', store, '--json'];
      expect(await faultOf(args)).toMatchObject({ code: 'E_STORE_ORIGIN' });
    }
    expect(treeOf(store)).toEqual(tree);
  });

  it('a file copied from another store is refused, whichever it is', async () => {
    const mine = resumed();
    const other = temporaryDirectory();
    await callProgram(legOne(other));
    cpSync(join(mine.store, 'nominations.json'), join(other, 'nominations.json'));
    cpSync(join(mine.store, 'pending.json'), join(other, 'pending.json'));
    const flags = [...MOCK_AT, '--store', other, '--json'];
    expect(await faultOf(['discover', '--judgments', mine.judgmentsPath, ...flags])).toMatchObject({ code: 'E_BUNDLE_OTHER_STORE' });
    expect(await faultOf(['discover', '--finalize', ...flags])).toMatchObject({ code: 'E_PENDING_OTHER_STORE' });
  });
});

describe('a store that is none', () => {
  it('a file in its place is a fault of leg 1 too', async () => {
    const path = join(temporaryDirectory(), 'file');
    writeFileSync(path, 'mine');
    expect((await faultOf([...legOne(path), '--json'])).code).toBe('E_STORE_WRITE');
    expect((await faultOf(['discover', '--finalize', ...MOCK_AT, '--store', path, '--json'])).code).toBe('E_STORE_UNSAFE');
    expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it.each([['--judgments', '/nowhere/j.json'], ['--finalize']])('is neither made nor marked by %s', async (...leg) => {
    const directory = temporaryDirectory();
    const missing = join(directory, 'missing');
    expect((await faultOf(['discover', ...leg, ...MOCK_AT, '--store', missing, '--json'])).code).toBe('E_STORE_MISSING');
    expect((await faultOf(['discover', ...leg, ...MOCK_AT, '--store', directory, '--json'])).code).toBe('E_STORE_MISSING');
    expect(namesIn(directory)).toEqual([]);
  });

  it('a checkpoint elsewhere never stands in: TRIVET_STORE is not asked when --store is given', async () => {
    const { store, judgmentsPath } = nominated();
    const run = await callProgram(['discover', '--judgments', judgmentsPath, ...MOCK_AT, '--store', temporaryDirectory(), '--json'], {
      env: { TRIVET_STORE: store },
    });
    expect(parseFault(run.stdout).code).toBe('E_STORE_MISSING');
  });

  it('TRIVET_STORE and --save-dir name it as --store does', async () => {
    const { store, judgmentsPath } = nominated();
    const args = ['discover', '--judgments', judgmentsPath, ...MOCK_AT];
    expect((await callProgram(args, { env: { TRIVET_STORE: store } })).code).toBe(0);
    expect((await callProgram([...args, '--save-dir', store], { env: { TRIVET_STORE: '/nowhere' } })).code).toBe(0);
  });
});

it('leftovers of a killed writer are swept by the next leg', async () => {
  const { store, resume } = nominated();
  const left = [join(store, '.pending.json.4242.0123456789ab.tmp'), join(store, 'host', '.x.4242.0123456789ab.tmp')];
  for (const path of left) writeFileSync(path, 'half');
  expect((await callProgram(resume)).code).toBe(0);
  expect(left.filter((path) => existsSync(path))).toEqual([]);
});

it('a bundle whose writing fails harms nothing of the round before', async () => {
  const { store } = resumed();
  rmSync(join(store, 'host'), { recursive: true });
  writeFileSync(join(store, 'host'), 'a file in the place of the directory');
  const tree = roundTreeOf(store);
  expect((await faultOf([...legOne(store), '--json'])).code).toMatch(/^E_STORE_/);
  expect(roundTreeOf(store)).toEqual(tree);
});
