import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hostFilePath, requireAngles, writePending } from '../../src/checkpoint/index.ts';
import { aReport, BUNDLE_ID, faultOf, OTHER_BUNDLE_ID, STAMP, temporaryStore } from './samples.ts';

function aDesk() {
  const store = temporaryStore();
  const pending = writePending(store, aReport(), STAMP);
  const path = hostFilePath(store, BUNDLE_ID, 'angles');
  const read = (content: unknown) => {
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return requireAngles({ path, stdin: null }, pending);
  };
  return { pending, path, read, ids: pending.report.topics.map(({ id }) => id) };
}

describe('angles', () => {
  it('bind to the topics of the pending report', () => {
    const { read, ids } = aDesk();
    const [one, two] = ids;
    const rows = [
      { id: one, podcast: 'What broke  and who fixed it', article: '', hook: null },
      { id: two, x_article: 'Ten years of one library' },
      { id: 'n3-dead', hook: 'not a topic' },
    ];
    expect(read({ bundleId: BUNDLE_ID, angles: rows })).toEqual({
      angles: [
        { id: one, podcast: 'What broke and who fixed it', article: null, hook: null },
        { id: two, podcast: null, article: 'Ten years of one library', hook: null },
      ],
      warnings: ['x_article was read as article', 'row 3 has the unknown id "n3-dead": skipped'],
    });
  });

  it('are capped at 200 characters, at a word', () => {
    const { read, ids } = aDesk();
    const [angle] = read({ bundleId: BUNDLE_ID, angles: [{ id: ids[0], hook: 'word '.repeat(100) }] }).angles;
    expect(angle?.hook).toBe('word '.repeat(40).trim());
  });

  it('are refused where the template was left blank', () => {
    const { read, ids, path } = aDesk();
    const fault = faultOf(() => read({ bundleId: BUNDLE_ID, angles: [{ id: ids[0], podcast: '', article: '', hook: '' }] }));
    expect(fault).toMatchObject({ code: 'E_ANGLES_NONE', message: `${path} has no row that can be applied` });
    expect(fault.remedy).toContain('without --angles');
  });

  it('of another bundle name the pending report, never the bundle', () => {
    const { read, ids, pending } = aDesk();
    const fault = faultOf(() => read({ bundleId: OTHER_BUNDLE_ID, angles: [{ id: ids[0], hook: 'x' }] }));
    expect(fault.code).toBe('E_ANGLES_OTHER_ID');
    expect(fault.message).toContain(pending.path);
    expect(fault.message).not.toContain('nominations.json');
    expect(fault.remedy).toBe(`set bundleId to ${BUNDLE_ID} and run this leg again`);
    expect(faultOf(() => read({ bundleId: OTHER_BUNDLE_ID, angles: [{ id: 'n3-dead', hook: 'x' }] })).code).toBe('E_ANGLES_OTHER_SWEEP');
  });

  it.each([
    ['E_ANGLES_NOT_JSON', '{'],
    ['E_ANGLES_TOO_DEEP', `${'['.repeat(65)}${']'.repeat(65)}`],
    ['E_ANGLES_CORRUPT', '[]'],
    ['E_ANGLES_CORRUPT', `{"bundleId":"${BUNDLE_ID}","angles":"none"}`],
    ['E_ANGLES_ID_MISSING', '{"angles":[]}'],
    ['E_ANGLES_NONE', `{"bundleId":"${BUNDLE_ID}","angles":[]}`],
    ['E_ANGLES_TOO_LARGE', ' '.repeat(2 ** 20 + 1)],
    ['E_ANGLES_ENCODING', '{"a":"\0"}'],
  ])('fault %s', (code, content) => {
    const { read, path } = aDesk();
    const fault = faultOf(() => read(content));
    expect(fault.code).toBe(code);
    expect(fault.message.startsWith(`${path} `)).toBe(true);
  });

  it('fault E_ANGLES_MISSING', () => {
    const { pending, path } = aDesk();
    expect(faultOf(() => requireAngles({ path, stdin: null }, pending)).code).toBe('E_ANGLES_MISSING');
  });
});
