import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callProgram } from '../support/call-program.ts';
import { parseFault } from '../support/leg-json.ts';
import { prepareRound, type Round } from '../support/round.ts';
import { runCli } from '../support/run-cli.ts';
import { treeOf } from '../support/store-tree.ts';

const resumed = prepareRound({ through: 'resume' });

const documentSchema = z.record(z.string(), z.unknown());
const payloadSchema = z.record(z.string(), z.unknown());

function editJson(path: string, edit: (document: Record<string, unknown>) => void): void {
  const document = documentSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  edit(document);
  writeFileSync(path, JSON.stringify(document));
}

function editPayload(path: string, edit: (payload: Record<string, unknown>) => void): void {
  editJson(path, (document) => {
    const payload = payloadSchema.parse(document['payload']);
    edit(payload);
    document['payload'] = payload;
  });
}

const deep = (open: string, close: string) => `${open.repeat(200_000)}${close.repeat(200_000)}`;
const spoilWith = (bytes: string | Uint8Array) => (path: string) => writeFileSync(path, bytes);
const reencode =
  (encoding: BufferEncoding, mark = '') =>
  (path: string) =>
    writeFileSync(path, Buffer.from(`${mark}${readFileSync(path, 'utf8')}`, encoding));
const replaceByDirectory = (path: string) => {
  rmSync(path);
  mkdirSync(path);
};
const replaceByLink = (path: string) => {
  const target = `${path}.target`;
  writeFileSync(target, readFileSync(path));
  rmSync(path);
  symlinkSync(target, path);
};

type Spoil = (path: string) => void;

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

/** Runs a leg on a spoiled store: a named fault, exit 2, short, no stack trace, and nothing else in the store moved. */
async function faultAfter(round: Round, leg: readonly string[], spoil: () => void) {
  spoil();
  const before = treeOf(round.store);
  const run = await callProgram([...leg, '--json']);
  expect(run.code).toBe(2);
  expect(Buffer.byteLength(run.stderr)).toBeLessThan(8192);
  expect(run.stderr).toMatch(/^trivet: E_[A-Z0-9_]+: .+\nremedy: .+\n$/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(treeOf(round.store)).toEqual(before);
  return parseFault(run.stdout);
}

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

/** How a host file can be wrong as a whole. `rows` are its right rows. */
const HOST_FAULTS: readonly (readonly [string, Spoil, string])[] = [
  ['missing', rmSync, 'MISSING'],
  ['a directory in its place', replaceByDirectory, 'UNREADABLE'],
  ['empty', spoilWith(''), 'NOT_JSON'],
  ['prose', spoilWith('Here are my judgments: all fine.'), 'NOT_JSON'],
  ['Latin-1', spoilWith(Buffer.from('{"bundleId":"caf\u00e9"}', 'latin1')), 'ENCODING'],
  ['UTF-16', reencode('utf16le', '\ufeff'), 'ENCODING'],
  ['200,000 nested arrays', spoilWith(deep('[', ']')), 'TOO_DEEP'],
  ['no object', spoilWith('[]'), 'CORRUPT'],
  ['a prototype key', (path) => writeFileSync(path, readFileSync(path, 'utf8').replace('{', '{"__proto__":{},')), 'CORRUPT'],
  ['more than 1 MiB', spoilWith(Buffer.alloc(1024 * 1024 + 1, 0x20)), 'TOO_LARGE'],
  ['no bundle id', (path) => editJson(path, (file) => void delete file['bundleId']), 'ID_MISSING'],
  ['another bundle id', (path) => editJson(path, (file) => Object.assign(file, { bundleId: '0123456789abcdef' })), 'OTHER_ID'],
];

describe.each([
  ['judgments', 'JUDGMENTS', (id: string) => ({ id, name: 'A name', worth: 70 })],
  ['angles', 'ANGLES', (id: string) => ({ id, hook: 'A hook.' })],
] as const)('%s that are wrong end their leg with a named fault', (list, subject, rowOf) => {
  const partsOf = (round: Round) =>
    subject === 'JUDGMENTS' ? { path: round.judgmentsPath, leg: round.resume } : { path: round.anglesPath, leg: round.finalize };
  const write = (round: Round, rows: readonly unknown[]) =>
    writeFileSync(partsOf(round).path, JSON.stringify({ bundleId: round.bundleId, [list]: rows }));

  it.each(HOST_FAULTS)('%s', async (_, spoil, end) => {
    const round = resumed();
    const { path, leg } = partsOf(round);
    const fault = await faultAfter(round, leg, () => spoil(path));
    expect(fault.code).toBe(`E_${subject}_${end}`);
    expect(fault.message).toContain(path);
  });

  it.each([
    ['no rows', () => []],
    ['unknown ids alone', () => [rowOf('n1-ffff'), rowOf('n99-0000')]],
    ['300,000 rows that are none', () => Array(300_000).fill(0)],
    ['rows without a word in them', ({ ids }: Round) => ids.map((id) => ({ id }))],
  ] as const)('%s: zero rows to apply is a fault', async (_, rowsOf) => {
    const round = resumed();
    const fault = await faultAfter(round, partsOf(round).leg, () => write(round, rowsOf(round)));
    expect(fault.code).toBe(`E_${subject}_NONE`);
  });

  it.each([
    ['rows for another sweep', '0123456789abcdef', 'OTHER_SWEEP'],
    ['rows for no sweep', undefined, 'ID_MISSING'],
  ] as const)('%s', async (_, bundleId, end) => {
    const round = resumed();
    const spoil = () => writeFileSync(partsOf(round).path, JSON.stringify({ bundleId, [list]: [rowOf('n1-ffff')] }));
    const fault = await faultAfter(round, partsOf(round).leg, spoil);
    expect(fault.code).toBe(`E_${subject}_${end}`);
    expect(fault.remedy).toContain('judge this digest');
  });

  it('a list that is none names what is wanted', async () => {
    const round = resumed();
    const spoil = () => writeFileSync(partsOf(round).path, JSON.stringify({ bundleId: round.bundleId, [list]: 'all good' }));
    const fault = await faultAfter(round, partsOf(round).leg, spoil);
    expect(fault).toMatchObject({ code: `E_${subject}_CORRUPT`, remedy: expect.stringContaining(`"${list}":[`) });
  });

  it('a byte order mark is accepted, and nothing is warned', async () => {
    const round = resumed();
    const { path, leg } = partsOf(round);
    reencode('utf8', '\ufeff')(path);
    const run = await callProgram(leg);
    expect(run.code).toBe(0);
    expect(run.stderr).not.toContain('warning');
  });

  it('rows that cannot be used among good ones are warned of, one line each, and the leg goes on', async () => {
    const round = resumed();
    const [first = '', second = ''] = round.ids;
    write(round, [rowOf(first), { ...rowOf(first), name: 'Second', hook: 'Second.' }, rowOf('n1-ffff'), 7, rowOf(second)]);
    const run = await callProgram(partsOf(round).leg);
    expect(run.code).toBe(0);
    const warnings = run.stderr.split('\n').filter((line) => line.startsWith('trivet: warning: '));
    expect(warnings).toEqual([
      `trivet: warning: row 2 repeats ${first}: the first one counts`,
      'trivet: warning: row 3 has the unknown id "n1-ffff": skipped',
      'trivet: warning: row 4 is not an object: skipped',
    ]);
    expect(run.stdout).not.toContain('Second');
  });

  it('a flood of bad rows gives at most 20 warnings and a count, in text and in JSON', async () => {
    const round = resumed();
    write(round, [...Array.from({ length: 900 }, (_, index) => rowOf(`n1-${index}`)), rowOf(round.ids[0] ?? ''), ...Array(5000).fill(1)]);
    const { leg } = partsOf(round);
    const run = await callProgram(leg);
    expect(run.code).toBe(0);
    expect(Buffer.byteLength(run.stderr)).toBeLessThan(8192);
    expect(run.stderr).toMatch(/and \d+ more warnings/);
    const json = z.object({ warnings: z.array(z.string()) }).parse(JSON.parse((await callProgram([...leg, '--json'])).stdout));
    expect(json.warnings).toHaveLength(21);
  });
});

describe('worth that is no number JSON knows', () => {
  it.each(['NaN', '1e999', '-Infinity', '1e400'])('%s is read as absent, and warned of', async (number) => {
    const round = resumed();
    const rows = round.ids.map((id) => `{"id":"${id}","name":"A name","worth":${number}}`);
    writeFileSync(round.judgmentsPath, `{"bundleId":"${round.bundleId}","judgments":[${rows.join(',')}]}`);
    const run = await callProgram(round.resume);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('out of range were read as absent');
  });

  it.each([['"nan"'], ['"90"'], ['[90]'], ['{}']])('%s is ignored, row by row', async (worth) => {
    const round = resumed();
    const [first = ''] = round.ids;
    writeFileSync(round.judgmentsPath, `{"bundleId":"${round.bundleId}","judgments":[{"id":"${first}","name":"A name","worth":${worth}}]}`);
    const run = await callProgram(round.resume);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(`${first}: worth is not a number: ignored`);
    expect(run.stdout).toContain(`${round.ids.length - 1} of ${round.ids.length} unjudged: the heuristics stood in`);
  });
});

describe('one bad row among good ones is skipped, counted and shown', () => {
  const spoilRow = (store: string, name: string, list: string) =>
    editPayload(join(store, name), (payload) => {
      const rows = z.array(z.object({ hash: z.string(), row: z.unknown() })).parse(payload[list]);
      payload[list] = rows.map((row, index) => (index === 1 ? { ...row, hash: '0'.repeat(64) } : row));
    });
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
    expect((await callProgram([...resume, '--strict'])).code).toBe(3);
    const brief = await callProgram(finalize);
    expect(brief.code).toBe(0);
    expect(brief.stdout).toContain('1 row of the checkpoint was corrupt or missing and left out.');
    expect((await callProgram([...finalize, '--strict'])).code).toBe(3);
  });

  it('of the pending report, likewise', async () => {
    const { store, finalize } = resumed();
    spoilRow(store, 'pending.json', 'topics');
    const brief = await callProgram(finalize);
    expect(brief.stdout).toContain('1 row of the checkpoint was corrupt or missing and left out.');
    const strict = await callProgram([...finalize, '--strict', '--json']);
    expect(strict.code).toBe(3);
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

it('in the real process too, a bad file is two lines on stderr and exit 2', async () => {
  const round = resumed();
  spoilWith(deep('[', ']'))(round.judgmentsPath);
  const run = await runCli(round.resume);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^trivet: E_JUDGMENTS_TOO_DEEP: .+\nremedy: .+\n$/);
});
