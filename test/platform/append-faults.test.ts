import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { openAppend } from '../../src/platform/append.ts';
import { type FaultPlan, underFaults, underShortWrites } from './faulty-fs.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

vi.mock('node:fs', async (original) => (await import('./faulty-fs.ts')).faultyFs(await original()));

const line = (text: string) => Buffer.from(`${text}\n`);

const ERRNOS = ['ENOSPC', 'EIO', 'EROFS', 'EACCES', 'EDQUOT', 'EMFILE'];

/** Appends three records to an existing file under the plan and checks what is left; false when no call was reached. */
function appendUnder(plan: FaultPlan): boolean {
  const path = join(freshDirectory(), 'findings.jsonl');
  writeFileSync(path, 'before\n');
  const acknowledged = ['before'];
  const { fired, thrown } = underFaults(plan, () => {
    const handle = openAppend(path);
    for (const record of ['one', 'two', 'three']) {
      handle.append(line(record));
      acknowledged.push(record);
    }
    handle.close();
  });
  const kept = readFileSync(path, 'utf8').split('\n').slice(0, -1);
  expect(kept.slice(0, acknowledged.length)).toEqual(acknowledged);
  expect(kept.length).toBeLessThanOrEqual(acknowledged.length + 1);
  if (fired > 0) expect(thrown).toBeInstanceOf(FaultError);
  return fired > 0;
}

describe('the order of system calls', () => {
  it('opens, settles what is there and makes the name durable before it returns', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const directory = path.split('/').at(-2);
    const settled = ['fdatasync findings.jsonl', `open ${directory}`, `fsync ${directory}`, `close ${directory}`];
    const open = () => openAppend(path).close();
    expect(underFaults(null, open).calls).toEqual(['open findings.jsonl', ...settled, 'close findings.jsonl']);
    expect(underFaults(null, open).calls).toEqual(['open findings.jsonl', 'open findings.jsonl', ...settled, 'close findings.jsonl']);
  });

  it('syncs every record before it returns', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const handle = openAppend(path);
    const { calls } = underFaults(null, () => handle.append(line('a')));
    expect(calls).toEqual(['write findings.jsonl', 'fdatasync findings.jsonl']);
    expect(underFaults(null, () => handle.truncate(0)).calls).toEqual(['ftruncate findings.jsonl', 'fsync findings.jsonl']);
    handle.close();
  });
});

describe('append when the system refuses', () => {
  it.each(['ENOSPC', 'EIO', 'EDQUOT', 'EFBIG'])('takes a torn write back on %s and goes on afterwards', (errno) => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const handle = openAppend(path);
    handle.append(line('first'));
    const plan = { at: 1, errno, onward: false, only: 'write', torn: true };
    const { thrown, calls } = underFaults(plan, () => handle.append(line('second, which tears')));
    expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE', message: expect.stringContaining(`${path}: `) } });
    expect(calls).toEqual(['write findings.jsonl', 'ftruncate findings.jsonl']);
    expect([readFileSync(path, 'utf8'), handle.sizeBytes]).toEqual(['first\n', 6]);
    handle.append(line('third'));
    expect([readFileSync(path, 'utf8'), handle.sizeBytes]).toEqual(['first\nthird\n', 12]);
    handle.close();
  });

  it('never touches the file again after a failed sync', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const handle = openAppend(path);
    handle.append(line('first'));
    const { thrown } = underFaults({ at: 1, errno: 'EIO', onward: false, only: 'fdatasync' }, () => handle.append(line('second')));
    expect(thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE', message: expect.stringContaining('(EIO)') } });
    expect(handle.sizeBytes).toBe(6);
    for (const act of [() => handle.append(line('third')), () => handle.truncate(0)]) {
      const later = underFaults(null, act);
      expect(later.calls).toEqual([]);
      expect(later.thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE' }, cause: { message: expect.stringContaining('(EIO)') } });
    }
    handle.close();
  });

  it('poisons the handle when a torn tail cannot be cut off', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const handle = openAppend(path);
    const plan = { at: 1, errno: 'ENOSPC', onward: true, torn: true };
    expect(underFaults(plan, () => handle.append(line('a record'))).thrown).toMatchObject({ fault: { code: 'E_STORE_WRITE' } });
    expect(underFaults(null, () => handle.append(line('b'))).calls).toEqual([]);
    handle.close();
    expect(readFileSync(path, 'utf8')).toBe('a re');
    expect(openAppend(path).sizeBytes).toBe(4);
  });

  it.each(ERRNOS)('keeps every acknowledged record, and at most one more, at every call for %s', (errno) => {
    for (const onward of [false, true]) {
      let at = 1;
      while (appendUnder({ at, errno, onward, torn: true })) at += 1;
      expect(at - 1).toBe(13);
    }
  });

  it('finishes short writes', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const handle = openAppend(path);
    underShortWrites(3, () => handle.append(line('a rather long record')));
    expect(readFileSync(path, 'utf8')).toBe('a rather long record\n');
    const fault = faultOf(() => underShortWrites(0, () => handle.append(line('more'))));
    expect(fault.message).toContain('(EIO)');
    handle.close();
  });
});
