import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readFindings, readJob } from '../../src/journal/index.ts';
import { AT } from '../support/build-item.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { startFixtureGateway } from '../support/fixture-gateway.ts';
import { neverAnswers, startGateway } from '../support/gateway.ts';
import { writeJudgments } from '../support/host.ts';
import { parseBriefDone, parseFault, parseLegTwo } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { runCli, runPrinted } from '../support/run-cli.ts';
import { namesIn, roundNamesIn, roundTreeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const nominated = prepareRound({ through: 'nominate' });

describe('an interrupted sweep', () => {
  it('exits 130 by itself and leaves no bundle', async () => {
    const gateway = await startGateway(neverAnswers);
    const store = join(temporaryDirectory(), 'store');
    const run = await runCli(['discover', '--nominate-only', '--gateway', gateway.origin, '--store', store, '--json'], {
      onStart: (child) => void gateway.firstRequest.then(() => child.kill('SIGINT')),
    });
    expect(run.code).toBe(130);
    expect(parseFault(run.stdout)).toMatchObject({ code: 'E_INTERRUPTED', exit: 130, retryable: true });
    expect(run.stderr).toMatch(/trivet: E_INTERRUPTED: .+\nremedy: run the same command again\n$/);
    expect(roundNamesIn(store)).toEqual(['lock.db', 'store.json']);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('leaves the round before as it was (%s)', async (signal) => {
    const gateway = await startGateway(neverAnswers);
    const store = temporaryDirectory();
    const flags = ['--gateway', gateway.origin, '--store', store];
    void gateway.firstRequest.then(() => process.emit(signal));
    expect((await callProgram(['discover', '--nominate-only', ...flags])).code).toBe(130);
    const before = roundTreeOf(store);
    const again = callProgram(['discover', '--nominate-only', ...flags]);
    const asked = gateway.asked.length;
    while (gateway.asked.length === asked) await new Promise((resolve) => setTimeout(resolve, 5));
    process.emit(signal);
    expect((await again).code).toBe(130);
    expect(roundTreeOf(store)).toEqual(before);
  });

  it('of a one-shot run prints no brief', async () => {
    const gateway = await startGateway(neverAnswers);
    void gateway.firstRequest.then(() => process.emit('SIGINT'));
    const run = await callProgram(['discover', '--gateway', gateway.origin]);
    expect(run).toMatchObject({ code: 130, stdout: '' });
  });

  it('leaves no listener behind in the process', async () => {
    const before = process.listenerCount('SIGINT');
    await callProgram(['discover', '--finalize', '--store', temporaryDirectory()]);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

describe('a gateway that never answers', () => {
  it('cannot hold leg 1 beyond its budget: the process ends by itself, unobserved', async () => {
    const gateway = await startGateway(neverAnswers);
    const store = join(temporaryDirectory(), 'store');
    const run = await runCli(['discover', '--nominate-only', '--leg-budget', '6', '--gateway', gateway.origin, '--store', store, '--json']);
    expect(run.code, run.stderr).toBe(3);
    const done = parseBriefDone(run.stdout);
    expect(done).toMatchObject({ status: 'unobserved', exit: 3, next: null, files: [] });
    expect(done.coverage.map(({ outcome }) => outcome.status)).toEqual(Array(5).fill('timeout'));
    expect(namesIn(store)).not.toContain('nominations.json');
  });
});

describe('standard input that nobody closes', () => {
  it('ends with the time of the leg', async () => {
    const { store } = nominated();
    const stdin = new PassThrough();
    const run = await callProgram(['discover', '--judgments', '-', ...MOCK_AT, '--store', store, '--leg-budget', '1', '--json'], { stdin });
    expect(run.code).toBe(2);
    expect(parseFault(run.stdout)).toMatchObject({ code: 'E_USAGE', message: expect.stringContaining('still open') });
    expect(stdin.destroyed).toBe(true);
  });

  it('ends with an interruption', async () => {
    const { store } = nominated();
    const stdin = new PassThrough();
    const run = callProgram(['discover', '--judgments', '-', ...MOCK_AT, '--store', store, '--json'], { stdin });
    setImmediate(() => process.emit('SIGINT'));
    expect((await run).code).toBe(130);
  });

  it('is not waited for when it is a terminal', async () => {
    const { store } = nominated();
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    const run = await callProgram(['discover', '--finalize', '--angles', '-', ...MOCK_AT, '--store', store, '--json'], { stdin });
    expect(parseFault(run.stdout)).toMatchObject({ code: 'E_USAGE', message: 'nothing was piped into standard input' });
  });

  it('that fails to be read is a fault, and anything else is a bug', async () => {
    const { store } = nominated();
    const call = (error: Error) => {
      const stdin = new PassThrough();
      stdin.destroy(error);
      return callProgram(['discover', '--judgments', '-', ...MOCK_AT, '--store', store, '--json'], { stdin });
    };
    const refused = await call(Object.assign(new Error('EISDIR: illegal operation'), { code: 'EISDIR' }));
    expect(parseFault(refused.stdout)).toMatchObject({ code: 'E_USAGE', message: 'standard input cannot be read (EISDIR)' });
    const odd = await call(new Error('odd'));
    expect(odd.code).toBe(1);
    expect(odd.stderr).toBe(
      'trivet: E_UNEXPECTED: odd\nremedy: this is a bug: run the same command with --debug and report what it prints\n',
    );
  });

  it('of more than a host file may be is not read to its end', async () => {
    const { store } = nominated();
    const stdin = new PassThrough();
    const pour = () => {
      while (stdin.write(Buffer.alloc(65_536, 0x20)));
    };
    stdin.on('drain', pour);
    pour();
    const run = await callProgram(['discover', '--judgments', '-', ...MOCK_AT, '--store', store, '--json'], { stdin });
    expect(parseFault(run.stdout).code).toBe('E_JUDGMENTS_TOO_LARGE');
    expect(stdin.destroyed).toBe(true);
  });
});

describe('interrupted research', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('exits 130 by itself on %s, and the same command goes on with what is left', async (signal) => {
    const gateway = await startFixtureGateway();
    const store = join(temporaryDirectory(), 'store');
    const one = await callProgram(['discover', '--nominate-only', '--gateway', gateway.origin, '--now', AT, '--store', store]);
    expect(one.code, one.stderr).toBe(0);
    const next = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 60 }));
    const jobDirectory = () => join(store, 'jobs', readdirSync(join(store, 'jobs')).find((name) => /^research-\w+$/.test(name)) ?? 'none');
    const before = gateway.answered.length;
    gateway.answerOnly(3);
    const cut = await runPrinted(`exec ${next} --json`, {
      onStart: (child) =>
        void (async () => {
          // The acceptance of the judgments is a finding too.
          while (!existsSync(jobDirectory()) || [...readFindings(jobDirectory())].length < 4) await sleep(10);
          child.kill(signal);
        })(),
    });
    expect(cut.code, cut.stderr).toBe(130);
    expect(parseFault(cut.stdout)).toMatchObject({ code: 'E_INTERRUPTED', message: 'interrupted; what was researched is kept' });
    const { view, check } = readJob(jobDirectory());
    expect(view).toMatchObject({ doneCount: 4, cursor: { spentMs: expect.any(Number) }, errors: [] });
    expect(check).toMatchObject({ state: 'read', findingOnlyCount: 0, stateOnlyCount: 0 });
    gateway.answerOnly(Number.POSITIVE_INFINITY);
    const rest = await callPrinted(`${next} --json`);
    expect(rest.code, rest.stderr).toBe(0);
    expect(parseLegTwo(rest.stdout).research.downgradedCount).toBe(0);
    const researched = gateway.answered.slice(before);
    expect(researched.length).toBeGreaterThan(6);
    expect(researched.filter((path, index) => researched.indexOf(path) !== index)).toEqual([]);
  });
});
