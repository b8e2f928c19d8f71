import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { writeBundle } from '../../src/checkpoint/index.ts';
import { bundleIdSchema, nominationIdSchema } from '../../src/domain/id.ts';
import { nominationSchema } from '../../src/domain/nomination.ts';
import { openStoreOf, stampOf } from '../../src/legs/desk.ts';
import { showNomination } from '../../src/legs/show.ts';
import { buildNomination, buildSeed } from '../support/build-nomination.ts';
import { SETTINGS } from '../support/build-topic.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { openTestEngine } from '../support/engine.ts';
import { parseFault } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';

const nominated = prepareRound({ through: 'nominate' });

/** A store whose one nomination has so many items. */
function storeWithItems(count: number) {
  const engine = openTestEngine();
  const seeds = Array.from({ length: count }, (_, index) => buildSeed({ native: index + 1, title: `Kelpdb report ${index + 1}` }));
  const store = openStoreOf(engine, engine.storeDirectory, true);
  const bundle = {
    ...structuredClone(SETTINGS),
    coverage: [...SETTINGS.coverage],
    nominations: [buildNomination({ seeds })],
    lostRowCount: 0,
  };
  writeBundle(store, bundle, stampOf(engine, bundleIdSchema.parse(engine.identity.newId())));
  return { engine, id: nominationIdSchema.parse('n1-0001') };
}

const CANARY = /ignore previous instructions/i;
const bundleSchema = z.object({ payload: z.object({ nominations: z.array(z.object({ row: nominationSchema })) }) });

function nominationIdOf(store: string, title: RegExp): string {
  const { payload } = bundleSchema.parse(JSON.parse(readFileSync(join(store, 'nominations.json'), 'utf8')));
  return payload.nominations.find(({ row }) => row.seeds.some(({ item }) => title.test(item.title)))?.row.id ?? '';
}

const documentSchema = z.object({
  next: z.string().nullable(),
  page: z.number(),
  pageCount: z.number(),
  items: z.array(z.object({ untrusted: z.object({ title: z.string() }) })),
});

describe('show pages through the evidence of one nomination', () => {
  it('by the command each page prints, until the last', async () => {
    const { engine, id } = storeWithItems(12);
    let run = await callProgram(['show', id, ...MOCK_AT, '--store', engine.storeDirectory]);
    const pages: string[] = [];
    for (;;) {
      expect(run.code, run.stderr).toBe(0);
      pages.push(run.stdout);
      const next = /^Next page:\n(.+)$/m.exec(run.stdout)?.[1];
      if (next === undefined) break;
      run = await callPrinted(next);
    }
    expect(pages.map((page) => page.split('\n')[0]?.replace(/.*items/, 'items'))).toEqual([
      'items 1-5 of 12, page 1 of 3',
      'items 6-10 of 12, page 2 of 3',
      'items 11-12 of 12, page 3 of 3',
    ]);
    expect(pages.at(-1)).toContain('That was the last page.');
    const titles = pages.flatMap((page) => page.match(/Kelpdb report \d+/g) ?? []);
    expect(titles).toEqual(Array.from({ length: 12 }, (_, index) => `Kelpdb report ${index + 1}`));
  });

  it('and so does its document', async () => {
    const { engine, id } = storeWithItems(7);
    const first = documentSchema.parse(
      JSON.parse((await callProgram(['show', id, ...MOCK_AT, '--store', engine.storeDirectory, '--json'])).stdout),
    );
    expect(first).toMatchObject({ page: 1, pageCount: 2 });
    expect(first.items).toHaveLength(5);
    const second = documentSchema.parse(JSON.parse((await callPrinted(`${first.next} --json`)).stdout));
    expect(second).toMatchObject({ page: 2, pageCount: 2, next: null });
    expect(second.items.map(({ untrusted }) => untrusted.title)).toEqual(['Kelpdb report 6', 'Kelpdb report 7']);
  });

  it('has no page beyond the last', async () => {
    const { engine, id } = storeWithItems(3);
    expect(() => showNomination(engine, id, 2)).toThrow('n1-0001 has 1 page, and no page 2');
  });

  it('fences every line of a stranger', async () => {
    const { store } = nominated();
    const id = nominationIdOf(store, CANARY);
    const run = await callProgram(['show', id, ...MOCK_AT, '--store', store]);
    const [before = '', fenced = ''] = run.stdout.split(/==== evidence [0-9a-f]{32} ====\n/);
    const [inside = '', after = ''] = fenced.split(/==== end of evidence [0-9a-f]{32} ====\n/);
    expect(
      inside
        .trimEnd()
        .split('\n')
        .every((line) => line.startsWith('| ')),
    ).toBe(true);
    expect(inside).toMatch(CANARY);
    expect(before + after).not.toMatch(CANARY);
  });

  it('of an unknown id names those there are', async () => {
    const { store, ids } = nominated();
    const run = await callProgram(['show', 'n9-\u001b[31mffff', ...MOCK_AT, '--store', store, '--json']);
    expect(run.code).toBe(2);
    const fault = parseFault(run.stdout);
    expect(fault).toMatchObject({ code: 'E_UNKNOWN_NOMINATION', remedy: `name one of: ${ids.join(', ')}` });
    expect(fault.message).not.toContain('\u001b');
  });

  it('reads the checkpoint as strictly as leg 2 does', async () => {
    const { store, ids } = nominated();
    const call = async (...flags: string[]) =>
      parseFault((await callProgram(['show', ids[0] ?? '', '--store', store, '--json', ...flags])).stdout).code;
    expect(await call('--mock', '--now', '2031-05-10T20:00:00Z')).toBe('E_BUNDLE_STALE');
    expect(await call()).toBe('E_BUNDLE_ORIGIN');
  });
});
