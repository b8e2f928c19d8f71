import { describe, expect, it } from 'vitest';
import { boundarySchema, boundedSources } from '../../src/domain/source.ts';
import { familySchema, SOURCE_IDS } from '../../src/domain/source-id.ts';

describe('boundary', () => {
  it('lets all sources pass when there is none, and none when it is empty', () => {
    expect(boundedSources(null)).toEqual(SOURCE_IDS);
    expect(boundedSources([])).toEqual([]);
  });

  it('keeps the order of the table, whatever its own', () => {
    expect(boundedSources(['github', 'hackernews'])).toEqual(['hackernews', 'github']);
  });

  it('tells null and [] apart through JSON, and knows no other sources', () => {
    expect(boundarySchema.parse(JSON.parse(JSON.stringify(null)))).toBeNull();
    expect(boundarySchema.parse(JSON.parse(JSON.stringify([])))).toEqual([]);
    expect(boundarySchema.safeParse(['digg']).success).toBe(false);
    expect(boundarySchema.safeParse(undefined).success).toBe(false);
  });
});

it('has a family for every source', () => {
  for (const id of SOURCE_IDS) expect(familySchema.parse(id)).toBe(id);
});
