import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callProgram } from '../support/call-program.ts';
import { prepareRound } from '../support/round.ts';
import {
  deep,
  editJson,
  editPayload,
  faultAfter,
  reencode,
  replaceByDirectory,
  replaceByLink,
  type Spoil,
  spoilWith,
} from '../support/spoil.ts';

const resumed = prepareRound({ through: 'resume' });

/** How a checkpoint can be wrong, and the end of the code that says so; `<list>` stands for its list of rows. */
const CHECKPOINT_FAULTS: readonly (readonly [string, (list: string) => Spoil, string])[] = [
  ['missing', () => rmSync, 'MISSING'],
  ['a directory in its place', () => replaceByDirectory, 'UNSAFE'],
  ['a link in its place', () => replaceByLink, 'UNSAFE'],
  ['empty', () => spoilWith(''), 'NOT_JSON'],
  ['half a file', () => (path) => writeFileSync(path, readFileSync(path).subarray(0, 900)), 'NOT_JSON'],
  ['no object', () => spoilWith('[1, 2]'), 'CORRUPT'],
  ['not JSON', () => spoilWith('{"kind": trivet}'), 'NOT_JSON'],
  ['Latin-1', () => spoilWith(Buffer.from('{"kind":"caf\u00e9"}', 'latin1')), 'ENCODING'],
  ['UTF-16', () => reencode('utf16le', '\ufeff'), 'ENCODING'],
  ['UTF-16 without its mark', () => reencode('utf16le'), 'ENCODING'],
  ['200,000 nested arrays', () => spoilWith(deep('[', ']')), 'TOO_DEEP'],
  ['200,000 nested objects', () => spoilWith(deep('{"a":', '}').replace('}', '1}')), 'TOO_DEEP'],
  ['too large', () => (path) => truncateSync(path, 64 * 1024 * 1024 + 1), 'TOO_LARGE'],
  ['a prototype key', () => (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{"__proto__":{},')), 'CORRUPT'],
  ['another kind', () => (path) => editJson(path, (file) => Object.assign(file, { kind: 'trivet-store' })), 'KIND'],
  ['a later version', () => (path) => editJson(path, (file) => Object.assign(file, { schemaVersion: 2 })), 'VERSION'],
  ['no version', () => (path) => editJson(path, (file) => void delete file['schemaVersion']), 'VERSION'],
  ['no bundle id', () => (path) => editJson(path, (file) => void delete file['bundleId']), 'ID_MISSING'],
  ['another store', () => (path) => editJson(path, (file) => Object.assign(file, { storeId: '0123456789abcdef' })), 'OTHER_STORE'],
  ['another origin', () => (path) => editJson(path, (file) => Object.assign(file, { origin: 'live' })), 'ORIGIN'],
  ['no origin', () => (path) => editJson(path, (file) => void delete file['origin']), 'ORIGIN'],
  ['no instant', () => (path) => editJson(path, (file) => Object.assign(file, { generatedAt: 'today' })), 'CORRUPT'],
  ['two hours old', () => (path) => editJson(path, (file) => Object.assign(file, { generatedAt: '2031-05-10T16:00:00Z' })), 'STALE'],
  ['ten years ahead', () => (path) => editJson(path, (file) => Object.assign(file, { generatedAt: '2041-05-10T18:00:00Z' })), 'FUTURE'],
  ['an unknown field', () => (path) => editJson(path, (file) => Object.assign(file, { extra: 1 })), 'CORRUPT'],
  ['no payload', () => (path) => editJson(path, (file) => void delete file['payload']), 'CORRUPT'],
  ['rows that are no list', (list) => (path) => editPayload(path, (payload) => Object.assign(payload, { [list]: {} })), 'CORRUPT'],
  ['an empty list of rows', (list) => (path) => editPayload(path, (payload) => Object.assign(payload, { [list]: [] })), 'CORRUPT'],
  [
    'no row left whole',
    (list) => (path) => editPayload(path, (payload) => Object.assign(payload, { [list]: [{ hash: 'x', row: {} }] })),
    'CORRUPT',
  ],
  ['a window that is none', () => (path) => editPayload(path, (payload) => Object.assign(payload, { window: null })), 'CORRUPT'],
];

describe.each([
  ['the bundle', 'nominations.json', 'BUNDLE', 'nominations'],
  ['the pending report', 'pending.json', 'PENDING', 'topics'],
] as const)('%s that is wrong ends its leg with a named fault', (_, name, subject, list) => {
  it.each(CHECKPOINT_FAULTS)('%s', async (__, spoilOf, end) => {
    const round = resumed();
    const leg = subject === 'BUNDLE' ? round.resume : round.finalize;
    const fault = await faultAfter(round, leg, () => spoilOf(list)(join(round.store, name)));
    expect(fault.code).toBe(end === 'UNSAFE' ? 'E_STORE_UNSAFE' : `E_${subject}_${end}`);
    expect(fault.message).toContain(join(round.store, name));
  });

  it('but one byte order mark is read as if it were not there', async () => {
    const round = resumed();
    reencode('utf8', '\ufeff')(join(round.store, name));
    expect((await callProgram(subject === 'BUNDLE' ? round.resume : round.finalize)).code).toBe(0);
  });
});

describe('one bad row among good ones is skipped, counted and shown', () => {
  const spoilRow = (store: string, name: string, list: string) =>
    editPayload(join(store, name), (payload) => {
      const rows = z.array(z.object({ hash: z.string(), row: z.unknown() })).parse(payload[list]);
      payload[list] = rows.map((row, index) => (index === 1 ? { ...row, hash: '0'.repeat(64) } : row));
    });
  const STRICT_NOTE = 'trivet: exit 3, as --strict asks: ';
  /** Exit 3 is explained in one line where --strict asks for it; without it neither comes. */
  async function expectStrictNote(args: readonly string[]): Promise<void> {
    expect((await callProgram(args)).stderr).not.toContain('exit 3');
    const strict = await callProgram([...args, '--strict']);
    expect(strict.code).toBe(3);
    expect(strict.stderr.split(STRICT_NOTE)).toHaveLength(2);
  }

  const countsSchema = z.object({ exit: z.number(), lostRowCount: z.number() });
  const briefSchema = z.object({ exit: z.number(), brief: z.object({ lostRowCount: z.number() }) });

  it('of the bundle: in the digest, the document, the brief, and the exit code under --strict', async () => {
    const { store, ids, resume, finalize } = resumed();
    spoilRow(store, 'nominations.json', 'nominations');
    const digest = await callProgram(resume);
    expect(digest.code).toBe(0);
    expect(digest.stdout).toContain('warning: 1 row of the checkpoint corrupt or missing, and skipped');
    expect(digest.stdout).not.toContain(`\n${ids[1]}  `);
    expect(countsSchema.parse(JSON.parse((await callProgram([...resume, '--json'])).stdout))).toEqual({ exit: 0, lostRowCount: 1 });
    await expectStrictNote(resume);
    const brief = await callProgram(finalize);
    expect(brief.code).toBe(0);
    expect(brief.stdout).toContain('1 row of the checkpoint was corrupt or missing and left out.');
    await expectStrictNote(finalize);
  });

  it('of the pending report, likewise', async () => {
    const { store, finalize } = resumed();
    spoilRow(store, 'pending.json', 'topics');
    const brief = await callProgram(finalize);
    expect(brief.stdout).toContain('1 row of the checkpoint was corrupt or missing and left out.');
    const strict = await callProgram([...finalize, '--strict', '--json']);
    expect(strict.code).toBe(3);
    expect(strict.stderr).toContain(STRICT_NOTE);
    expect(briefSchema.parse(JSON.parse(strict.stdout))).toEqual({ exit: 3, brief: { lostRowCount: 1 } });
  });

  it('300,000 rows that are none are counted too', async () => {
    const { store, resume } = resumed();
    editPayload(join(store, 'nominations.json'), (payload) => {
      payload['nominations'] = [...z.array(z.unknown()).parse(payload['nominations']), ...Array(300_000).fill(0)];
    });
    const run = await callProgram([...resume, '--json']);
    expect(run.code).toBe(0);
    expect(countsSchema.parse(JSON.parse(run.stdout)).lostRowCount).toBe(300_000);
    expect(Buffer.byteLength(run.stderr)).toBeLessThan(8192);
  });
});

describe('store.json that is wrong ends every leg', () => {
  it.each([
    ['not JSON', 'E_STORE_NOT_JSON', spoilWith('x')],
    ['another kind', 'E_STORE_KIND', (path: string) => editJson(path, (file) => Object.assign(file, { kind: 'trivet-bundle' }))],
    ['a later version', 'E_STORE_VERSION', (path: string) => editJson(path, (file) => Object.assign(file, { schemaVersion: 2 }))],
    ['no id', 'E_STORE_ID_MISSING', (path: string) => editJson(path, (file) => void delete file['storeId'])],
    ['a directory', 'E_STORE_UNSAFE', replaceByDirectory],
  ] as const)('%s', async (_, code, spoil) => {
    const round = resumed();
    spoil(join(round.store, 'store.json'));
    for (const leg of [round.resume, round.finalize, ['discover', '--nominate-only', ...round.resume.slice(3)]]) {
      expect((await faultAfter(round, leg, () => undefined)).code).toBe(code);
    }
  });
});
