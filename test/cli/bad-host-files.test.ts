import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callProgram } from '../support/call-program.ts';
import { prepareRound, type Round } from '../support/round.ts';
import { runCli } from '../support/run-cli.ts';
import { deep, editJson, faultAfter, reencode, replaceByDirectory, type Spoil, spoilWith } from '../support/spoil.ts';

const resumed = prepareRound({ through: 'resume' });

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

it('in the real process too, a bad file is two lines on stderr and exit 2', async () => {
  const round = resumed();
  spoilWith(deep('[', ']'))(round.judgmentsPath);
  const run = await runCli(round.resume);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^trivet: E_JUDGMENTS_TOO_DEEP: .+\nremedy: .+\n$/);
});
