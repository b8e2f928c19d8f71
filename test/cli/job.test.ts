import { appendFileSync, chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, it } from 'vitest';
import { openJob } from '../../src/journal/index.ts';
import { type CallOptions, callPrinted, callProgram } from '../support/call-program.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** A command that looks at its key: says JSON, text, nothing, fails, hangs or counts how often it ran. */
const SCRIPT = `#!/bin/sh
echo "$1" >> "$LOG"
case "$1" in
  json*) echo "{\\"key\\": \\"$1\\"}" ;;
  text*) echo "found $1" ;;
  bytes*) printf '\\377' ;;
  huge*) echo 1e999 ;;
  fail*) echo "no luck with $1" >&2; exit 7 ;;
  hang*) trap '' TERM; sleep 30 & wait; sleep 30 ;;
  slow*) sleep 0.2; echo ok ;;
  *) printf '%s' "$1" ;;
esac
`;

let place = '';
let directory = '';
beforeEach(() => {
  place = realpathSync(temporaryDirectory());
  directory = join(place, 'job');
  writeFileSync(join(place, 'look'), SCRIPT);
  chmodSync(join(place, 'look'), 0o755);
});

const keysFile = (...keys: string[]) => {
  writeFileSync(join(place, 'keys'), keys.map((key) => `${key}\n`).join(''));
  return join(place, 'keys');
};
const environment = () => ({ PATH: process.env['PATH'] ?? '', LOG: join(place, 'log') });
const run = (flags: readonly string[], options: CallOptions = {}) => {
  const fixed = ['job', 'run', directory, '--exec', `${join(place, 'look')} {}`, ...flags];
  return callProgram(fixed, { ...options, env: { ...environment(), ...options.env } });
};
const ran = () => (existsSync(join(place, 'log')) ? readFileSync(join(place, 'log'), 'utf8').split('\n').slice(0, -1) : []);
const findings = () =>
  new Map(
    readFileSync(join(directory, 'findings.jsonl'), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line): [string, unknown] => {
        const { key, value } = JSON.parse(line);
        return [key, value];
      }),
  );

describe('trivet job run', () => {
  it('runs the command once for each key and keeps JSON or text', async () => {
    const file = keysFile('json-1', '', 'text 2', 'json-1', 'quo\'te "$(touch x)" ; *', 'json-1\r');
    const { code, stdout, stderr } = await run(['--keys', file]);
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: `3 items done (3 in this run), 0 failed (0 will be tried again)\nsummary: ${directory}/SUMMARY.md\n`,
    });
    expect(stderr).toBe('trivet: job: 0 items done before, 0 to try again, 3 new\n');
    expect(findings()).toEqual(
      new Map<string, unknown>([
        ['json-1', { key: 'json-1' }],
        ['text 2', 'found text 2'],
        ['quo\'te "$(touch x)" ; *', 'quo\'te "$(touch x)" ; *'],
      ]),
    );
    expect(readFileSync(join(directory, 'SUMMARY.md'), 'utf8')).toContain('3 of 3 items done');
    expect(JSON.parse((await callProgram(['job', 'status', directory, '--json'])).stdout)).toMatchObject({
      status: 'finished',
      next: null,
    });
  });

  it('does nothing twice, and takes keys from a pipe', async () => {
    await run(['--keys', keysFile('text-1', 'text-2')]);
    const { code } = await run(['--keys', '-', '--quiet'], { stdin: Readable.from([Buffer.from('text-2\ntext-3')]) });
    expect(code).toBe(0);
    expect(ran().sort()).toEqual(['text-1', 'text-2', 'text-3']);
  });

  it('queues failures, tries them first in the next run, and gives up in the end', async () => {
    const flags = ['--keys', keysFile('fail-1', 'text-1', 'bytes', 'huge'), '--max-attempts', '2', '--concurrency', '1'];
    const first = await run(flags);
    expect(first.code).toBe(0);
    expect(first.stdout).toContain('1 items done (1 in this run), 3 failed (3 will be tried again)\n');
    expect(first.stderr).toContain('trivet: failed: fail-1: exit 7: no luck with fail-1\n');
    expect(first.stderr).toContain('trivet: failed: bytes: it printed bytes that are not UTF-8\n');
    expect(first.stderr).toContain('trivet: failed: huge: not a JSON value: value is not a finite number\n');
    keysFile('fail-1', 'text-1', 'bytes', 'huge', 'text-new');
    expect(readFileSync(join(directory, 'SUMMARY.md'), 'utf8')).toContain(`To go on:\n${first.stdout.split('to try them again: ')[1]}`);
    const next = first.stdout.split('to try them again: ')[1] ?? '';
    const second = await callPrinted(next, { env: environment() });
    expect(second.stdout).toContain('2 items done (1 in this run), 3 failed (0 will be tried again)\n');
    expect(ran()).toEqual(['fail-1', 'text-1', 'bytes', 'huge', 'fail-1', 'bytes', 'huge', 'text-new']);
    await run(flags);
    expect(ran().length).toBe(8);
  });

  it('exits 3 under --strict when an item failed, and always when none went well', async () => {
    const mixed = ['--keys', keysFile('fail-1', 'text-1')];
    expect((await run([...mixed, '--strict'])).code).toBe(3);
    expect((await run(['--keys', keysFile('fail-2')])).code).toBe(3);
    const json = JSON.parse((await run(['--keys', keysFile('text-9'), '--json'], { env: { TRIVET_STRICT_EXIT: '1' } })).stdout);
    expect(json).toMatchObject({
      ...{ ok: true, schemaVersion: 1, command: 'job run', status: 'failures', exit: 3, doneCount: 2, runDoneCount: 1, failedCount: 2 },
      files: ['SUMMARY.md', 'findings.jsonl', 'state.json'].map((name) => join(directory, name)),
    });
  });

  it('ends a command that takes too long, and what it started', async () => {
    const { stderr, code } = await run(['--keys', keysFile('hang'), '--timeout', '1']);
    expect(code).toBe(3);
    expect(stderr).toContain('trivet: failed: hang: timed out after 1 s\n');
  });

  it.each([
    [['--keys', 'KEYS', '--exec', 'echo'], '--exec has no {}'],
    [['--keys', 'KEYS', '--exec', "echo '{}"], '--exec has a quote without its other half'],
    [['--keys', 'KEYS', '--exec', ' '], '--exec names no command'],
    [['--keys', 'KEYS', '--exec', '/no/such/program {}'], 'cannot be started (ENOENT)'],
    [['--keys', '/no/such/file'], '--keys names no file'],
    [['--keys', 'KEYS', '--concurrency', '0'], '--concurrency takes a whole number'],
    [['--keys', 'KEYS', '--timeout', 'soon'], '--timeout takes a whole number'],
    [[], "required option '--keys"],
  ])('refuses %j', async (flags, message) => {
    const file = keysFile('a');
    const { code, stderr } = await run(flags.map((flag) => (flag === 'KEYS' ? file : flag)));
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(stderr).toContain('trivet: E_USAGE: ');
    if (existsSync(directory)) expect(JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8')).errors).toEqual([]);
  });

  it('is kept out while another process is at the job: exit 4', async () => {
    const job = await openJob(directory, { command: 'a test' });
    const { code, stderr } = await run(['--keys', keysFile('a')]);
    expect([code, stderr]).toEqual([4, expect.stringMatching(/E_JOB_BUSY: another process is at work on this job \(a test, pid \d+/)]);
    await job.close();
  });

  it('stops at SIGINT with exit 130, keeps what is done, and blames no item', async () => {
    const keys = Array.from({ length: 40 }, (_, n) => `slow-${n}`);
    const file = keysFile(...keys);
    const args = ['job', 'run', directory, '--exec', `${join(place, 'look')} {}`, '--keys', file, '--concurrency', '2', '--json'];
    const interrupted = await runCli(args, {
      env: environment(),
      onStart: (child) => {
        const timer = setInterval(() => {
          const path = join(directory, 'findings.jsonl');
          if (!existsSync(path) || readFileSync(path, 'utf8') === '') return;
          clearInterval(timer);
          child.kill('SIGINT');
        }, 20);
      },
    });
    expect(interrupted.code).toBe(130);
    expect(JSON.parse(interrupted.stdout)).toMatchObject({ ok: false, code: 'E_INTERRUPTED', exit: 130 });
    const state = JSON.parse(readFileSync(join(directory, 'state.json'), 'utf8'));
    const kept = findings().size;
    expect(state).toMatchObject({ errors: [], finishedAt: null, stats: { doneCount: kept } });
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(40);
    const before = new Set(findings().keys());
    const startedBefore = ran().length;
    expect((await run(['--keys', file, '--concurrency', '16'])).code).toBe(0);
    expect(findings().size).toBe(40);
    expect(
      ran()
        .slice(startedBefore)
        .filter((key) => before.has(key)),
    ).toEqual([]);
  });
});

describe('looks at a job', () => {
  const look = (name: string, ...flags: string[]) => callProgram(['job', name, directory, ...flags]);

  it('say that there is none', async () => {
    for (const name of ['status', 'errors', 'verify']) {
      const { code, stdout } = await look(name, '--json');
      expect([code, JSON.parse(stdout)]).toEqual([2, expect.objectContaining({ code: 'E_JOB_MISSING' })]);
    }
    expect(existsSync(`${directory}.lock`)).toBe(false);
  });

  it('show its status and its failures, strangers marked', async () => {
    await run(['--keys', keysFile('text-1', 'fail-\u001b[31m==== end')]);
    const status = await look('status');
    expect(status.stdout).toContain('# Job job: finished\n\n1 of 2 items done | 1 failed and queued | 0 lines in quarantine\n');
    const errors = await look('errors');
    expect(errors.stdout).toMatch(/^1 failed items\nBetween .*\n==== evidence [0-9a-f]{32} ====\n\| fail-==== end \(attempt 1, /);
    const json = JSON.parse((await look('errors', '--json')).stdout);
    expect(json).toMatchObject({
      ok: true,
      command: 'job errors',
      failedCount: 1,
      errors: [{ attempts: 1, untrusted: { key: 'fail-==== end' } }],
    });
    expect(JSON.parse((await look('status', '--json')).stdout)).toMatchObject({
      ...{ command: 'job status', status: 'finished', doneCount: 1, expectedCount: 2, failedCount: 1, quarantinedCount: 0 },
      next: expect.stringContaining('job run'),
      untrusted: { cursor: 'null' },
    });
  });

  it('verify a sound job, one with a torn tail, and a corrupt one', async () => {
    await run(['--keys', keysFile('text-1', 'text-2')]);
    expect((await look('verify')).stdout).toBe(
      [
        '2 findings: 2 with a good checksum, 0 without one; 0 repeat an item',
        '0 corrupt lines; 0 in quarantine from before',
        'last line: whole',
        'state.json: read',
        '2 items done: 0 by state.json alone, 0 by their findings alone\n',
      ].join('\n'),
    );
    const path = join(directory, 'findings.jsonl');
    appendFileSync(path, '{"_hash":"0123');
    const torn = await look('verify', '--json');
    expect([torn.code, JSON.parse(torn.stdout).check]).toEqual([0, expect.objectContaining({ tail: 'partial', bad: [] })]);
    appendFileSync(path, '\n');
    const asFound = readFileSync(path);
    const corrupt = await look('verify');
    expect(corrupt).toMatchObject({ code: 2, stdout: '' });
    expect(corrupt.stderr).toContain('trivet: E_JOB_CORRUPT: findings.jsonl is corrupt in line 3 (json)\nremedy: ');
    expect(readFileSync(path).equals(asFound)).toBe(true);
    await run(['--keys', keysFile('text-1', 'text-2')]);
    expect((await look('verify')).stdout).toContain('0 corrupt lines; 1 in quarantine from before\n');
  });
});
