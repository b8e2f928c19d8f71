import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { handClock, hashOf, jobDirectory, open, withJob } from './open-fixture.ts';

const read = (directory: string, name: string) => readFileSync(join(directory, name), 'utf8');
const stateOf = (directory: string) => JSON.parse(read(directory, 'state.json'));

describe('failures', () => {
  it('are queued, counted, tried first, bounded, and cleared by a success', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      await job.recordError('a', new Error('first'));
      await job.recordError('b', 'not an error');
      await job.recordError('a', new Error('second'));
      expect(job.errorsToRetry({ maxAttempts: 3 }).map(({ key, attempts }) => [key, attempts])).toEqual([
        ['b', 1],
        ['a', 2],
      ]);
      expect(job.errorsToRetry({ maxAttempts: 2 }).map(({ key }) => key)).toEqual(['b']);
    });
    await withJob(directory, async (job) => {
      expect([job.attemptCount('a'), job.attemptCount('b'), job.attemptCount('c')]).toEqual([2, 1, 0]);
      await job.recordFinding('a', 'at last');
      expect(job.errors().map(({ key }) => key)).toEqual(['b']);
      await job.recordError('a', new Error('too late'));
    });
    expect(stateOf(directory).errors.map(({ key }: { key: string }) => key)).toEqual(['b']);
  });

  it('of a kill before the checkpoint do not outlive the finding', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    await job.recordError('a', 'x');
    await job.recordFinding('a', 1);
    job.abandon();
    expect(stateOf(directory).errors.length).toBe(1);
    await withJob(directory, (next) => expect([next.errors(), next.isDone('a')]).toEqual([[], true]));
  });
});

describe('checkpoints', () => {
  it('come a second apart, not with every finding', async () => {
    const directory = jobDirectory();
    const clock = handClock();
    const job = await open(directory, { clock });
    for (let n = 0; n < 10; n += 1) await job.recordFinding(`a${n}`, n);
    expect(stateOf(directory).completed).toEqual([]);
    clock.advance(1000);
    await job.recordFinding('b', 1);
    expect(stateOf(directory).completed.length).toBe(11);
    await job.recordFinding('c', 1);
    expect(stateOf(directory).completed.length).toBe(11);
    await job.checkpoint();
    expect(stateOf(directory).completed.length).toBe(12);
    await job.close();
  });

  it('are forced by a failure, a cursor and the end', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    await job.recordFinding('a', 1);
    await job.recordError('b', 'x');
    expect(stateOf(directory)).toMatchObject({ completed: [hashOf('a')], errors: [{ key: 'b' }] });
    void job.recordFinding('c', 1);
    await job.setCursor('p2');
    expect(stateOf(directory)).toMatchObject({ completed: [hashOf('a'), hashOf('c')], cursor: 'p2' });
    void job.recordFinding('d', 1);
    await job.finish();
    expect(stateOf(directory)).toMatchObject({ finishedAt: '2021-12-10T06:00:00Z', stats: { doneCount: 3 } });
    expect(read(directory, 'SUMMARY.md')).toContain('# Job job: finished');
    await job.recordFinding('e', 1);
    await job.close();
    expect(stateOf(directory)).toMatchObject({ finishedAt: null, stats: { doneCount: 4 } });
  });

  it('are written before work begins', async () => {
    const directory = jobDirectory();
    const first = await open(directory);
    await first.recordFinding('a', 'from the killed run');
    first.abandon();
    expect(read(directory, 'SUMMARY.md')).not.toContain('from the killed run');
    const second = await open(directory);
    expect(read(directory, 'SUMMARY.md')).toContain('from the killed run');
    second.abandon();
  });

  it('say when the job began and how much there is, whatever happens later', async () => {
    const directory = jobDirectory();
    const clock = handClock();
    const first = await open(directory, { clock });
    first.expect(7);
    expect(() => first.expect(0.5)).toThrow(RangeError);
    clock.advance(60_000);
    await first.close();
    await first.close();
    const second = await open(directory, { clock });
    await second.recordFinding('a', 1);
    await second.close();
    expect(stateOf(directory)).toMatchObject({ startedAt: '2021-12-10T06:00:00Z', updatedAt: '2021-12-10T06:01:00Z', expectedCount: 7 });
    expect(second.startedAt).toBe('2021-12-10T06:00:00Z');
  });

  it('share one writing in one turn', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      const before = statSync(join(directory, 'state.json')).ino;
      const asked = Promise.all(Array.from({ length: 50 }, (_, n) => job.recordError(`e${n}`, 'x')));
      expect(statSync(join(directory, 'state.json')).ino).toBe(before);
      await asked;
      expect(stateOf(directory).errors.length).toBe(50);
    });
  });
});

describe('the cursor', () => {
  it('survives, as JSON, and is null at first', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      expect(job.cursor).toBe(null);
      await job.setCursor({ after: 't3_x', page: 3 });
      await expect(job.setCursor(Number.NaN)).rejects.toMatchObject({ fault: { code: 'E_JOB_VALUE' } });
    });
    await withJob(directory, (job) => expect(job.cursor).toEqual({ after: 't3_x', page: 3 }));
  });
});
