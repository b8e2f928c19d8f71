import { chmodSync, cpSync, linkSync, mkdirSync, readdirSync, renameSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound, type Round } from '../support/round.ts';
import { treeOf } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const resumed = prepareRound({ through: 'resume' });

const LEGS = ['nominate', 'resume', 'finalize'] as const;
type Leg = (typeof LEGS)[number];

/** Every kind of file a finished store has, with the legs that open it; the other legs leave it alone or remove the name. */
const FILES: Readonly<Record<string, readonly Leg[]>> = {
  'store.json': LEGS,
  'nominations.json': LEGS,
  'pending.json': LEGS,
  'lock.db': LEGS,
  'host/<bundle>-judgments.json': ['resume'],
  'host/<bundle>-angles.json': ['resume', 'finalize'],
  'jobs/research-<bundle>/findings.jsonl': ['resume'],
  'jobs/research-<bundle>/state.json': ['resume'],
  'jobs/research-<bundle>/SUMMARY.md': ['resume'],
  'briefs/<brief>.md': ['finalize'],
  'briefs/<brief>.json': ['finalize'],
};
const DIRECTORIES: Readonly<Record<string, readonly Leg[]>> = {
  host: LEGS,
  briefs: LEGS,
  jobs: ['nominate', 'resume'],
  'jobs/research-<bundle>': ['resume'],
};

async function finished(): Promise<Round> {
  const round = resumed();
  expect((await callProgram(round.finalize)).code).toBe(0);
  return round;
}

function nameIn({ store, bundleId }: Round, name: string): string {
  const [brief = ''] = readdirSync(join(store, 'briefs'));
  return join(store, name.replace('<bundle>', bundleId).replace('<brief>', brief.replace(/\.\w+$/, '')));
}

type Kind = 'soft' | 'hard';

/** Puts a link in the place of `path`; what it leads to lies outside the store. */
function replaceByLink(path: string, outside: string, kind: Kind): void {
  const target = join(outside, 'target');
  mkdirSync(outside, { mode: 0o700 });
  if (kind === 'hard') {
    linkSync(path, target);
  } else {
    renameSync(path, target);
    symlinkSync(target, path);
  }
}

/** Each leg on a copy of its own: how it ended, a fault by its code. */
async function endsOf(round: Round, spoil: (round: Round) => void): Promise<Record<Leg, string>> {
  const ends = { nominate: '', resume: '', finalize: '' };
  for (const leg of LEGS) {
    const store = join(temporaryDirectory(), 'store');
    cpSync(round.store, store, { recursive: true });
    const here = (args: readonly string[]) => args.map((arg) => arg.replace(round.store, store));
    const legs = {
      nominate: ['discover', '--nominate-only', ...MOCK_AT, '--store', store],
      resume: here(round.resume),
      finalize: here(round.finalize),
    };
    spoil({ ...round, store });
    const outside = join(dirname(store), 'outside');
    const before = treeOf(outside);
    const run = await callProgram([...legs[leg], '--json']);
    expect(treeOf(outside)).toEqual(before);
    ends[leg] = run.code === 2 ? parseFault(run.stdout).code : String(run.code);
  }
  return ends;
}

const CASES: readonly (readonly [Kind, string, readonly Leg[]])[] = [
  ...Object.entries({ ...FILES, ...DIRECTORIES }).map(([name, legs]) => ['soft', name, legs] as const),
  ...Object.entries(FILES).map(([name, legs]) => ['hard', name, legs] as const),
];

describe('a link in a store leads no leg out of it, and ends the leg that would open it', () => {
  it.each(CASES)('%s, in the place of %s', async (kind, name, refusing) => {
    const round = await finished();
    const ends = await endsOf(round, (copy) => {
      const outside = join(dirname(copy.store), 'outside');
      replaceByLink(nameIn(copy, name), outside, kind);
    });
    for (const leg of LEGS) expect([leg, ends[leg]]).toEqual([leg, refusing.includes(leg) ? 'E_STORE_UNSAFE' : '0']);
  });

  it('the holder file too, which no leg leaves behind', async () => {
    const round = await finished();
    const ends = await endsOf(round, ({ store }) => {
      const outside = join(dirname(store), 'outside');
      mkdirSync(outside);
      symlinkSync(join(outside, 'made'), join(store, 'lock-holder.json'));
    });
    expect(ends).toEqual({ nominate: 'E_STORE_UNSAFE', resume: 'E_STORE_UNSAFE', finalize: 'E_STORE_UNSAFE' });
  });
});

describe('a store that others can write', () => {
  it.each(['', 'host', 'briefs', 'jobs'])('is refused by each leg, with the chmod to run (%s)', async (name) => {
    const round = await finished();
    for (const leg of [round.resume, round.finalize]) {
      chmodSync(join(round.store, name), 0o777);
      const run = await callProgram([...leg, '--json']);
      if (name === 'jobs' && leg === round.finalize) {
        expect(run.code).toBe(0);
        continue;
      }
      expect(run.code).toBe(2);
      expect(parseFault(run.stdout)).toMatchObject({ code: 'E_STORE_UNSAFE', remedy: expect.stringMatching(/^chmod 700 \S+$/) });
    }
  });
});
