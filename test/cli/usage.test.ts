import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { parseFault } from '../support/leg-json.ts';
import { runCli } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const LEG_TWO = ['--judgments', '/nowhere/j.json'];
const LEG_THREE = ['--finalize'];

/** Arguments of `discover`, and what the fault must name. */
const WRONG: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ['legs 1 and 2', ['--nominate-only', ...LEG_TWO], ['--nominate-only', '--judgments']],
  ['legs 1 and 3', ['--nominate-only', ...LEG_THREE], ['--nominate-only', '--finalize']],
  ['legs 2 and 3', [...LEG_TWO, ...LEG_THREE], ['--judgments', '--finalize']],
  ['all three legs', ['--nominate-only', ...LEG_TWO, ...LEG_THREE], ['--nominate-only', '--judgments', '--finalize']],
  ['angles in a one-shot run', ['--angles', 'a.json'], ['--angles', '--finalize']],
  ['angles on leg 1', ['--nominate-only', '--angles', 'a.json'], ['--angles', '--finalize']],
  ['angles on leg 2', [...LEG_TWO, '--angles', 'a.json'], ['--angles', '--finalize']],
  ...[LEG_TWO, LEG_THREE].flatMap((leg) => [
    [`a domain with ${leg[0]}`, ['databases', ...leg], ['a domain', leg[0] ?? '']] as const,
    [`--sources with ${leg[0]}`, [...leg, '--sources', 'reddit'], ['--sources', leg[0] ?? '']] as const,
    [`--subreddits with ${leg[0]}`, [...leg, '--subreddits', 'science'], ['--subreddits', leg[0] ?? '']] as const,
    [`--tier with ${leg[0]}`, [...leg, '--tier', 'deep'], ['--tier', leg[0] ?? '']] as const,
    [`--lookback-days with ${leg[0]}`, [...leg, '--lookback-days', '7'], ['--lookback-days', leg[0] ?? '']] as const,
  ]),
  ['several orphans at once', ['x', ...LEG_THREE, '--tier', 'deep'], ['a domain', '--tier', '--finalize']],
  ['--force alone', ['--force'], ['--force', '--output']],
  ['two names of one store', ['--store', '/tmp/a', '--save-dir', '/tmp/b'], ['--store', '--save-dir']],
  ['an unknown flag', ['--nominate'], ['--nominate']],
  ['two domains', ['one', 'two'], ['too many arguments']],
  ['a flag without its value', ['--store'], ['--store']],
  ['a flag in the place of a value', ['--store', '--mock'], ['--store', '--mock']],
  ['a tier there is not', ['--tier', 'x'], ['--tier', 'deep', 'shallow']],
  ['no days to look back', ['--lookback-days', '0'], ['--lookback-days', '1']],
  ['more days than a year', ['--lookback-days', '366'], ['--lookback-days', '365']],
  ['days in words', ['--lookback-days', '1e1'], ['--lookback-days']],
  ['a format there is not', ['--emit', 'x'], ['--emit', 'text, md, json']],
  ['a clock in words', ['--now', 'yesterday'], ['--now']],
  ['a clock without a zone', ['--now', '2031-05-10T18:00:00'], ['--now']],
  ['a day there is not', ['--now', '2031-02-30T18:00:00Z'], ['--now']],
  ['a clock out of all ages', ['--now', '0000-01-01T00:00:00Z'], ['--now']],
  ['a clock at the end of all years', ['--now', '9999-12-31T23:59:59Z'], ['--now']],
  ['a gateway that is no address', ['--gateway', 'nonsense'], ['the gateway is not an address']],
  ['a gateway with a path', ['--gateway', 'http://127.0.0.1/x'], ['the gateway carries a path']],
  ['a budget below nothing', ['--leg-budget', '-1'], ['--leg-budget']],
  ['a budget of nothing', ['--leg-budget', '0'], ['--leg-budget']],
  ['a source there is not', ['--sources', 'reddit,digg'], ['--sources', 'hackernews']],
  ['subreddits that are none', ['--subreddits', 'a b'], ['--subreddits']],
  ['no subreddit', ['--subreddits', ' , '], ['--subreddits']],
  ['a store without a name', ['--store', ' '], ['--store']],
  ['a store that breaks the line', ['--store', '/tmp/a\nb'], ['--store has a control or direction character']],
  ['a store that reads as another', ['--store', '/tmp/a\u202eb'], ['--store has a control or direction character']],
  ['an output that breaks the line', ['--output', '/tmp/a\nb'], ['--output has a control or direction character']],
  ['a host file that breaks the line', ['--judgments', '/tmp/a\nb'], ['--judgments has a control or direction character']],
];

describe('a wrong call of discover exits 2, names what is wrong, and touches nothing', () => {
  it.each(WRONG)('%s', async (_, args, named) => {
    const store = join(temporaryDirectory(), 'store');
    const run = await callProgram(['discover', ...args, '--mock'], { env: { TRIVET_STORE: store } });
    expect(run.code).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^trivet: E_USAGE: .+\nremedy: .+\n$/);
    for (const name of named) expect(run.stderr.split('\n')[0]).toContain(name);
    expect(existsSync(store)).toBe(false);
  });

  it.each([...WRONG, ['--json with a format of the brief', ['--emit', 'md'], ['--json', '--emit']] as const])(
    '%s, as one JSON document',
    async (_, args, named) => {
      const run = await callProgram(['discover', ...args, '--mock', '--json']);
      expect(run.code).toBe(2);
      const fault = parseFault(run.stdout);
      expect(fault).toMatchObject({ code: 'E_USAGE', exit: 2, retryable: false });
      for (const name of named) expect(fault.message).toContain(name);
    },
  );
});

describe('a wrong call of another command', () => {
  it.each([
    ['an unknown command', ['sweep'], 'sweep'],
    ['an unknown command of a like name', ['discovery'], 'discovery'],
    ['an unknown flag of no command', ['--frob'], '--frob'],
    ['an unknown flag of show', ['show', 'n1-0000', '--tier', 'deep'], '--tier'],
    ['show without an id', ['show'], 'id'],
    ['a page there cannot be', ['show', 'n1-0000', '--page', '0'], '--page'],
    ['a page in words', ['show', 'n1-0000', '--page', 'two'], '--page'],
    ['an unknown flag of schema', ['schema', '--store', 'x'], '--store'],
    ['an argument of sources', ['sources', 'reddit'], 'too many arguments'],
    ['help on an unknown command', ['help', 'sweep'], 'no known command was given'],
    ['no command', [], 'no known command was given'],
  ] as const)('%s is a usage fault', async (_, args, named) => {
    const run = await callProgram(args);
    expect(run.code).toBe(2);
    expect(run.stdout).toBe('');
    expect(run.stderr).toMatch(/^trivet: E_USAGE: .+\nremedy: .+\n$/);
    expect(run.stderr.split('\n')[0]).toContain(named);
  });

  it('an unknown schema names those there are', async () => {
    const run = await callProgram(['schema', 'queue', '--json']);
    expect(run.code).toBe(2);
    expect(parseFault(run.stdout)).toMatchObject({ code: 'E_UNKNOWN_SCHEMA', remedy: expect.stringContaining('judgments') });
  });

  it('hostile words in a call reach no terminal as they are', async () => {
    const run = await callProgram(['discover', '--\u001b[31mred\u202e']);
    expect(run.code).toBe(2);
    for (const character of ['\u001b', '\u202e']) expect(run.stderr).not.toContain(character);
  });
});

describe('an empty list of sources is an empty boundary, never "no boundary"', () => {
  it.each(['', ',', ' , '])('--sources "%s" is E_NO_SOURCE', async (list) => {
    const run = await callProgram(['discover', '--nominate-only', '--mock', '--sources', list, '--json']);
    expect(run.code).toBe(2);
    expect(parseFault(run.stdout).code).toBe('E_NO_SOURCE');
  });
});

describe('through the real process', () => {
  it('a usage fault goes to stderr, and under --json to stdout too', async () => {
    const run = await runCli(['discover', 'x', '--finalize', '--json']);
    expect(run.code).toBe(2);
    expect(parseFault(run.stdout).message).toContain('a domain cannot go with --finalize');
    expect(run.stderr).toMatch(/^trivet: E_USAGE: .+\nremedy: .+\n$/);
  });

  it('--version prints the version of package.json', async () => {
    const run = await runCli(['--version']);
    expect(run).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('help is a result', () => {
  it.each([
    ['--help'],
    ['help'],
    ['discover', '--help'],
    ['help', 'discover'],
    ['show', '-h'],
    ['schema', '--help'],
    ['sources', '--help'],
  ])('%s exits 0 and prints to stdout alone', async (...args) => {
    const run = await callProgram(args);
    expect(run.code).toBe(0);
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(/^Usage: trivet/);
  });

  it('names every command and, for discover, every common flag', async () => {
    const { stdout } = await callProgram(['help']);
    for (const command of ['discover', 'show', 'schema', 'sources']) expect(stdout).toContain(command);
    const { stdout: discover } = await callProgram(['discover', '--help']);
    for (const flag of [
      ...['--nominate-only', '--judgments', '--finalize', '--angles', '--store', '--save-dir', '--mock', '--gateway', '--now', '--sources'],
      ...['--lookback-days', '--tier', '--leg-budget', '--strict', '--emit', '--json', '--output', '--force', '--quiet'],
    ]) {
      expect(discover).toContain(flag);
    }
  });
});

it('a file that happens to be called like a flag can still be named', async () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, '--odd.json'), '[]');
  const run = await callProgram(['discover', '--judgments', './--odd.json', '--mock', '--store', join(directory, 'none'), '--json'], {
    workingDirectory: directory,
  });
  expect(parseFault(run.stdout).code).toBe('E_STORE_MISSING');
});
