import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf, jobDirectory, open, withJob } from './open-fixture.ts';

const findingsOf = (directory: string) => join(directory, 'findings.jsonl');
const valuesOf = (directory: string) =>
  readFileSync(findingsOf(directory), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A finished job of these items; returns the bytes of its findings. */
async function makeJob(directory: string, items: readonly (readonly [string, unknown])[]): Promise<Buffer> {
  await withJob(directory, async (job) => {
    for (const [key, value] of items) await job.recordFinding(key, value);
    await job.finish();
  });
  return readFileSync(findingsOf(directory));
}

const ITEMS = [
  ['a', { n: 1 }],
  ['b', 'zwei \u2028 é'],
  ['c', [3]],
] as const;

/** What a cut at `size` bytes leaves: how many lines are whole, and what opening has to do. */
function cutOf(whole: Buffer, size: number): { readonly wholeCount: number; readonly tail: 'clean' | 'completed' | 'truncated' } {
  const feeds = [...whole.keys()].filter((index) => whole[index] === 0x0a);
  const wholeCount = feeds.filter((feed) => feed <= size).length;
  if (size === 0 || feeds.includes(size - 1)) return { wholeCount, tail: 'clean' };
  return { wholeCount, tail: feeds.includes(size) ? 'completed' : 'truncated' };
}

describe('a tail torn at any byte', () => {
  it('costs the last item alone, and only where its closing brace is gone', async () => {
    const directory = jobDirectory();
    const whole = await makeJob(directory, ITEMS);
    const state = readFileSync(join(directory, 'state.json'));
    for (let size = 0; size <= whole.length; size += 1) {
      writeFileSync(findingsOf(directory), whole.subarray(0, size));
      writeFileSync(join(directory, 'state.json'), state);
      const { wholeCount, tail } = cutOf(whole, size);
      await withJob(directory, async (job) => {
        expect(job.recovery, `cut at ${size}`).toMatchObject({ tail, quarantinedCount: 0 });
        const done = ITEMS.map(([key]) => job.isDone(key));
        expect(done.slice(0, wholeCount)).toEqual(ITEMS.slice(0, wholeCount).map(() => true));
        if (tail === 'truncated') expect(done[wholeCount]).toBe(false);
        for (const [key, value] of ITEMS) await job.recordFinding(key, value);
      });
      const lines = valuesOf(directory);
      expect(lines.slice(0, wholeCount).map(({ value }) => value)).toEqual(ITEMS.slice(0, wholeCount).map(([, value]) => value));
      expect(new Set(lines.map(({ key }) => key)).size).toBe(lines.length);
    }
  });

  it('is mended the same without any state', async () => {
    const directory = jobDirectory();
    const whole = await makeJob(directory, ITEMS);
    for (let size = 0; size <= whole.length; size += 1) {
      writeFileSync(findingsOf(directory), whole.subarray(0, size));
      rmSync(join(directory, 'state.json'));
      await withJob(directory, async (job) => {
        for (const [key, value] of ITEMS) await job.recordFinding(key, value);
      });
      expect(readFileSync(findingsOf(directory)).equals(whole), `cut at ${size}`).toBe(true);
    }
  });

  it('is mended for any values', async () => {
    const items = fc.uniqueArray(fc.tuple(fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }), fc.jsonValue({ maxDepth: 3 })), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    });
    await fc.assert(
      fc.asyncProperty(items, fc.nat(), async (some, cut) => {
        const directory = jobDirectory();
        const whole = await makeJob(directory, some);
        rmSync(join(directory, 'state.json'));
        writeFileSync(findingsOf(directory), whole.subarray(0, cut % (whole.length + 1)));
        await withJob(directory, async (job) => {
          for (const [key, value] of some) await job.recordFinding(key, value);
        });
        expect(readFileSync(findingsOf(directory)).equals(whole)).toBe(true);
        // JSON knows no minus zero.
        expect(valuesOf(directory).map(({ value }) => value)).toEqual(some.map(([, value]) => JSON.parse(JSON.stringify(value))));
      }),
      { numRuns: 30 },
    );
  });
});

describe('a corrupt line in the middle', () => {
  it('at any byte: goes to quarantine, is counted and said, and its item runs again', async () => {
    const directory = jobDirectory();
    const whole = await makeJob(directory, ITEMS);
    const state = readFileSync(join(directory, 'state.json'));
    const [first = 0, second = 0] = [...whole.keys()].filter((index) => whole[index] === 0x0a);
    for (let at = first + 1; at < second; at += 1) {
      rmSync(`${directory}.quarantine.jsonl`, { force: true });
      const damaged = Buffer.from(whole);
      damaged[at] = (damaged[at] ?? 0) ^ 0x80;
      writeFileSync(findingsOf(directory), damaged);
      writeFileSync(join(directory, 'state.json'), state);
      const job = await open(directory);
      expect([job.isDone('a'), job.isDone('b'), job.isDone('c')], `byte ${at}`).toEqual([true, false, true]);
      expect(job.recovery).toEqual({ tail: 'clean', quarantinedCount: 1, state: 'read', reopenedCount: 1 });
      expect(readFileSync(join(directory, 'SUMMARY.md'), 'utf8')).toContain('1 lines in quarantine\n');
      expect(readFileSync(join(directory, 'SUMMARY.md'), 'utf8')).toContain('1 corrupt lines were moved to quarantine');
      await job.recordFinding('b', 'again');
      await job.close();
      expect(valuesOf(directory).map(({ key, value }) => [key, value])).toEqual([
        ['a', { n: 1 }],
        ['c', [3]],
        ['b', 'again'],
      ]);
      const [record = ''] = readFileSync(`${directory}.quarantine.jsonl`, 'utf8').split('\n');
      const { lineNumber, line, lineBase64 } = JSON.parse(record);
      const kept = Buffer.from(lineBase64 ?? line, lineBase64 === undefined ? 'utf8' : 'base64');
      expect([lineNumber, kept.equals(damaged.subarray(first + 1, second))]).toEqual([2, true]);
    }
  });

  it.each([
    ['crc', (line: string) => line.replace('"value":2', '"value":3')],
    ['json', () => '{"_hash":"0123456789abcdef","key":'],
    ['shape', () => '{"_hash":"0123456789abcdef","key":"b"}'],
    ['shape', () => '[]'],
    ['hash', () => '{"_hash":"0123456789abcdef","key":"b","value":2}'],
    ['crc', (line: string) => line.replace(',"_crc":', ', "_crc": ')],
    ['encoding', () => '\ufffe'],
  ])('is one for its %s', async (problem, damage) => {
    const directory = jobDirectory();
    const whole = await makeJob(directory, [
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const lines = whole.toString('utf8').split('\n');
    lines[1] = damage(lines[1] ?? '');
    writeFileSync(findingsOf(directory), Buffer.from(lines.join('\n'), problem === 'encoding' ? 'latin1' : 'utf8'));
    await withJob(directory, (job) => expect(job.isDone('b')).toBe(false));
    expect(JSON.parse(readFileSync(`${directory}.quarantine.jsonl`, 'utf8')).problem).toBe(problem);
    await withJob(directory, (job) => expect(job.recovery).toMatchObject({ quarantinedCount: 0, tail: 'clean' }));
  });

  it('goes to quarantine behind a record that a kill tore there', async () => {
    const directory = jobDirectory();
    await makeJob(directory, ITEMS);
    writeFileSync(`${directory}.quarantine.jsonl`, '{"quarantinedAt"');
    appendFileSync(findingsOf(directory), 'garbage\n');
    await withJob(directory, () => undefined);
    const [torn, record = '', end] = readFileSync(`${directory}.quarantine.jsonl`, 'utf8').split('\n');
    expect([torn, JSON.parse(record).line, end]).toEqual(['{"quarantinedAt"', 'garbage', '']);
  });
});

describe('what other writers leave', () => {
  it('is accepted without a checksum, with blanks, in any order, and on empty lines', async () => {
    const directory = jobDirectory();
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(
      findingsOf(directory),
      `{"_hash": "${hashOf('a')}", "key": "a", "value": {"x": 1}}\n\n{"value":null,"key":"b","_hash":"${hashOf('b')}","by":"me"}\n`,
    );
    await withJob(directory, (job) => {
      expect([job.isDone('a'), job.isDone('b'), job.doneCount]).toEqual([true, true, 2]);
      expect(job.recovery).toEqual({ tail: 'clean', quarantinedCount: 0, state: 'absent', reopenedCount: 0 });
    });
    expect(existsSync(`${directory}.quarantine.jsonl`)).toBe(false);
  });

  it('may be a state that alone knows of an item: it counts as done', async () => {
    const directory = jobDirectory();
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(join(directory, 'state.json'), JSON.stringify({ schemaVersion: 1, completed: [hashOf('a')], cursor: 7 }));
    await withJob(directory, (job) => expect([job.isDone('a'), job.cursor, job.doneCount]).toEqual([true, 7, 1]));
  });

  it('runs again only where a lost line can be its own', async () => {
    const directory = jobDirectory();
    const whole = await makeJob(directory, ITEMS);
    const state = JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8'));
    writeFileSync(join(directory, 'state.json'), JSON.stringify({ ...state, completed: [...state.completed, hashOf('elsewhere')] }));
    writeFileSync(findingsOf(directory), whole.subarray(0, -10));
    await withJob(directory, (job) => {
      expect([job.isDone('elsewhere'), job.isDone('c'), job.recovery.reopenedCount]).toEqual([true, false, 1]);
    });
    appendFileSync(findingsOf(directory), '?\n');
    await withJob(directory, (job) => expect([job.isDone('elsewhere'), job.recovery.reopenedCount]).toEqual([false, 1]));
  });
});

describe('state.json', () => {
  it.each([
    ['missing', null, 'absent'],
    ['empty', '', 'rebuilt'],
    ['half', '{"schemaVersion":1,"completed":["', 'rebuilt'],
    ['of another version', '{"schemaVersion":2,"completed":[]}', 'rebuilt'],
    ['of another shape', '[]', 'rebuilt'],
    ['with a broken list', '{"schemaVersion":1,"completed":[1]}', 'rebuilt'],
  ])('that is %s is rebuilt from the findings', async (_, text, state) => {
    const directory = jobDirectory();
    await makeJob(directory, ITEMS);
    if (text === null) rmSync(join(directory, 'state.json'));
    else writeFileSync(join(directory, 'state.json'), text);
    await withJob(directory, (job) => {
      expect([job.doneCount, job.cursor, job.recovery.state]).toEqual([3, null, state]);
    });
    expect(JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8')).completed).toEqual(ITEMS.map(([key]) => hashOf(key)));
  });

  it('that knows less than the findings does not make their items run again', async () => {
    const directory = jobDirectory();
    const job = await open(directory);
    for (const [key, value] of ITEMS) await job.recordFinding(key, value);
    job.abandon();
    expect(JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8')).completed).toEqual([]);
    await withJob(directory, (next) => expect(next.doneCount).toBe(3));
  });

  it('leaves no temporary of a killed writer behind', async () => {
    const directory = jobDirectory();
    await makeJob(directory, ITEMS);
    writeFileSync(join(directory, '.state.json.4711.0123456789ab.tmp'), 'half');
    await withJob(directory, () => undefined);
    expect(readdirSync(directory).sort()).toEqual(['SUMMARY.md', 'findings.jsonl', 'state.json']);
    expect(readdirSync(dirname(directory)).sort()).toEqual(['job', 'job.lock']);
  });
});
