import { describe, expect, it } from 'vitest';
import { SOURCE_IDS, type SourceId } from '../../src/domain/source-id.ts';
import { SOURCES } from '../../src/sources/index.ts';
import { ATOM_TYPE, JSON_TYPE } from './scripted-door.ts';
import { describeSource, type SiteShape } from './source.testsuite.ts';

const EMPTY_FEED = '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><id>/</id><title>hot</title></feed>';
const title = { type: JSON_TYPE, rowMark: '"title"', strangeMark: '"headline"' };

const SHAPES = {
  hackernews: { ...title, empty: '{"hits":[]}' },
  lobsters: { ...title, empty: '[]' },
  reddit: { type: ATOM_TYPE, rowMark: '<title>', strangeMark: '<headline>', empty: EMPTY_FEED },
  v2ex: { type: JSON_TYPE, rowMark: '"id": 118', strangeMark: '"no": 118', empty: '[]' },
  github: { type: JSON_TYPE, rowMark: '"full_name"', strangeMark: '"long_name"', empty: '{"items":[]}' },
} satisfies Record<SourceId, SiteShape>;

for (const id of SOURCE_IDS) describeSource(SOURCES[id], SHAPES[id]);

describe('the table', () => {
  it('has each source under its own name, in the order of the digest', () => {
    expect(Object.values(SOURCES).map((entry) => entry.id)).toEqual([...SOURCE_IDS]);
  });
});
