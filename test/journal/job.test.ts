import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashOf, jobDirectory, open, withJob } from './open-fixture.ts';

const read = (directory: string, name: string) => readFileSync(join(directory, name), 'utf8');
const linesOf = (directory: string) => read(directory, 'findings.jsonl').split('\n').slice(0, -1);
const stateOf = (directory: string) => JSON.parse(read(directory, 'state.json'));

describe("a job's files", () => {
  it('are three, with the lock beside them', async () => {
    const directory = jobDirectory();
    await withJob(directory, (job) => job.recordFinding('a', 1));
    expect(readdirSync(directory).sort()).toEqual(['SUMMARY.md', 'findings.jsonl', 'state.json']);
    expect(readdirSync(dirname(directory)).sort()).toEqual(['job', 'job.lock']);
    expect(readdirSync(`${directory}.lock`)).toEqual(['lock.db']);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(directory)) expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o600);
  });

  it('hold one line a finding, byte for byte as documented', async () => {
    const directory = jobDirectory();
    await withJob(directory, (job) => job.recordFinding('https://example.org/1', { title: 'Käse', n: [1, null, true] }));
    expect(read(directory, 'findings.jsonl')).toBe(
      '{"_hash":"18c17418f5ad82f0","key":"https://example.org/1","value":{"title":"Käse","n":[1,null,true]},"_crc":"66b2d011"}\n',
    );
  });

  it('keep a value on one line, whatever it holds', async () => {
    const directory = jobDirectory();
    const value = 'a\nb\r\u2028c\u2029d\u0085e\u000bf\u007f\ufeffg';
    await withJob(directory, (job) => job.recordFinding('key\u2028\n', value));
    const [line = '', ...rest] = linesOf(directory);
    expect(rest).toEqual([]);
    expect(line).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(line)).toMatchObject({ key: 'key\u2028\n', value, _hash: hashOf('key\u2028\n') });
  });

  it('hold a state that names every finding, and the cursor', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      await job.recordFinding('a', 1);
      await job.setCursor({ page: 2 });
      await job.recordError('b', new Error('503'));
    });
    expect(stateOf(directory)).toEqual({
      kind: 'trivet-job-state',
      schemaVersion: 1,
      startedAt: '2021-12-10T06:00:00Z',
      updatedAt: '2021-12-10T06:00:00Z',
      finishedAt: null,
      expectedCount: null,
      resume: null,
      cursor: { page: 2 },
      stats: { doneCount: 1, failedCount: 1, quarantinedCount: 0, runCount: 1 },
      errors: [
        {
          hash: hashOf('b'),
          key: 'b',
          message: '503',
          attempts: 1,
          firstAt: '2021-12-10T06:00:00Z',
          lastAt: '2021-12-10T06:00:00Z',
        },
      ],
      completed: [hashOf('a')],
    });
  });
});

describe('a finding', () => {
  it('makes its item done once it is on the disk, in this run and the next', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    const recorded = job.recordFinding('a', 1);
    expect([job.isDone('a'), linesOf(directory)]).toEqual([false, []]);
    await recorded;
    expect([job.isDone('a'), linesOf(directory).length, job.doneCount]).toEqual([true, 1, 1]);
    job.abandon();
    await withJob(directory, (next) => expect([next.isDone('a'), next.isDone('b')]).toEqual([true, false]));
  });

  it('stands: a second one of the same item writes nothing, at once or later', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      await Promise.all([job.recordFinding('a', 1), job.recordFinding('a', 2)]);
      await job.recordFinding('a', 3);
    });
    expect(linesOf(directory).map((line) => JSON.parse(line).value)).toEqual([1]);
  });

  it('is what the value was at the call', async () => {
    const directory = jobDirectory();
    const value = { n: 1 };
    await withJob(directory, async (job) => {
      const recorded = job.recordFinding('a', value);
      value.n = 2;
      await recorded;
    });
    expect(JSON.parse(linesOf(directory)[0] ?? '')).toMatchObject({ value: { n: 1 } });
  });

  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  it.each([
    ['undefined', undefined, 'value is of type undefined'],
    ['a lost property', { a: { b: undefined } }, 'value.a.b is of type undefined'],
    ['NaN', [0, Number.NaN], 'value[1] is not a finite number'],
    ['infinity', Number.NEGATIVE_INFINITY, 'value is not a finite number'],
    ['a bigint', 1n, 'value is of type bigint'],
    ['a function', () => 1, 'value is of type function'],
    ['a symbol', Symbol('s'), 'value is of type symbol'],
    ['a date', new Date(0), 'value is not a plain object'],
    ['a map', new Map(), 'value is not a plain object'],
    ['a hole', Array(2), 'value[0] is of type undefined'],
    ['a cycle', cycle, 'value.self'],
  ])('of %s is refused and changes nothing', async (_, value, message) => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      const refusal = await job.recordFinding('a', value).catch((error) => error);
      expect(refusal).toMatchObject({ fault: { code: 'E_JOB_VALUE', exit: 2, message: expect.stringContaining(message) } });
      expect(job.isDone('a')).toBe(false);
    });
    expect(linesOf(directory)).toEqual([]);
  });

  it.each([
    ['an empty key', ''],
    ['half a surrogate pair', 'a\ud800'],
    ['an endless key', 'x'.repeat(4097)],
  ])('with %s is refused', async (_, key) => {
    await withJob(jobDirectory(), async (job) => {
      await expect(job.recordFinding(key, 1)).rejects.toMatchObject({ fault: { code: 'E_JOB_VALUE' } });
      expect(() => job.isDone(key)).toThrow(expect.objectContaining({ name: 'FaultError' }));
    });
  });

  it('larger than 8 MiB belongs in an artifact', async () => {
    await withJob(jobDirectory(), async (job) => {
      const refusal = await job.recordFinding('a', 'x'.repeat(8 * 1024 * 1024)).catch((error) => error);
      expect(refusal.fault).toMatchObject({ code: 'E_JOB_VALUE', remedy: expect.stringContaining('writeArtifact') });
    });
  });
});

describe('artifacts', () => {
  it('lie at a path that only the key decides, beside the job', async () => {
    const directory = jobDirectory();
    await withJob(directory, async (job) => {
      const path = await job.writeArtifact('../../etc/passwd', 'first');
      expect(path).toBe(`${directory}.artifacts/${hashOf('../../etc/passwd')}`);
      expect(path).toBe(job.artifactPath('../../etc/passwd'));
      expect(await job.writeArtifact('../../etc/passwd', new Uint8Array([104, 105]))).toBe(path);
      expect(readFileSync(path, 'utf8')).toBe('hi');
    });
    expect(readdirSync(`${directory}.artifacts`).length).toBe(1);
  });
});

describe('one holder', () => {
  it('keeps a second one out, says who holds it, and lets it in afterwards', async () => {
    const directory = jobDirectory();
    const job = await open(directory, { command: 'job run' });
    const refusal = await open(directory).catch((error) => error);
    expect(refusal.fault).toMatchObject({ code: 'E_JOB_BUSY', exit: 4, retryable: true });
    expect(refusal.message).toBe(`another process is at work on this job (job run, pid ${process.pid}, since 2021-12-10T06:00:00Z)`);
    await job.close();
    await job.close();
    await withJob(directory, () => undefined);
  });

  it('ends with the block that disposes of it', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    void job.recordFinding('a', 1);
    await job[Symbol.asyncDispose]();
    expect(linesOf(directory).length).toBe(1);
    await expect(job.recordFinding('b', 1)).rejects.toThrow('closed');
    await withJob(directory, () => undefined);
  });
});

describe('a hostile neighbour', () => {
  it('cannot lend us a linked lock, findings file or artifacts directory', async () => {
    const directory = jobDirectory();
    const elsewhere = join(dirname(directory), 'elsewhere');
    mkdirSync(elsewhere);
    symlinkSync(elsewhere, `${directory}.lock`);
    await expect(open(directory)).rejects.toMatchObject({ fault: { code: 'E_STORE_UNSAFE' } });

    const other = jobDirectory();
    mkdirSync(other, { mode: 0o700 });
    writeFileSync(join(other, 'real'), '');
    symlinkSync(join(other, 'real'), join(other, 'findings.jsonl'));
    await expect(open(other)).rejects.toMatchObject({ fault: { code: 'E_STORE_UNSAFE' } });
    expect(existsSync(join(elsewhere, 'lock.db'))).toBe(false);
  });
});
