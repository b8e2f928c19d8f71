import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChild } from '../platform/child-process.ts';
import { callProgram } from '../support/call-program.ts';
import { alwaysRefuses, startGateway } from '../support/gateway.ts';
import { parseFault } from '../support/leg-json.ts';
import { prepareRound } from '../support/round.ts';
import { treeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });
const LOCK_CHILD = new URL('../platform/lock-child.ts', import.meta.url);

describe('while another process holds the store', () => {
  it('every leg exits 4, names the holder, and changes nothing; after its death the store is free at once', async () => {
    const round = resumed();
    const child = startChild(LOCK_CHILD, round.store, 'hold');
    await child.firstLine;
    const before = treeOf(round.store);
    for (const leg of [['discover', '--nominate-only', ...round.resume.slice(3)], round.resume, round.finalize]) {
      const run = await callProgram([...leg, '--json']);
      expect(run.code).toBe(4);
      const fault = parseFault(run.stdout);
      expect(fault).toMatchObject({ code: 'E_STORE_BUSY', exit: 4, retryable: true });
      expect(fault.message).toContain(`child hold, pid ${child.process.pid}, since 2021-12-10T06:00:00Z`);
    }
    expect(treeOf(round.store)).toEqual(before);
    child.process.kill('SIGKILL');
    await child.ended;
    expect((await callProgram(round.resume)).code).toBe(0);
  });

  it('leg 1 asks no site', async () => {
    const gateway = await startGateway(alwaysRefuses);
    const store = join(temporaryDirectory(), 'store');
    mkdirSync(store, { mode: 0o700 });
    const child = startChild(LOCK_CHILD, store, 'hold');
    await child.firstLine;
    expect((await callProgram(['discover', '--nominate-only', '--gateway', gateway.origin, '--store', store])).code).toBe(4);
    expect(gateway.asked).toEqual([]);
  });

  it('a page of evidence can still be read, and a one-shot run made', async () => {
    const { store, ids } = resumed();
    const child = startChild(LOCK_CHILD, store, 'hold');
    await child.firstLine;
    const flags = ['--mock', '--now', '2031-05-10T18:00:00Z', '--store', store];
    expect((await callProgram(['show', ids[0] ?? '', ...flags])).code).toBe(0);
    expect((await callProgram(['discover', ...flags])).code).toBe(0);
  });
});
