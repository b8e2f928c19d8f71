import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { createFile, makeDirectory, removeFile, replaceFile, sweepTemporaries } from '../../src/platform/files.ts';
import { type FaultPlan, underFaults, underShortWrites } from './faulty-fs.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

vi.mock('node:fs', async (original) => (await import('./faulty-fs.ts')).faultyFs(await original()));

const ERRNOS = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EDQUOT', 'EMFILE'];
const OLD = 'the previous good file\n';
const NEW = 'its successor, which is longer than the file it replaces\n';

/** Fails call 1, then 2, ... until a run meets no fault; returns how many points there were. */
function everyPoint(variant: Omit<FaultPlan, 'at'>, run: (plan: FaultPlan) => number): number {
  for (let at = 1; at < 100; at += 1) {
    if (run({ ...variant, at }) === 0) return at - 1;
  }
  throw new Error('the run never completed');
}

function variants(): Omit<FaultPlan, 'at'>[] {
  return ERRNOS.flatMap((errno) => [
    { errno, onward: false },
    { errno, onward: true },
    { errno, onward: false, torn: true },
    { errno, onward: true, torn: true },
  ]);
}

/** One replacement under the plan, checked; returns how many calls were failed. */
function replaceUnder(plan: FaultPlan, path: string): number {
  const directory = dirname(path);
  writeFileSync(path, OLD);
  const { thrown, fired, calls } = underFaults(plan, () => replaceFile(path, NEW));
  const renameAt = calls.indexOf('rename TMP') + 1;
  expect(readFileSync(path, 'utf8')).toBe(fired === 0 || (renameAt > 0 && renameAt < plan.at) ? NEW : OLD);
  if (!plan.onward) expect(readdirSync(directory)).toEqual(['nominations.json']);
  sweepTemporaries(directory);
  expect(readdirSync(directory)).toEqual(['nominations.json']);
  if (fired > 0) expect(thrown).toBeInstanceOf(FaultError);
  const message = expect.stringMatching(new RegExp(`${path}.*\\(${plan.errno}\\)`));
  if (fired > 0) expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE', exit: 2, message } });
  return fired;
}

/** One creation under the plan in a directory of its own, checked; returns how many calls were failed. */
function createUnder(plan: FaultPlan): number {
  const directory = freshDirectory();
  const path = join(directory, 'brief.md');
  const { thrown, fired } = underFaults(plan, () => createFile(path, NEW, 'E_OUTPUT_WRITE'));
  if (fired > 0) expect(thrown).toMatchObject({ fault: { code: 'E_OUTPUT_WRITE' } });
  sweepTemporaries(directory);
  const names = readdirSync(directory);
  if (names.length > 0) expect([names, readFileSync(path, 'utf8')]).toEqual([['brief.md'], NEW]);
  return fired;
}

function runAsWindows(act: () => void): void {
  const platform = Object.getOwnPropertyDescriptor(process, 'platform');
  Object.defineProperty(process, 'platform', { value: 'win32', configurable: true });
  try {
    act();
  } finally {
    Object.defineProperty(process, 'platform', platform ?? {});
  }
}

describe('the order of system calls', () => {
  it('replaces by temp, write, sync, rename and directory sync', () => {
    const path = join(freshDirectory(), 'state.json');
    const { calls } = underFaults(null, () => replaceFile(path, NEW));
    const directory = path.split('/').at(-2);
    expect(calls).toEqual([
      'open TMP',
      'write TMP',
      'fsync TMP',
      'close TMP',
      'rename TMP',
      `open ${directory}`,
      `fsync ${directory}`,
      `close ${directory}`,
    ]);
  });

  it('creates by temp, write, sync, link, unlink and directory sync', () => {
    const path = join(freshDirectory(), 'brief.md');
    const { calls } = underFaults(null, () => createFile(path, NEW));
    const directory = path.split('/').at(-2);
    expect(calls).toEqual([
      'open TMP',
      'write TMP',
      'fsync TMP',
      'close TMP',
      'link TMP',
      'unlink TMP',
      `open ${directory}`,
      `fsync ${directory}`,
      `close ${directory}`,
    ]);
  });

  it('syncs the parent of every directory it makes, outermost first', () => {
    const root = freshDirectory();
    const { calls } = underFaults(null, () => makeDirectory(join(root, 'a', 'b')));
    const parent = root.split('/').at(-1);
    expect(calls).toEqual([
      'mkdir a',
      'chmod a',
      `open ${parent}`,
      `fsync ${parent}`,
      `close ${parent}`,
      'mkdir b',
      'chmod b',
      'open a',
      'fsync a',
      'close a',
    ]);
  });

  it('syncs the directory after a removal, also when the file was gone', () => {
    const path = join(freshDirectory(), 'pending.json');
    writeFileSync(path, OLD);
    const directory = path.split('/').at(-2);
    const expected = ['unlink pending.json', `open ${directory}`, `fsync ${directory}`, `close ${directory}`];
    expect(underFaults(null, () => removeFile(path)).calls).toEqual(expected);
    expect(underFaults(null, () => removeFile(path)).calls).toEqual(expected);
  });
});

describe('replaceFile when the system refuses', () => {
  it.each(variants())('leaves the old or the new file, whole, at every call: %o', (variant) => {
    const path = join(freshDirectory(), 'nominations.json');
    expect(everyPoint(variant, (plan) => replaceUnder(plan, path))).toBe(8);
  });

  it('finishes short writes and calls a write without progress EIO', () => {
    const path = join(freshDirectory(), 'state.json');
    underShortWrites(7, () => replaceFile(path, NEW));
    expect(readFileSync(path, 'utf8')).toBe(NEW);
    const fault = faultOf(() => underShortWrites(0, () => replaceFile(path, OLD)));
    expect(fault).toMatchObject({ code: 'E_STORE_WRITE', message: expect.stringContaining('(EIO)') });
    expect(readFileSync(path, 'utf8')).toBe(NEW);
  });

  it('throws what it did not expect with its cause', () => {
    const path = join(freshDirectory(), 'state.json');
    const { thrown } = underFaults({ at: 1, errno: 'EFAULT', onward: false }, () => replaceFile(path, NEW));
    expect(thrown).not.toBeInstanceOf(FaultError);
    expect(thrown).toMatchObject({ message: `writing ${path} failed`, cause: { code: 'EFAULT' } });
  });

  it('accepts file systems that do not sync directories, and no other refusal there', () => {
    const path = join(freshDirectory(), 'state.json');
    const plan = { at: 2, onward: false, only: 'fsync' };
    expect(underFaults({ ...plan, errno: 'EINVAL' }, () => replaceFile(path, NEW)).thrown).toBeNull();
    expect(underFaults({ ...plan, errno: 'EIO' }, () => replaceFile(path, NEW)).thrown).toBeInstanceOf(FaultError);
  });

  it('on Windows retries a held target and syncs no directory', () => {
    const path = join(freshDirectory(), 'state.json');
    runAsWindows(() => {
      const { calls, thrown } = underFaults({ at: 1, errno: 'EPERM', onward: false, only: 'rename' }, () => replaceFile(path, NEW));
      expect(thrown).toBeNull();
      expect(calls).toEqual(['open TMP', 'write TMP', 'fsync TMP', 'close TMP', 'rename TMP', 'rename TMP']);
    });
    expect(readFileSync(path, 'utf8')).toBe(NEW);
  });
});

describe('createFile when the system refuses', () => {
  it.each(variants())('leaves nothing or the whole file, at every call: %o', (variant) => {
    expect(everyPoint(variant, createUnder)).toBe(9);
  });

  it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])('falls back to exclusive creation where link answers %s', (errno) => {
    const directory = freshDirectory();
    const path = join(directory, 'brief.md');
    const plan = { at: 1, errno, onward: false, only: 'link' };
    expect(underFaults(plan, () => createFile(path, NEW)).thrown).toBeNull();
    expect([readdirSync(directory), readFileSync(path, 'utf8')]).toEqual([['brief.md'], NEW]);
    expect(underFaults(plan, () => createFile(path, OLD)).thrown).toMatchObject({ fault: { code: 'E_OUTPUT_EXISTS' } });
    expect([readdirSync(directory), readFileSync(path, 'utf8')]).toEqual([['brief.md'], NEW]);
  });

  it('removes the partial file when the fallback fails', () => {
    const directory = freshDirectory();
    const linkless = { at: 1, errno: 'EPERM', onward: false, only: 'link' };
    const full = { at: 2, errno: 'ENOSPC', onward: false, only: 'write', torn: true };
    const { calls, thrown } = underFaults([linkless, full], () => createFile(join(directory, 'a'), NEW));
    expect(calls.slice(4)).toEqual(['link TMP', 'open a', 'write a', 'close a', 'unlink a', 'unlink TMP']);
    expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE', message: expect.stringContaining('(ENOSPC)') } });
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('the other acts when the system refuses', () => {
  it('removeFile and makeDirectory report every errno and complete on a rerun', () => {
    for (const variant of variants()) {
      const root = freshDirectory();
      const file = join(root, 'pending.json');
      const made = join(root, 'x', 'y');
      const removal = everyPoint(variant, (plan) => {
        writeFileSync(file, OLD);
        const { thrown, fired } = underFaults(plan, () => removeFile(file));
        if (fired > 0) expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE' } });
        return fired;
      });
      expect(removal).toBe(4);
      const { thrown } = underFaults({ ...variant, at: 1 }, () => makeDirectory(made));
      expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE' } });
      makeDirectory(made);
      expect(readdirSync(root)).toEqual(['x']);
    }
  });

  it('a directory that another process makes first is accepted, and left to it', () => {
    const root = freshDirectory();
    const late = { at: 1, errno: 'EEXIST', onward: false, only: 'mkdir', late: true };
    const { thrown, calls } = underFaults(late, () => makeDirectory(join(root, 'a')));
    expect([thrown, calls]).toEqual([null, ['mkdir a']]);
  });
});
