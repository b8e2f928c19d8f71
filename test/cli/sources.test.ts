import { expect, it } from 'vitest';
import { z } from 'zod';
import { SOURCE_IDS } from '../../src/domain/source-id.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { callProgram } from '../support/call-program.ts';

const rowSchema = z.strictObject({
  id: z.enum(SOURCE_IDS),
  title: z.string().min(1),
  site: z.string().min(1),
  listing: z.string().min(1),
  hasSearch: z.boolean(),
  limits: z.string().min(1),
});

it('sources lists every row of the table for people', async () => {
  const { code, stdout, stderr } = await callProgram(['sources']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .split('\n')
      .filter((line) => /^\S/.test(line))
      .map((line) => line.split(' ')[0]),
  ).toEqual([...SOURCE_IDS]);
  for (const id of SOURCE_IDS)
    for (const word of [SOURCES[id].title, SOURCES[id].site, SOURCES[id].listing, SOURCES[id].limits]) expect(stdout).toContain(word);
});

it('and for programs', async () => {
  const { stdout } = await callProgram(['sources', '--json']);
  const document = z.object({ ok: z.literal(true), sources: z.array(rowSchema) }).parse(JSON.parse(stdout));
  expect(document.sources.map(({ id, hasSearch }) => [id, hasSearch])).toEqual(SOURCE_IDS.map((id) => [id, SOURCES[id].hasSearch]));
});
