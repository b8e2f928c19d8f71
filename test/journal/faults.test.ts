import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { type FindingLine, FindingsFile, toFindingLine } from '../../src/journal/findings-file.ts';
import { openAppend } from '../../src/platform/append.ts';
import { underFaults } from '../platform/faulty-fs.ts';
import { handClock, jobDirectory, open, withJob } from './open-fixture.ts';

vi.mock('node:fs', async (original) => (await import('../platform/faulty-fs.ts')).faultyFs(await original()));

/** A findings file of its own, flushed by hand inside the faults. */
function openFindings(): { path: string; file: FindingsFile; accepted: string[]; add(key: string): Promise<unknown> } {
  const directory = jobDirectory();
  mkdirSync(directory);
  const path = join(directory, 'findings.jsonl');
  const accepted: string[] = [];
  const onDurable = (lines: readonly FindingLine[]) => void accepted.push(...lines.map(({ key }) => key));
  const file = new FindingsFile(openAppend(path), onDurable);
  const add = (key: string) =>
    file.add(toFindingLine(key, 1)).then(
      () => 'recorded',
      (error: unknown) => error,
    );
  return { path, file, accepted, add };
}

const keysIn = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line).key);

describe('group commit', () => {
  it('writes and syncs the findings of one turn once, and those of the next again', async () => {
    const { path, file, add } = openFindings();
    const first = [add('a'), add('b'), add('c')];
    const { calls } = underFaults(null, () => file.flush());
    expect(calls).toEqual(['write findings.jsonl', 'fdatasync findings.jsonl']);
    expect(await Promise.all(first)).toEqual(['recorded', 'recorded', 'recorded']);
    const second = add('d');
    expect(underFaults(null, () => file.flush()).calls).toEqual(['write findings.jsonl', 'fdatasync findings.jsonl']);
    await second;
    expect(underFaults(null, () => file.flush()).calls).toEqual([]);
    expect(keysIn(path)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('does not wait for another turn', async () => {
    const { path, add } = openFindings();
    const recorded = add('a');
    await nextTurn();
    expect(keysIn(path)).toEqual(['a']);
    await recorded;
  });
});

describe('findings when the disk refuses', () => {
  it.each(['ENOSPC', 'EIO', 'EDQUOT'])('a torn write (%s) is taken back, told to all who wait, and may be tried again', async (errno) => {
    const { path, file, accepted, add } = openFindings();
    const before = add('before');
    file.flush();
    await before;
    const waiting = [add('a'), add('b')];
    underFaults({ at: 1, errno, onward: false, only: 'write', torn: true }, () => file.flush());
    for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ fault: { code: 'E_STORE_WRITE', retryable: true } });
    expect([keysIn(path), accepted]).toEqual([['before'], ['before']]);
    const again = add('a');
    file.flush();
    expect([await again, keysIn(path)]).toEqual(['recorded', ['before', 'a']]);
  });

  it('a failed sync poisons the file: nothing more is written or promised, and the next open reads afresh', async () => {
    const { path, file, accepted, add } = openFindings();
    const first = add('a');
    underFaults({ at: 1, errno: 'EIO', onward: false, only: 'fdatasync' }, () => file.flush());
    expect(await first).toBeInstanceOf(FaultError);
    const second = add('b');
    expect(underFaults(null, () => file.flush()).calls).toEqual([]);
    expect(await second).toMatchObject({ fault: { code: 'E_STORE_WRITE', message: expect.stringContaining('earlier') } });
    expect(accepted).toEqual([]);
    file.close();
    await withJob(join(path, '..'), (job) => expect([job.isDone('a'), job.isDone('b')]).toEqual([true, false]));
  });
});

describe('a checkpoint', () => {
  it('puts findings, state and summary on the disk in this order', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    const recorded = job.recordFinding('a', 1);
    const { calls } = underFaults(null, () => void job.checkpoint());
    await recorded;
    await job.close();
    const replaced = ['open TMP', 'write TMP', 'fsync TMP', 'close TMP', 'rename TMP', 'open job', 'fsync job', 'close job'];
    expect(calls).toEqual(['write findings.jsonl', 'fdatasync findings.jsonl', ...replaced, ...replaced]);
  });
});

describe('checkpoints when the disk refuses', () => {
  it('cost no finding, are tried again when due, and are thrown where they were asked for', async () => {
    const directory = jobDirectory();
    const clock = handClock();
    const job = await open(directory, { clock });
    clock.advance(1000);
    const recorded = job.recordFinding('a', 1);
    // The rename of state.json alone fails, inside the turn's own flush.
    let finished: unknown = null;
    underFaults({ at: 1, errno: 'ENOSPC', onward: true, only: 'rename' }, () => {
      finished = job.finish().catch((error) => error);
    });
    await recorded;
    expect(await finished).toMatchObject({ fault: { code: 'E_STORE_WRITE' } });
    const stateOf = () => JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8'));
    expect([job.isDone('a'), stateOf().completed]).toEqual([true, []]);
    clock.advance(1000);
    await job.recordFinding('b', 1);
    expect(stateOf().completed.length).toBe(2);
    await job.close();
  });
});

describe('opening when the disk refuses', () => {
  /** Opens a job with a corrupt middle and a torn tail under the plan; false when no call was reached. */
  async function openUnder(at: number): Promise<boolean> {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      for (const key of ['a', 'b', 'c']) await job.recordFinding(key, key);
    });
    const { writeFileSync } = await vi.importActual<typeof import('node:fs')>('node:fs');
    const path = join(directory, 'findings.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines[0]}\n${lines[1]?.replace('"b"', '"x"')}\n${lines[2]}`);
    let opening: Promise<unknown> = Promise.resolve();
    const { fired } = underFaults({ at, errno: 'EIO', onward: true }, () => {
      opening = open(directory).then(
        (job) => job.close(),
        (error: unknown) => error,
      );
    });
    const outcome = await opening;
    if (fired > 0) expect(outcome).toBeInstanceOf(FaultError);
    await withJob(directory, (job) => {
      expect([job.isDone('a'), job.isDone('b'), job.isDone('c')], `after call ${at}`).toEqual([true, false, true]);
    });
    expect(keysIn(path)).toEqual(['a', 'c']);
    expect(readFileSync(`${directory}.quarantine.jsonl`, 'utf8')).toContain('"problem":"crc"');
    return fired > 0;
  }

  it('has what a killed process left in the page cache on the disk before it reads it', async () => {
    const directory = jobDirectory();
    await withJob(directory, (job) => job.recordFinding('a', 1));
    let opening: Promise<unknown> = Promise.resolve();
    const { calls } = underFaults(null, () => {
      opening = open(directory).then((job) => job.close());
    });
    await opening;
    const onFindings = calls.filter((call) => call.endsWith(' findings.jsonl')).slice(0, 5);
    // Opened for appending (a refused creation first), synced, and only then opened for reading.
    const settled = ['open findings.jsonl', 'open findings.jsonl', 'fdatasync findings.jsonl'];
    expect(onFindings).toEqual([...settled, 'open findings.jsonl', 'close findings.jsonl']);
  });

  it('loses nothing and repeats nothing at any call, and lets go of the lock', async () => {
    let at = 1;
    while (await openUnder(at)) at += 1;
    expect(at).toBeGreaterThan(40);
  });
});
