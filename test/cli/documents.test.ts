import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nominationSchema } from '../../src/domain/nomination.ts';
import { topicSchema } from '../../src/domain/topic.ts';
import { callProgram } from '../support/call-program.ts';
import { stringsIn, trustedStringsIn } from '../support/json-walk.ts';
import { parseBriefDone, parseLegOne, parseLegTwo } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });

const headSchema = z.looseObject({
  ok: z.literal(true),
  schemaVersion: z.literal(1),
  command: z.string(),
  status: z.string(),
  exit: z.literal(0),
  files: z.array(z.string().startsWith('/')),
  next: z.string().startsWith('/').nullable(),
  warnings: z.array(z.string()),
});
const HEAD = ['ok', 'schemaVersion', 'command', 'status', 'exit', 'files', 'next', 'warnings'];

const CANARY = /ignore previous instructions/i;

/** Every text of a stranger that the checkpoints of the round hold; short ones are compared whole, the others anywhere. */
function strangersTexts(store: string): { readonly whole: ReadonlySet<string>; readonly parts: readonly string[] } {
  const rows = (name: string, list: string) =>
    z
      .object({ payload: z.object({ [list]: z.array(z.object({ row: z.unknown() })) }) })
      .parse(JSON.parse(readFileSync(join(store, name), 'utf8')))
      .payload[list]?.map(({ row }) => row) ?? [];
  const nominations = z.array(nominationSchema).parse(rows('nominations.json', 'nominations'));
  const topics = z.array(topicSchema).parse(rows('pending.json', 'topics'));
  const found = topics.flatMap(({ research }) => (research.status === 'researched' ? research.evidence : []));
  const items = [...nominations.flatMap(({ seeds }) => seeds.map((seed) => seed.item)), ...found];
  const texts = [
    ...nominations.map(({ name }) => name),
    ...topics.flatMap(({ bestComment }) => bestComment?.text ?? []),
    ...items.flatMap(({ title, snippet, author, publisher, id }) => [title, snippet, author ?? '', publisher, id]),
  ].filter((text) => text !== '');
  return { whole: new Set(texts), parts: texts.filter((text) => text.length >= 16) };
}

const documentSchema = z.record(z.string(), z.unknown());

interface Documents {
  readonly strangers: ReturnType<typeof strangersTexts>;
  readonly byName: ReadonlyMap<string, Record<string, unknown>>;
}

/** One round, one page and one one-shot run, each printed as a document, and the brief as leg 3 wrote it. */
async function printDocuments(): Promise<Documents> {
  const round = resumed();
  const calls: readonly (readonly [string, readonly string[]])[] = [
    ['leg 1', ['discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory(), '--json']],
    ['leg 2', [...round.resume, '--json']],
    ['leg 3', [...round.finalize, '--json']],
    ['one-shot', ['discover', ...MOCK_AT, '--json']],
    ['show', ['show', round.ids[2] ?? '', ...MOCK_AT, '--store', round.store, '--json']],
  ];
  const byName = new Map<string, Record<string, unknown>>();
  for (const [name, args] of calls) {
    const run = await callProgram(args);
    expect(run.code, run.stderr).toBe(0);
    expect(run.stdout, `${name} is one JSON object on one line`).toMatch(/^\{.*\}\n$/);
    byName.set(name, documentSchema.parse(JSON.parse(run.stdout)));
  }
  const { files } = headSchema.parse(byName.get('leg 3'));
  const brief = files.find((file) => file.endsWith('.json')) ?? '';
  byName.set('brief file', documentSchema.parse(JSON.parse(readFileSync(brief, 'utf8'))));
  return { strangers: strangersTexts(round.store), byName };
}

describe('every document of a round', () => {
  let printed: Promise<Documents> | null = null;
  const documents = () => {
    printed ??= printDocuments();
    return printed;
  };
  const documentOf = async (name: string) => documentSchema.parse((await documents()).byName.get(name));
  const NAMES = ['leg 1', 'leg 2', 'leg 3', 'one-shot', 'show', 'brief file'] as const;

  it.each(NAMES.slice(0, 5))('%s carries the fields all documents share, first and in one order', async (name) => {
    const document = await documentOf(name);
    expect(Object.keys(document).slice(0, HEAD.length)).toEqual(HEAD);
    headSchema.parse(document);
  });

  it('each leg says what it is, what it wrote and what comes next', async () => {
    const text = async (name: string) => JSON.stringify(await documentOf(name));
    const one = parseLegOne(await text('leg 1'));
    expect(one).toMatchObject({ command: 'discover nominate', next: expect.stringContaining('--judgments') });
    expect(one.files.map((file) => file.split('/').at(-1))).toEqual(['nominations.json', `${one.bundleId}-judgments.json`]);
    expect((await documentOf('leg 1'))['hostFile']).toBe(one.files[1]);
    const two = parseLegTwo(await text('leg 2'));
    expect(two).toMatchObject({ command: 'discover resume', next: expect.stringContaining('--finalize') });
    expect(two.files.map((file) => file.split('/').at(-1))).toEqual(['pending.json', expect.stringMatching(/-angles\.json$/)]);
    expect((await documentOf('leg 2'))['hostFile']).toBe(two.files[1]);
    const three = parseBriefDone(await text('leg 3'));
    expect(three).toMatchObject({ command: 'discover finalize', status: 'done', next: null, brief: { status: 'topics' } });
    expect(three.files.map((file) => file.replace(/.*\./, ''))).toEqual(['md', 'json']);
    expect(parseBriefDone(await text('one-shot'))).toMatchObject({ command: 'discover oneshot', status: 'done', next: null, files: [] });
  });

  it.each(NAMES)('%s has the strangers under `untrusted`, and nowhere else', async (name) => {
    const document = await documentOf(name);
    const { strangers } = await documents();
    const trusted = trustedStringsIn(document);
    const leaks = trusted.filter(({ text }) => strangers.whole.has(text) || strangers.parts.some((part) => text.includes(part)));
    expect(leaks).toEqual([]);
    expect(stringsIn(document).length).toBeGreaterThan(trusted.length);
  });

  it.each(NAMES)('%s holds the planted instruction as evidence alone', async (name) => {
    const document = await documentOf(name);
    expect(stringsIn(document).filter(({ text }) => CANARY.test(text)).length).toBeGreaterThan(0);
    expect(trustedStringsIn(document).filter(({ text }) => CANARY.test(text))).toEqual([]);
  });

  it.each(NAMES)('%s has no control, escape or direction character in any string', async (name) => {
    const odd = stringsIn(await documentOf(name)).filter(({ text }) => /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200b\ufeff]/u.test(text));
    expect(odd).toEqual([]);
  });
});

describe('--emit json', () => {
  it.each(['--nominate-only', '--judgments'])('on %s is the document: a digest has no other form for a program', async (leg) => {
    const { judgmentsPath, store } = resumed();
    const args = ['discover', leg, ...(leg === '--judgments' ? [judgmentsPath] : []), ...MOCK_AT, '--store', store];
    const document = headSchema.parse(JSON.parse((await callProgram([...args, '--emit', 'json'])).stdout));
    expect(document['hostFile']).toBe(document.files[1]);
  });

  it('on leg 3 and in a one-shot run is the brief itself', async () => {
    for (const args of [resumed().finalize, ['discover', ...MOCK_AT]]) {
      const document = documentSchema.parse(JSON.parse((await callProgram([...args, '--emit', 'json'])).stdout));
      expect(document).toMatchObject({ status: 'topics', origin: 'mock', cards: expect.any(Array) });
      expect(document).not.toHaveProperty('ok');
    }
  });

  it('may stand beside --json, which then counts', async () => {
    const run = await callProgram([...resumed().finalize, '--emit', 'json', '--json']);
    headSchema.parse(JSON.parse(run.stdout));
  });
});

describe('a fault under --json', () => {
  it('is one document too, with the code, the remedy and the exit code of the process', async () => {
    const { finalize } = resumed();
    const run = await callProgram([...finalize.slice(0, -1), temporaryDirectory(), '--json']);
    expect(run.code).toBe(2);
    expect(run.stdout).toMatch(/^\{"ok":false,"code":"E_STORE_MISSING","message":".+","remedy":".+","retryable":true,"exit":2\}\n$/);
  });
});
