import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { jsonSchemaOf, SCHEMA_NAMES, writeBundle, writePending } from '../../src/checkpoint/index.ts';
import { aBundle, aReport, BUNDLE_ID, faultOf, STAMP, temporaryStore } from './samples.ts';

/** Validates with a schema read back from its JSON, as a host would. */
function accepts(name: string, value: unknown): boolean {
  return z.fromJSONSchema(JSON.parse(JSON.stringify(jsonSchemaOf(name)))).safeParse(value).success;
}

describe('jsonSchemaOf', () => {
  it('knows every file a host may meet', () => {
    expect(SCHEMA_NAMES).toEqual(['judgments', 'angles', 'bundle', 'pending', 'brief']);
    for (const name of SCHEMA_NAMES) expect(jsonSchemaOf(name)).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema' });
  });

  it('describes what lies on disk', () => {
    const store = temporaryStore();
    const bundle: unknown = JSON.parse(readFileSync(writeBundle(store, aBundle(), STAMP).path, 'utf8'));
    const pending: unknown = JSON.parse(readFileSync(writePending(store, aReport(), STAMP).path, 'utf8'));
    expect(accepts('bundle', bundle)).toBe(true);
    expect(accepts('pending', pending)).toBe(true);
    expect(accepts('bundle', pending)).toBe(false);
    expect(accepts('pending', bundle)).toBe(false);
  });

  it('describes what a host may write, not what the engine makes of it', () => {
    const row = { id: 'n1-4f2a', name: 'A name', worth: 49.5 };
    expect(accepts('judgments', { bundleId: BUNDLE_ID, judgments: [row] })).toBe(true);
    expect(accepts('judgments', { bundleId: BUNDLE_ID, judgments: [{ ...row, junk: 'no' }] })).toBe(false);
    expect(accepts('judgments', { bundleId: BUNDLE_ID, judgments: [] })).toBe(false);
    expect(accepts('angles', { bundleId: BUNDLE_ID, angles: [{ id: 'n1-4f2a', hook: 'Read on' }] })).toBe(true);
    expect(accepts('angles', { angles: [{ id: 'n1-4f2a' }] })).toBe(false);
  });

  it('names those there are when there is none', () => {
    expect(faultOf(() => jsonSchemaOf('toString\u001b[0m'))).toMatchObject({
      code: 'E_UNKNOWN_SCHEMA',
      message: 'there is no schema named toString',
      remedy: 'name one of: judgments, angles, bundle, pending, brief',
    });
  });
});
