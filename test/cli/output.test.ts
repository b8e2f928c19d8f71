import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callProgram } from '../support/call-program.ts';
import { alwaysRefuses, startGateway } from '../support/gateway.ts';
import { parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { modesIn } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });

describe('a conflict of --output is found before the first request', () => {
  const file = (directory: string) => writeFileSync(join(directory, 'out.txt'), 'precious');
  const folder = (directory: string) => mkdirSync(join(directory, 'out.txt'));
  const dangling = (directory: string) => symlinkSync(join(directory, 'nowhere'), join(directory, 'out.txt'));

  it.each([
    ['a file stands there', file, [], 'E_OUTPUT_EXISTS'],
    ['a directory stands there', folder, [], 'E_OUTPUT_EXISTS'],
    ['a dangling link stands there', dangling, [], 'E_OUTPUT_EXISTS'],
    ['a directory stands there, --force or not', folder, ['--force'], 'E_OUTPUT_WRITE'],
    ['a link stands there, --force or not', dangling, ['--force'], 'E_OUTPUT_WRITE'],
  ] as const)('%s', async (_, place, force, code) => {
    const gateway = await startGateway(alwaysRefuses);
    const directory = temporaryDirectory();
    place(directory);
    const store = join(directory, 'store');
    const output = join(directory, 'out.txt');
    const run = await callProgram([
      'discover',
      '--nominate-only',
      '--gateway',
      gateway.origin,
      '--store',
      store,
      '--output',
      output,
      ...force,
      '--json',
    ]);
    expect(run.code).toBe(2);
    const fault = parseFault(run.stdout);
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(output);
    expect(gateway.asked).toEqual([]);
    expect(existsSync(store)).toBe(false);
  });

  it.each([
    ['there is no such directory', 'none/out.txt', 'ENOENT'],
    ['the directory is a file', 'file/out.txt', 'ENOTDIR'],
  ])('%s', async (_, name, errno) => {
    const gateway = await startGateway(alwaysRefuses);
    const directory = temporaryDirectory();
    writeFileSync(join(directory, 'file'), '');
    const run = await callProgram(['discover', '--gateway', gateway.origin, '--output', join(directory, name), '--json']);
    expect(parseFault(run.stdout)).toMatchObject({ code: 'E_OUTPUT_WRITE', message: expect.stringContaining(errno) });
    expect(gateway.asked).toEqual([]);
  });

  it('and without a conflict the requests are made', async () => {
    const gateway = await startGateway(alwaysRefuses);
    const run = await callProgram(['discover', '--gateway', gateway.origin, '--output', join(temporaryDirectory(), 'out.txt')]);
    expect(run.code).toBe(3);
    expect(gateway.asked.length).toBeGreaterThanOrEqual(5);
  });
});

describe('what --output writes', () => {
  it.each([[[]], [['--json']], [['--emit', 'md']], [['--emit', 'json']]])('is what stdout shows (%s)', async (format) => {
    const { finalize } = resumed();
    const directory = temporaryDirectory();
    const run = await callProgram([...finalize, ...format, '--output', 'brief.out'], { workingDirectory: directory });
    expect(run.code, run.stderr).toBe(0);
    expect(readFileSync(join(directory, 'brief.out'), 'utf8')).toBe(run.stdout);
    expect(modesIn(directory)['brief.out']).toBe('600');
  });

  it('is named among the files of the document', async () => {
    const { finalize } = resumed();
    const output = join(temporaryDirectory(), 'brief.json');
    const run = await callProgram([...finalize, '--json', '--output', output]);
    expect(
      z
        .object({ files: z.array(z.string()) })
        .parse(JSON.parse(run.stdout))
        .files.at(-1),
    ).toBe(output);
  });

  it('overwrites with --force alone', async () => {
    const { finalize } = resumed();
    const output = join(temporaryDirectory(), 'brief.txt');
    writeFileSync(output, 'precious');
    expect((await callProgram([...finalize, '--output', output])).code).toBe(2);
    expect(readFileSync(output, 'utf8')).toBe('precious');
    const run = await callProgram([...finalize, '--output', output, '--force']);
    expect(run.code).toBe(0);
    expect(readFileSync(output, 'utf8')).toBe(run.stdout);
  });

  it('that fails after the work costs no text of it', async () => {
    const directory = temporaryDirectory();
    const output = join(directory, 'brief.txt');
    const run = await callProgram(['discover', ...MOCK_AT, '--output', output], {
      onErr: (text) => {
        if (text.includes('sweep')) writeFileSync(output, 'somebody was faster');
      },
    });
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('Trending now');
    expect(run.stderr).toContain('E_OUTPUT_EXISTS');
    expect(readFileSync(output, 'utf8')).toBe('somebody was faster');
  });
});
