import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callProgram } from '../support/call-program.ts';
import { alwaysRefuses, startGateway } from '../support/gateway.ts';
import { parseBriefDone } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { runCli } from '../support/run-cli.ts';
import { namesIn, treeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });
const NOTE = /^trivet: NOTE: one-shot run: .+trivet discover --nominate-only$/gm;

describe('a one-shot run', () => {
  it('says once and aloud that nobody judged, and prints the brief', async () => {
    const run = await callProgram(['discover', ...MOCK_AT]);
    expect(run.code).toBe(0);
    expect(run.stderr.match(NOTE)).toHaveLength(1);
    expect(run.stdout).toMatch(/^Trending now\n/);
    expect(run.stdout).toContain('15 of 15 nominations were not judged by the host; heuristics stood in.');
  });

  it('says nothing under --quiet', async () => {
    expect(await callProgram(['discover', ...MOCK_AT, '--quiet'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('makes no store', async () => {
    const directory = temporaryDirectory();
    expect((await callProgram(['discover', ...MOCK_AT, '--store', join(directory, 'store')])).code).toBe(0);
    expect(namesIn(directory)).toEqual([]);
  });

  it('reads, writes and deletes no checkpoint of a store there is', async () => {
    const { store } = resumed();
    const before = treeOf(store);
    expect((await callProgram(['discover', ...MOCK_AT, '--store', store])).code).toBe(0);
    expect((await callProgram(['discover', ...MOCK_AT, '--store', store, '--sources', 'v2ex', '--lookback-days', '1'])).code).toBe(0);
    expect(treeOf(store)).toEqual(before);
  });

  it('needs no store that is whole either: a broken one costs it nothing', async () => {
    const { store } = resumed();
    expect((await callProgram(['discover', ...MOCK_AT, '--store', join(store, 'store.json')])).code).toBe(0);
  });

  it('prints text, Markdown or JSON', async () => {
    const [text, plain, markdown, json] = await Promise.all(
      [['--emit', 'text'], [], ['--emit', 'md'], ['--emit', 'json']].map((emit) => callProgram(['discover', ...MOCK_AT, ...emit])),
    );
    expect(text?.stdout).toBe(plain?.stdout);
    expect(markdown?.stdout).toMatch(/^# Trending now\n/);
    expect(z.object({ status: z.string(), bundleId: z.null() }).parse(JSON.parse(json?.stdout ?? '')).status).toBe('topics');
  });

  it('keeps 200 units of a domain and halves no character', async () => {
    const run = await callProgram(['discover', `x${'🦉'.repeat(150)}`, ...MOCK_AT, '--emit', 'json']);
    expect(z.object({ domain: z.string() }).parse(JSON.parse(run.stdout)).domain).toBe(`x${'🦉'.repeat(99)}`);
  });

  it('asks only the sources, subreddits and days it was told to, and says so', async () => {
    const gateway = await startGateway(alwaysRefuses);
    const flags = ['--sources', 'reddit,v2ex', '--subreddits', 'r/science,/r/space', '--lookback-days', '7', '--tier', 'shallow'];
    const run = await callProgram(['discover', '  rocket   science ', '--gateway', gateway.origin, ...flags, '--json']);
    const { brief, coverage } = parseBriefDone(run.stdout);
    expect(coverage.map(({ source }) => source)).toEqual(['reddit', 'v2ex']);
    expect(brief).toMatchObject({
      ...{ domain: 'rocket science', boundary: ['reddit', 'v2ex'], subreddits: ['science', 'space'], lookbackDays: 7, tier: 'shallow' },
    });
    expect([...new Set(gateway.asked.map((path) => path.split('/')[1]))].sort()).toEqual(['www.reddit.com', 'www.v2ex.com']);
    expect(gateway.asked.find((path) => path.includes('reddit'))).toContain('/r/science+space/');
  });

  it('with a domain nothing speaks of is an honest nothing, exit 0', async () => {
    const run = await callProgram(['discover', 'zymurgy', ...MOCK_AT, '--json']);
    expect(run.code).toBe(0);
    expect(parseBriefDone(run.stdout)).toMatchObject({ status: 'nothing-solid', exit: 0, brief: { domain: 'zymurgy', closest: null } });
    const text = await callProgram(['discover', 'zymurgy', ...MOCK_AT]);
    expect(text.stdout).toContain('Nothing solid this window.');
  });
});

describe('when no source answers', () => {
  it.each([[[]], [['--nominate-only']]])(
    'the run %s is unobserved: exit 3, never "quiet", and the hint names the replayed run',
    async (leg) => {
      const gateway = await startGateway(alwaysRefuses);
      const run = await callProgram(['discover', ...leg, '--gateway', gateway.origin, '--store', temporaryDirectory()]);
      expect(run.code).toBe(3);
      expect(run.stdout).toContain('No source could be observed');
      expect(run.stdout).not.toMatch(/nothing solid|quiet/i);
      expect(run.stderr).toContain('npm start -- --mock');
    },
  );

  it('in a real process too, where a network is wanted and there is none', async () => {
    const run = await runCli(['discover', '--tier', 'shallow', '--gateway', 'http://127.0.0.1:1', '--json']);
    expect(run.code, run.stderr).toBe(3);
    expect(parseBriefDone(run.stdout)).toMatchObject({ status: 'unobserved', exit: 3 });
    expect(run.stderr).toContain('npm start -- --mock');
  });
});

describe('a quiet leg 1', () => {
  it('prints the nothing-solid brief, writes no bundle, and ends the report of the round before', async () => {
    const { store } = resumed();
    const bundle = readFileSync(join(store, 'nominations.json'));
    const run = await callProgram(['discover', 'zymurgy', '--nominate-only', ...MOCK_AT, '--store', store, '--json']);
    expect(run.code).toBe(0);
    expect(parseBriefDone(run.stdout)).toMatchObject({ status: 'nothing-solid', files: [], next: null });
    expect(namesIn(store)).not.toContain('pending.json');
    expect(readFileSync(join(store, 'nominations.json'))).toEqual(bundle);
  });
});
