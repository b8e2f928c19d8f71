import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { alwaysRefuses, startGateway } from '../support/gateway.ts';
import { parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { runPrinted } from '../support/run-cli.ts';
import { namesIn } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });
const ESCAPE = '\u001b';

const MAIN = new URL('../../src/cli/main.ts', import.meta.url).pathname;
const TRIVET = `'${process.execPath}' --import tsx '${MAIN}'`;

describe('stderr', () => {
  it('is one plain line a stage where it is no terminal', async () => {
    const { resume, finalize } = resumed();
    const one = await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory()]);
    expect(one.stderr).toBe('trivet: sweep: 5 sources\ntrivet: cluster: 150 items\ntrivet: nominate: 15 nominations\n');
    expect((await callProgram(resume)).stderr).toMatch(/^trivet: judge: 15 judgments\ntrivet: research: \d+ topics\n$/);
    expect((await callProgram(finalize)).stderr).toMatch(/^trivet: brief: \d+ topics\ntrivet: saved: [^\n]+\n$/);
  });

  it('names the files a brief was saved in, one line, and none where nothing was', async () => {
    const { store, resume, finalize } = resumed();
    const line = (stderr: string) => stderr.split('\n').filter((text) => text.startsWith('trivet: saved: '));
    expect(line((await callProgram(resume)).stderr)).toEqual([]);
    const [saved = '', ...more] = line((await callProgram(finalize)).stderr);
    expect(more).toEqual([]);
    const names = namesIn(join(store, 'briefs')).map((name) => join(realpathSync(store), 'briefs', name));
    expect(names).toHaveLength(2);
    expect(new Set(saved.replace('trivet: saved: ', '').split(' '))).toEqual(new Set(names));
  });

  it('adds a line for every source and topic on a terminal', async () => {
    const options = { isTerminal: true };
    const one = await callProgram(['discover', ...MOCK_AT, '--tier', 'shallow'], options);
    for (const source of ['hackernews', 'lobsters', 'reddit', 'v2ex', 'github'])
      expect(one.stderr).toMatch(new RegExp(`^  ${source} ok \\d+ in \\d\\.\\d s$`, 'm'));
    expect(one.stderr).toMatch(/^ {2}n1-[0-9a-f]{4} researched, 14 further items, 3 confirmed$/m);
    const gateway = await startGateway(alwaysRefuses);
    const refused = await callProgram(['discover', '--sources', 'v2ex', '--gateway', gateway.origin], options);
    expect(refused.stderr).toContain('trivet: sweep: 1 source\n');
    expect(refused.stderr).toMatch(/^ {2}v2ex blocked 0 in \d\.\d s \(.+403.*\)$/m);
  });

  it('names what is awaited in a live line that is taken back before anything else is written', async () => {
    const { stderr } = await callProgram(['discover', ...MOCK_AT, '--tier', 'shallow'], { isTerminal: true });
    expect(stderr).toContain('trivet: sweep: 5 sources\n  waiting for hackernews, lobsters, reddit, v2ex, github\r');
    const live = stderr.match(/ {2}waiting for [^\r\n]+/g) ?? [];
    expect(live.length).toBeGreaterThan(5);
    for (const line of live) expect(stderr).toContain(`${line}\r${' '.repeat(line.length)}\r`);
    expect(Math.max(...live.map((line) => line.length))).toBeLessThanOrEqual(72);
  });

  it.each([
    ['leg 1', () => ['discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory()], 0],
    ['leg 2', () => resumed().resume, 0],
    ['leg 3', () => resumed().finalize, 0],
    ['a one-shot run', () => ['discover', ...MOCK_AT], 0],
    ['an unobserved run', () => ['discover', '--gateway', 'http://127.0.0.1:1', '--sources', 'v2ex'], 3],
  ] as const)('is silent under --quiet: %s', async (_, argsOf, code) => {
    const run = await callProgram([...argsOf(), '--quiet'], { isTerminal: true });
    expect(run).toMatchObject({ code, stderr: '' });
    expect(run.stdout).not.toBe('');
  });

  it('tells every request and outcome under --debug, and no query', async () => {
    const gateway = await startGateway(alwaysRefuses);
    const args = ['discover', 'secretword', '--sources', 'github', '--gateway', gateway.origin, '--quiet'];
    const { stderr } = await callProgram([...args, '--debug']);
    const lines = stderr.trimEnd().split('\n');
    expect(lines.filter((line) => line.startsWith('trivet: debug: request '))).toHaveLength(gateway.asked.length);
    expect(stderr).toMatch(/^trivet: debug: request \{"url":"https:\/\/api\.github\.com\/[^"?]+","status":403,"failure":null,/m);
    expect(stderr).toMatch(/^trivet: debug: outcome \{"source":"github",.*"status":"blocked",/m);
    expect(stderr).not.toContain('secretword');
    expect((await callProgram(args)).stderr).toBe('');
  });

  it('still tells a fault under --quiet', async () => {
    const run = await callProgram(['discover', '--finalize', '--quiet', '--store', temporaryDirectory()]);
    expect(run.stderr).toMatch(/^trivet: E_STORE_MISSING: .+\nremedy: .+\n$/);
  });

  it('says once that a research budget is garbage, and goes on with the default', async () => {
    const { resume } = resumed();
    const run = await callProgram(resume, { env: { TRIVET_RESEARCH_BUDGET_SECONDS: 'soon' } });
    expect(run.code).toBe(0);
    expect(run.stderr.match(/TRIVET_RESEARCH_BUDGET_SECONDS/g)).toHaveLength(1);
  });

  it('still warns under --quiet: what was ignored is no progress', async () => {
    const { resume } = resumed();
    const run = await callProgram([...resume, '--quiet'], { env: { TRIVET_RESEARCH_BUDGET_SECONDS: 'soon' } });
    expect(run).toMatchObject({ code: 0, stderr: expect.stringMatching(/^trivet: warning: TRIVET_RESEARCH_BUDGET_SECONDS .+\n$/) });
  });
});

describe('colour', () => {
  it.each([true, false])('there is none, on a terminal or not (%s)', async (isTerminal) => {
    const { resume, finalize } = resumed();
    for (const args of [['discover', ...MOCK_AT], resume, finalize, ['sources'], ['--help'], ['discover', '--tier', 'x']]) {
      const run = await callProgram(args, { isTerminal, env: { FORCE_COLOR: '1' } });
      expect(run.stdout + run.stderr).not.toContain(ESCAPE);
    }
  });
});

describe('a reader that leaves early', () => {
  it('ends the pipe, not the run: no stack trace, exit 0', async () => {
    const code = join(temporaryDirectory(), 'code');
    const run = await runPrinted(`{ ${TRIVET} discover --mock --tier shallow; echo $? >'${code}'; } | head -1; cat '${code}'`);
    expect(run.stdout).toBe('Trending now\n0\n');
    expect(run.stderr).not.toMatch(/EPIPE|\n\s+at /);
  });

  it('of both streams, likewise', async () => {
    const code = join(temporaryDirectory(), 'code');
    const run = await runPrinted(`{ ${TRIVET} discover --mock --tier shallow 2>&1; echo $? >'${code}'; } | true; cat '${code}'`);
    expect(run.stdout).toBe('0\n');
  });
});

describe('without an SQLite driver', () => {
  /** Takes both drivers away from whoever asks for them, as on a machine that has neither. */
  const hook = `import Module from 'node:module'; const load = Module._load; Module._load = function (name, ...rest) {
    if (name === 'node:sqlite' || name === 'better-sqlite3') throw new Error('taken away'); return load.call(this, name, ...rest); };`;
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}` };

  it('leg 1 is E_SQLITE_MISSING with the install command, before the first request', async () => {
    const gateway = await startGateway(alwaysRefuses);
    const store = join(temporaryDirectory(), 'store');
    const run = await runPrinted(`${TRIVET} discover --nominate-only --gateway ${gateway.origin} --store '${store}' --json`, { env });
    expect(run.code).toBe(2);
    expect(parseFault(run.stdout)).toMatchObject({
      code: 'E_SQLITE_MISSING',
      remedy: expect.stringContaining('npm install better-sqlite3'),
    });
    expect(gateway.asked).toEqual([]);
    expect(namesIn(store)).toEqual([]);
  });
});
