import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { AT } from './build-item.ts';
import { callPrinted, callProgram } from './call-program.ts';
import { readDigest, writeAngles, writeJudgments } from './host.ts';
import { temporaryDirectory } from './temporary.ts';

/** What every run of a prepared store repeats. */
export const MOCK_AT = ['--mock', '--now', AT] as const;

export interface Round {
  readonly store: string;
  readonly bundleId: string;
  /** Ids of the nominations, in their order. */
  readonly ids: readonly string[];
  readonly judgmentsPath: string;
  readonly anglesPath: string;
  /** Arguments of the legs that follow, for this very store. */
  readonly resume: readonly string[];
  readonly finalize: readonly string[];
}

/** Runs leg 1, and leg 2 where asked, once for the file; every call of the result gives a copy of the store to spoil. */
export function prepareRound({ through }: { readonly through: 'nominate' | 'resume' }): () => Round {
  let template = '';
  let ids: string[] = [];
  beforeAll(async () => {
    template = mkdtempSync(join(tmpdir(), 'trivet-round-'));
    const one = await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', template]);
    if (one.code !== 0) throw new Error(`leg 1 failed: ${one.stderr}`);
    ids = [...readDigest(one.stdout).template.matchAll(/"id":"([^"]+)"/g)].map(([, id = '']) => id);
    const next = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
    if (through === 'nominate') return;
    const two = await callPrinted(next);
    if (two.code !== 0) throw new Error(`leg 2 failed: ${two.stderr}`);
    writeAngles(two.stdout, (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));
  return () => {
    const store = join(temporaryDirectory(), 'store');
    cpSync(template, store, { recursive: true });
    const bundleId = /"bundleId":"(\w{16})"/.exec(readFileSync(join(store, 'nominations.json'), 'utf8'))?.[1] ?? '';
    const judgmentsPath = join(store, 'host', `${bundleId}-judgments.json`);
    const anglesPath = join(store, 'host', `${bundleId}-angles.json`);
    const flags = [...MOCK_AT, '--store', store];
    return {
      ...{ store, bundleId, ids, judgmentsPath, anglesPath },
      resume: ['discover', '--judgments', judgmentsPath, ...flags],
      finalize: ['discover', '--finalize', '--angles', anglesPath, ...flags],
    };
  };
}
