import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { namesIn, roundNamesIn, treeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const nominated = prepareRound({ through: 'nominate' });

const legOne = (store: string) => ['discover', '--nominate-only', ...MOCK_AT, '--store', store];

async function faultOf(args: readonly string[]) {
  const run = await callProgram(args);
  expect(run.code).toBe(2);
  return parseFault(run.stdout);
}

describe('a directory that is no store yet', () => {
  it.each(['notes.txt', 'nominations.json', '.profile', 'lock.db.bak'])(
    'is refused by leg 1, and left as it was, when it holds %s',
    async (name) => {
      const directory = temporaryDirectory();
      writeFileSync(join(directory, name), 'mine');
      const tree = treeOf(directory);
      const run = await callProgram([...legOne(directory), '--json']);
      expect(run.code).toBe(2);
      expect(parseFault(run.stdout)).toMatchObject({ code: 'E_STORE_UNSAFE', remedy: expect.stringContaining('--store') });
      expect(treeOf(directory)).toEqual(tree);
      expect(namesIn(directory)).toEqual([name]);
    },
  );

  it('is refused for a lone subdirectory as well', async () => {
    const directory = temporaryDirectory();
    mkdirSync(join(directory, 'host'));
    expect((await faultOf([...legOne(directory), '--json'])).code).toBe('E_STORE_UNSAFE');
    expect(namesIn(directory)).toEqual(['host']);
  });

  it.each([
    ['is empty', []],
    ['holds what a killed first leg left', ['lock.db']],
    ['holds a half-written store file too', ['lock.db', '.store.json.4242.0123456789ab.tmp']],
  ])('becomes one when it %s', async (_, left) => {
    const directory = temporaryDirectory();
    for (const name of left) writeFileSync(join(directory, name), '');
    const run = await callProgram(legOne(directory));
    expect(run.code, run.stderr).toBe(0);
    expect(roundNamesIn(directory)).toEqual(['host', 'lock.db', 'nominations.json', 'store.json']);
  });

  it('is what it is now: a store takes whatever else was put in it', async () => {
    const { store } = nominated();
    writeFileSync(join(store, 'notes.txt'), 'mine');
    expect((await callProgram(legOne(store))).code).toBe(0);
    expect(readFileSync(join(store, 'notes.txt'), 'utf8')).toBe('mine');
  });
});
