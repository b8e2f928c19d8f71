import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { INVISIBLE } from '../domain/text/strangers.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { readDigest, writeAngles, writeJudgments } from '../support/host.ts';
import { CANARY, hostileFixtures } from '../support/hostile-fixtures.ts';
import { stringsIn, trustedStringsIn } from '../support/json-walk.ts';
import { MOCK_AT } from '../support/round.ts';
import type { Run } from '../support/run-cli.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** One whole round over responses in which every text of a person carries an attack; what a host and a terminal get to see of it. */
interface Seen {
  /** Texts with a fence, by name: the digests, the pages, the summaries of the jobs. */
  readonly fenced: ReadonlyMap<string, string>;
  readonly briefs: ReadonlyMap<string, string>;
  readonly documents: ReadonlyMap<string, unknown>;
  readonly stderr: string;
}

/** A mark of ours; a forged one stands behind `| `. */
const FENCE = /^==== (?:end of )?evidence [0-9a-f]{32} ====$/m;

let running: Promise<Seen> | null = null;

/** Run by the first test that asks; the texts outlive its directories. */
function round(): Promise<Seen> {
  running ??= runRound();
  return running;
}

async function runRound(): Promise<Seen> {
  const options = { fixturesDirectory: hostileFixtures() };
  const store = temporaryDirectory();
  const flags = [...MOCK_AT, '--store', store];
  const errors: string[] = [];
  const ok = async (running: Promise<Run>) => {
    const run = await running;
    errors.push(run.stderr);
    expect(run.code, run.stderr).toBe(0);
    return run.stdout;
  };
  const call = (...args: string[]) => ok(callProgram(args, options));
  const json = async (...args: string[]): Promise<unknown> => JSON.parse(await call(...args, '--json'));

  const legOne = await call('discover', '--nominate-only', ...flags);
  const ids = [...readDigest(legOne).template.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
  const pages = await Promise.all(ids.slice(0, 6).map(async (id) => [`show ${id}`, await call('show', id, ...flags)] as const));
  // Half of the names are the heuristics' own, made of strangers' words.
  const toResume = writeJudgments(legOne, (row, index) => ({ ...row, name: index % 2 === 0 ? '' : `Story ${index}`, worth: 90 - index }));
  const legTwo = await ok(callPrinted(toResume, options));
  const toFinalize = writeAngles(legTwo, (row) => ({ ...row, hook: 'A hook.' }));
  const jobs = readdirSync(join(store, 'jobs')).filter((name) => !name.includes('.'));
  const summaries = jobs.map((name) => [`summary ${name}`, readFileSync(join(store, 'jobs', name, 'SUMMARY.md'), 'utf8')] as const);
  const statuses = jobs.map(async (name) => [`status ${name}`, await call('job', 'status', join(store, 'jobs', name))] as const);
  return {
    fenced: new Map([['leg 1', legOne], ['leg 2', legTwo], ...pages, ...summaries, ...(await Promise.all(statuses))]),
    briefs: new Map([
      ['leg 3, text', await ok(callPrinted(toFinalize, options))],
      ['leg 3, Markdown', await ok(callPrinted(`${toFinalize} --emit md`, options))],
      ['one-shot, text', await call('discover', ...MOCK_AT)],
      ['one-shot, Markdown', await call('discover', ...MOCK_AT, '--emit', 'md')],
    ]),
    documents: new Map([
      ['leg 2', JSON.parse(await ok(callPrinted(`${toResume} --json`, options)))],
      ['leg 3', JSON.parse(await ok(callPrinted(`${toFinalize} --json`, options)))],
      ['show', await json('show', ids[0] ?? '', ...flags)],
      ['leg 1', await json('discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory())],
      ['one-shot', await json('discover', ...MOCK_AT)],
      ...(await Promise.all(jobs.map(async (name) => [`job ${name}`, await json('job', 'status', join(store, 'jobs', name))] as const))),
    ]),
    stderr: errors.join(''),
  };
}

/** The lines on either side of the fence. */
function parted(text: string): { readonly inside: string[]; readonly outside: string[] } {
  const [before = '', inside = '', after = '', ...more] = text.split(FENCE);
  expect(more).toEqual([]);
  return { inside: inside.split('\n').slice(1, -1), outside: [...before.split('\n'), ...after.split('\n')] };
}

function canaries(text: string): string[] {
  return text.match(new RegExp(CANARY, 'g')) ?? [];
}

/** Whatever is printed to be run: the lines that start this program, and the `next` of a document. */
function commandsOf({ fenced, briefs, documents, stderr }: Seen): string[] {
  const lines = [...fenced.values(), ...briefs.values(), stderr].flatMap((text) => text.split('\n'));
  const nexts = [...documents.values()].map((document) => z.object({ next: z.string().nullable() }).parse(document).next);
  return [...lines.filter((line) => line.includes(process.execPath)), ...nexts.flatMap((next) => next ?? [])];
}

describe('a round over hostile responses', () => {
  it('does show what strangers wrote', async () => {
    const seen = await round();
    const inside = [...seen.fenced.values()].flatMap((text) => parted(text).inside).join('\n');
    expect(new Set(canaries(inside)).size).toBeGreaterThan(60);
    for (const brief of seen.briefs.values()) expect(canaries(brief).length).toBeGreaterThan(10);
  });

  it('marks every line of theirs, and has none outside a fence', async () => {
    const seen = await round();
    for (const [name, text] of seen.fenced) {
      const { inside, outside } = parted(text);
      expect(inside.filter((line) => !line.startsWith('| '))).toEqual([]);
      expect(
        outside.filter((line) => CANARY.test(line) || /[^\x20-\x7e]/.test(line)),
        name,
      ).toEqual([]);
    }
  });

  it('makes the lines of the digest itself: ids, counts and sources, nothing else', async () => {
    const seen = await round();
    const { outside } = parted(seen.fenced.get('leg 1') ?? '');
    const structural = outside.filter((line) => /^n\d+-/.test(line));
    const line =
      /^n\d+-[0-9a-f]{4} {2}(?:hackernews|lobsters|reddit|v2ex|github| )+ \| \d+ items?, \d+ publishers?, \d+ famil(?:y|ies) \| (?:newest \d+ \w+|undated) \| heat \.\d\d(?: \| [a-z\d ,.-]+)+$/;
    expect(structural.length).toBeGreaterThan(5);
    expect(structural.filter((text) => !line.test(text))).toEqual([]);
  });

  it('counts what deserves caution by a neutral mark outside the fence, for readers and for programs', async () => {
    const seen = await round();
    const flagged = (name: string) =>
      parted(seen.fenced.get(name) ?? '').outside.filter((text) => / \| \d+ suspicious texts? flagged/.test(text));
    expect(flagged('leg 1').length).toBeGreaterThan(5);
    expect(flagged('leg 2').length).toBeGreaterThan(1);
    const counts = [...seen.documents.values()].flatMap((document) => JSON.stringify(document).match(/"suspiciousCount":[1-9]/g) ?? []);
    expect(counts.length).toBeGreaterThan(5);
  });

  it('prints no command that holds a word of theirs', async () => {
    const seen = await round();
    const commands = commandsOf(seen);
    expect(commands.length).toBeGreaterThanOrEqual(10);
    expect(commands.filter((command) => CANARY.test(command) || /[^\x20-\x7e]/.test(command))).toEqual([]);
  });

  it('prints no command in a brief at all', async () => {
    const seen = await round();
    for (const [name, brief] of seen.briefs) expect(brief.includes(process.execPath), name).toBe(false);
  });

  it('says nothing of theirs on stderr', async () => {
    const seen = await round();
    expect(seen.stderr).toMatch(/^trivet: sweep/m);
    expect(canaries(seen.stderr)).toEqual([]);
    expect(seen.stderr.replaceAll('\n', '')).toMatch(/^[\x20-\x7e]*$/);
  });

  it('lets no control, direction or hidden character through, anywhere', async () => {
    const seen = await round();
    const texts = [...seen.fenced, ...seen.briefs, ['stderr', seen.stderr] as const];
    expect(texts.filter(([, text]) => INVISIBLE.test(text)).map(([name]) => name)).toEqual([]);
    const strings = [...seen.documents.values()].flatMap((document) => stringsIn(document));
    expect(strings.filter(({ text }) => INVISIBLE.test(text))).toEqual([]);
  });

  it('lets no image, link, heading or tag of theirs into a brief', async () => {
    const seen = await round();
    for (const [name, brief] of seen.briefs) {
      const headings = brief.match(/^ *(?:(?:[-*>]|\d+\.) )*#+ .*$/gm) ?? [];
      expect(
        headings.filter((line) => !/^(?:# Trending now|## \d+\. |## Notes)/.test(line)),
        name,
      ).toEqual([]);
      const isMarkdown = name.endsWith('Markdown');
      const live = isMarkdown ? brief.replace(/\\[!-/:-@[-`{-~]|`[^`\n]+`/g, '·') : brief;
      expect(live, name).not.toMatch(
        isMarkdown ? /!\[|\]\((?!<https?:\/\/)|<(?!https?:\/\/[^\s<>]+>\))/ : /!\[|\]\(|\]:|`{3}|<[\p{L}/!?|]/u,
      );
    }
  });

  it('keeps their words in documents under `untrusted`', async () => {
    const seen = await round();
    for (const [name, document] of seen.documents) {
      expect(
        trustedStringsIn(document).filter(({ text }) => CANARY.test(text)),
        name,
      ).toEqual([]);
    }
  });
});

describe('a host that was talked into it', () => {
  it('cannot add a topic, a command or an instruction by its file', async () => {
    const options = { fixturesDirectory: hostileFixtures() };
    const store = temporaryDirectory();
    const one = await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', store], options);
    const next = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index}`, worth: 50 }));
    const { path } = readDigest(one.stdout);
    const file = z.looseObject({ judgments: z.array(z.looseObject({ id: z.string() })) }).parse(JSON.parse(readFileSync(path, 'utf8')));
    const [first, ...others] = file.judgments;
    const injected = { id: 'n99-ffff', name: 'Injected topic', junk: false, worth: 100 };
    writeFileSync(
      path,
      JSON.stringify({ ...file, judgments: [injected, { ...first, run: 'Injected run', url: 'Injected url' }, ...others] }),
    );
    const two = await callPrinted(next, options);
    expect(two.code, two.stderr).toBe(0);
    expect(two.stdout).not.toMatch(/Injected|n99-ffff/);
    expect(two.stderr).toMatch(/n99-ffff/);
    expect(two.stderr).toMatch(/2 unknown fields ignored \("run", "url"\)/);
    expect(two.stderr).not.toContain('Injected');
  });
});
