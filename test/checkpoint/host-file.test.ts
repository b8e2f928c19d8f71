import { describe, expect, it } from 'vitest';
import { requireAngles, requireJudgments, writeBundle, writePending } from '../../src/checkpoint/index.ts';
import { aBundle, aReport, BUNDLE_ID, STAMP, temporaryStore } from './samples.ts';

const fileOf = (list: string, rows: readonly unknown[]) => ({ path: '-', stdin: JSON.stringify({ bundleId: BUNDLE_ID, [list]: rows }) });

describe('a row of a host file', () => {
  it('that calls junk counts, though the name beside it cannot be used', () => {
    const checkpoint = writeBundle(temporaryStore(), aBundle(), STAMP);
    const [id = ''] = checkpoint.bundle.nominations.map((nomination) => nomination.id);
    for (const name of ['!!!', 7]) {
      const { judgments, warnings } = requireJudgments(fileOf('judgments', [{ id, name, junk: true }]), checkpoint);
      expect(judgments).toEqual([{ id, name: null, junk: true, worth: null, note: null }]);
      expect(warnings).toHaveLength(1);
    }
  });

  it('that is none is skipped with a remark, and its neighbours count: angles as judgments', () => {
    const store = temporaryStore();
    const bundle = writeBundle(store, aBundle(), STAMP);
    const pending = writePending(store, aReport(), STAMP);
    const odd = [7, null, 'n1', [], {}, { id: '' }, { id: ' ' }];
    const [nominated = ''] = bundle.bundle.nominations.map(({ id }) => id);
    const judged = requireJudgments(fileOf('judgments', [...odd, { id: nominated, worth: 9 }]), bundle);
    expect([judged.judgments.map(({ id }) => id), judged.warnings.length]).toEqual([[nominated], odd.length]);
    const [surviving = ''] = pending.report.topics.map(({ id }) => id);
    const angled = requireAngles(fileOf('angles', [...odd, { id: surviving, hook: 'A hook.' }]), pending);
    expect([angled.angles.map(({ id }) => id), angled.warnings]).toEqual([[surviving], judged.warnings]);
  });
});
