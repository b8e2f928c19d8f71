import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { neverAnswers, startGateway } from '../support/gateway.ts';
import { parseBriefDone, parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { runCli } from '../support/run-cli.ts';
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
