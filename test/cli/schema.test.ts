import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SCHEMA_NAMES } from '../../src/checkpoint/index.ts';
import { callProgram } from '../support/call-program.ts';
import { readDigest } from '../support/host.ts';
import { parseBriefDone } from '../support/leg-json.ts';
import { MOCK_AT, prepareRound } from '../support/round.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const briefSchema = z.looseObject({ status: z.string() });
const resumed = prepareRound({ through: 'resume' });

async function schemaOf(name: string) {
  const run = await callProgram(['schema', name]);
  expect(run.code).toBe(0);
  return z.fromJSONSchema(JSON.parse(run.stdout));
}

describe('the schema that is printed', () => {
  it.each(SCHEMA_NAMES)('of %s is a JSON Schema, alone or inside the document', async (name) => {
    const { stdout } = await callProgram(['schema', name]);
    const document = JSON.parse((await callProgram(['schema', name, '--json'])).stdout);
    expect(JSON.parse(stdout)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
    expect(document).toMatchObject({ ok: true, command: 'schema', status: 'printed', exit: 0, schema: JSON.parse(stdout) });
  });

  it('of judgments fits the printed template, and the file a host makes of it', async () => {
    const one = await callProgram(['discover', '--nominate-only', ...MOCK_AT, '--store', temporaryDirectory()]);
    const schema = await schemaOf('judgments');
    expect(schema.safeParse(JSON.parse(readDigest(one.stdout).template)).error).toBeUndefined();
    expect(schema.safeParse(JSON.parse(readFileSync(resumed().judgmentsPath, 'utf8'))).success).toBe(true);
    expect(schema.safeParse({ bundleId: 'x', judgments: [] }).success).toBe(false);
  });

  it('of angles fits the printed template, and the file a host makes of it', async () => {
    const { resume, anglesPath } = resumed();
    const two = await callProgram(resume);
    const schema = await schemaOf('angles');
    expect(schema.safeParse(JSON.parse(readDigest(two.stdout).template)).error).toBeUndefined();
    expect(schema.safeParse(JSON.parse(readFileSync(anglesPath, 'utf8'))).success).toBe(true);
    expect(schema.safeParse({ bundleId: 'x', angles: [] }).success).toBe(false);
  });

  it.each([
    ['bundle', 'nominations.json'],
    ['pending', 'pending.json'],
  ])('of %s fits the checkpoint as it lies on disk', async (name, file) => {
    const { store } = resumed();
    const schema = await schemaOf(name);
    const document = JSON.parse(readFileSync(join(store, file), 'utf8'));
    expect(schema.safeParse(document).error).toBeUndefined();
    expect(schema.safeParse({ ...document, storeId: 7 }).success).toBe(false);
  });

  it('of brief fits the file that leg 3 writes, what it prints, and every other end of a run', async () => {
    const schema = await schemaOf('brief');
    const { finalize } = resumed();
    const three = parseBriefDone((await callProgram([...finalize, '--json'])).stdout);
    const written: unknown = JSON.parse(readFileSync(three.files.find((file) => file.endsWith('.json')) ?? '', 'utf8'));
    expect(written).toEqual(three.brief);
    const ends = [
      [finalize, 'topics'],
      [['discover', ...MOCK_AT], 'topics'],
      [['discover', 'nothing on earth', ...MOCK_AT], 'nothing-solid'],
      [['discover', '--gateway', 'http://127.0.0.1:1', '--sources', 'v2ex'], 'unobserved'],
    ] as const;
    for (const [args, status] of ends) {
      const document = briefSchema.parse(JSON.parse((await callProgram([...args, '--emit', 'json'])).stdout));
      expect(document.status).toBe(status);
      expect(schema.safeParse(document).error).toBeUndefined();
      expect(schema.safeParse({ ...document, cards: 7 }).success).toBe(false);
    }
    expect(schema.safeParse(written).error).toBeUndefined();
  });

  it('the README shows a judgments file that fits', async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const example = /```json\n(.+)\n```/.exec(readme)?.[1] ?? '';
    expect((await schemaOf('judgments')).safeParse(JSON.parse(example)).success).toBe(true);
  });
});

it('without a name the names are listed', async () => {
  expect((await callProgram(['schema'])).stdout).toBe('judgments\nangles\nbundle\npending\nbrief\n');
  expect(JSON.parse((await callProgram(['schema', '--json'])).stdout)).toMatchObject({ ok: true, status: 'listed', names: SCHEMA_NAMES });
});
