import { describe, expect, it } from 'vitest';
import { lintOrder } from './order-lint.ts';

function trace(...lines: readonly string[]): { readonly operation: string; readonly path: string }[] {
  return lines.map((line) => ({ operation: line.split(' ')[0] ?? '', path: line.split(' ')[1] ?? '' }));
}

const TEMPORARY = '/s/.state.json.7.0123456789ab.tmp';
const REPLACEMENT = [`create ${TEMPORARY}`, `write ${TEMPORARY}`, `fsync ${TEMPORARY}`, 'rename /s/state.json', 'open /s', 'fsync /s'];
const APPEND = ['create /s/findings.jsonl', 'fdatasync /s/findings.jsonl', 'open /s', 'fsync /s'];
const ROUND = [
  'mkdir /s',
  'chmod /s',
  'open /',
  'fsync /',
  ...APPEND,
  'write /s/findings.jsonl',
  'fdatasync /s/findings.jsonl',
  ...REPLACEMENT,
];

describe('the lint of the order of calls', () => {
  it('finds nothing in a durable round, nor in SQLite’s own files', () => {
    expect(lintOrder(trace(...ROUND, 'pwrite64 /s/lock.db-journal', 'unlink /s/lock.db-journal', `unlink ${TEMPORARY}`))).toEqual([]);
  });

  it.each([
    ['fsync /', 'a new directory without a sync of its parent (mkdir /s)'],
    [`fsync ${TEMPORARY}`, `a write without a sync of its file after it (write ${TEMPORARY})`],
    [`fsync ${TEMPORARY}`, 'a rename without a sync of its file before it (rename /s/state.json)'],
    ['fsync /s', 'a rename without a sync of its directory after it (rename /s/state.json)'],
    ['fsync /s', 'a new file without a sync of its directory before it is used (create /s/findings.jsonl)'],
    ['fdatasync /s/findings.jsonl', 'a write without a sync of its file after it (write /s/findings.jsonl)'],
  ])('without %s says %s', (left, problem) => {
    expect(lintOrder(trace(...ROUND.filter((line) => line !== left)))).toContain(problem);
  });

  it('wants removals synced', () => {
    expect(lintOrder(trace('unlink /s/pending.json'))).toEqual([
      'a removal without a sync of its directory after it (unlink /s/pending.json)',
    ]);
  });

  it('wants of a directory that goes only the last sync', () => {
    const tree = ['rmdir /s/jobs/a', 'unlink /s/jobs/a/state.json', 'unlink /s/jobs/a/SUMMARY.md', 'rmdir /s/jobs/a'];
    expect(lintOrder(trace(...tree, 'fsync /s/jobs'))).toEqual([]);
    expect(lintOrder(trace(...tree))).toEqual(['a removal without a sync of its directory after it (rmdir /s/jobs/a)']);
    expect(lintOrder(trace(...tree.slice(1, 3), 'fsync /s/jobs'))).toHaveLength(2);
  });
});
