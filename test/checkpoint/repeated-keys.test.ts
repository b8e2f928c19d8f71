import { describe, expect, it } from 'vitest';
import { requireJudgments, writeBundle } from '../../src/checkpoint/index.ts';
import { readRepeatedKeys } from '../../src/checkpoint/repeated-keys.ts';
import { aBundle, BUNDLE_ID, faultOf, OTHER_BUNDLE_ID, STAMP, temporaryStore } from './samples.ts';

describe('keys that stand twice in one object', () => {
  it.each([
    ['{}', [], {}],
    ['{"a":1,"b":[{"a":1},{"a":2}]}', [], {}],
    ['{"a":1,"a":2,"\\u0061":3}', ['a', 'a'], {}],
    ['{"b":[1,{"a":1,"a":2},[{"x":1,"x":2}],{"c":{},"c":[1,2],"a":"\\"a\\":1"}]}', [], { 2: ['a'], 4: ['c'] }],
    ['{"b":[{"a":{"d":1,"d":2}}], "c" : "a", "c"\n:\t"x:y"}', ['c'], {}],
    ['[{"a":1,"a":2}]', [], {}],
    ['"a"', [], {}],
  ])('are found in %s', (text, top, rows) => {
    const found = readRepeatedKeys(text);
    expect([found.top, Object.fromEntries([...found.rows].map(([row, keys]) => [row, [...keys]]))]).toEqual([top, rows]);
  });
});

describe('a host file that says a thing twice', () => {
  const desk = () => {
    const checkpoint = writeBundle(temporaryStore(), aBundle(), STAMP);
    const ids = checkpoint.bundle.nominations.map(({ id }) => id);
    return { ids, read: (text: string) => requireJudgments({ path: '-', stdin: text }, checkpoint) };
  };

  it('keeps the last of two fields, as every reader of JSON does, and says so', () => {
    const { ids, read } = desk();
    const rows = `[{"id":"${ids[0]}","worth":10,"worth":90},{"id":"${ids[1]}","worthiness":1,"worthiness":2,"zzz":1,"zzz":2,},]`;
    const { judgments, warnings } = read(`\`\`\`json\r\n{"bundleId":"${BUNDLE_ID}",\r\n"judgments":${rows}}\r\n\`\`\`\r\n`);
    expect(judgments.map(({ worth }) => worth)).toEqual([90, 2]);
    expect(warnings).toContain('row 1 has more than one worth: the last one counts');
    expect(warnings).toContain('row 2 has more than one worthiness: the last one counts');
    expect(warnings.join('\n')).not.toContain('more than one zzz');
  });

  it('skips a row with two ids: nobody can know which one was judged', () => {
    const { ids, read } = desk();
    const rows = `[{"id":"${ids[0]}","id":"${ids[1]}","worth":10},{"id":"${ids[2]}","worth":20}]`;
    expect(read(`{"bundleId":"${BUNDLE_ID}","judgments":${rows}}`)).toMatchObject({
      judgments: [{ id: ids[2], worth: 20 }],
      warnings: ['row 1 has more than one id: skipped'],
    });
  });

  it.each([
    ['judgments', (rows: string) => `{"bundleId":"${BUNDLE_ID}","judgments":${rows},"judgments":[]}`],
    ['bundleId', (rows: string) => `{"bundleId":"${OTHER_BUNDLE_ID}","bundleId":"${BUNDLE_ID}","judgments":${rows}}`],
    ['bundle_id', (rows: string) => `{"bundle_id":"${BUNDLE_ID}","bundle_id":"${BUNDLE_ID}","judgments":${rows}}`],
  ])('is refused where it has two of %s', (key, fileOf) => {
    const { ids, read } = desk();
    const fault = faultOf(() => read(fileOf(`[{"id":"${ids[0]}","worth":1}]`)));
    expect(fault).toMatchObject({ code: 'E_JUDGMENTS_CORRUPT', message: `standard input has more than one ${key}` });
    expect(fault.remedy).toContain(`{"bundleId":"${BUNDLE_ID}","judgments":[`);
  });

  it('is told what is missing around a bare list', () => {
    const { ids, read } = desk();
    const fault = faultOf(() => read(`[{"id":"${ids[0]}","worth":1}]`));
    expect(fault.message).toBe('standard input holds a bare list, where an object with a bundleId is wanted');
    expect(fault.remedy).toContain(`{"bundleId":"${BUNDLE_ID}","judgments":[{"id":"${ids[0]}"`);
  });
});
