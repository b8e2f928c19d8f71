import { appendFileSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openJob, pruneJobs, readFindings, removeJob, requireJobRemoved } from '../../src/journal/index.ts';
import { temporaryDirectory } from '../support/temporary.ts';

async function makeJob(directory: string): Promise<void> {
  const job = await openJob(directory);
  await job.recordFinding('a', { n: 1 });
  await job.writeArtifact('a', 'side effect');
  await job.close();
}

describe('findings as values', () => {
  const VALUES = [null, 'text', 'half \ud83d\ude00', [1, { deep: [true] }], { title: 'Käse\u2028' }];

  it('come back as they were recorded, in order, by the job and without it', async () => {
    const directory = join(temporaryDirectory(), 'job');
    const job = await openJob(directory);
    for (const [index, value] of VALUES.entries()) await job.recordFinding(`item ${index}`, value);
    const expected = VALUES.map((value, index) => ({ key: `item ${index}`, value }));
    expect([...job.findings()]).toEqual(expected);
    expect([...readFindings(directory)]).toEqual(expected);
    await job.close();
  });

  it('pass over what is no finding and what repeats one', async () => {
    const directory = join(temporaryDirectory(), 'job');
    await makeJob(directory);
    const line = '{"_hash":"ca978112ca1bbdca","key":"a","value":2}\n';
    appendFileSync(join(directory, 'findings.jsonl'), `not a line\n${line}{"_hash":"ca97`);
    expect([...readFindings(directory)]).toEqual([{ key: 'a', value: { n: 1 } }]);
  });

  it('of no job are none', () => {
    expect([...readFindings(join(temporaryDirectory(), 'none'))]).toEqual([]);
  });
});

describe('a job that is removed', () => {
  it('goes with all that lies beside it', async () => {
    const parent = temporaryDirectory();
    await makeJob(join(parent, 'job'));
    writeFileSync(join(parent, 'job.quarantine.jsonl'), 'bad\n');
    await makeJob(join(parent, 'job2'));
    expect(removeJob(join(parent, 'job'))).toBe(true);
    expect(readdirSync(parent).every((name) => name.startsWith('job2'))).toBe(true);
    expect(removeJob(join(parent, 'job'))).toBe(true);
  });

  it('stays while a process is at work on it', async () => {
    const parent = temporaryDirectory();
    const job = await openJob(join(parent, 'job'));
    await job.recordFinding('a', 1);
    expect(removeJob(join(parent, 'job'))).toBe(false);
    expect(() => requireJobRemoved(join(parent, 'job'))).toThrow(/^another process is at work on this job \(job, pid \d+, since .+Z\)$/);
    await job.recordFinding('b', 2);
    await job.close();
    expect([...readFindings(join(parent, 'job'))].map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('jobs that are pruned', () => {
  it('are the oldest of their prefix, what a kill left of one included; others and the spared stay', async () => {
    const parent = temporaryDirectory();
    for (const [index, name] of ['run-a', 'run-b', 'run-c', 'run-d', 'other-a'].entries()) {
      await makeJob(join(parent, name));
      utimesSync(join(parent, name), 1000 + index, 1000 + index);
    }
    mkdirSync(join(parent, 'run-e.artifacts'), { mode: 0o700 });
    expect(pruneJobs(parent, { prefix: 'run-', sparedNames: ['run-a'], keepCount: 2 })).toEqual(['run-b', 'run-e']);
    const left = readdirSync(parent).filter((name) => !name.includes('.'));
    expect(left.sort()).toEqual(['other-a', 'run-a', 'run-c', 'run-d']);
    expect(existsSync(join(parent, 'run-e.artifacts'))).toBe(false);
  });

  it('of a directory that is not there are none', () => {
    expect(pruneJobs(join(temporaryDirectory(), 'none'), { prefix: '', sparedNames: [], keepCount: 0 })).toEqual([]);
  });
});
