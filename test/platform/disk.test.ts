import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { childCommand } from './child-process.ts';
import { freshDirectory } from './fixture-directory.ts';

const CHILD = new URL('./disk-child.ts', import.meta.url);

const quote = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');

/** A tmpfs in a mount namespace of its own, which vanishes with the process. */
function underTinyDisk(directory: string, command: readonly string[]) {
  const mount = `mount -t tmpfs -o size=64k trivet-test '${directory}'`;
  return spawnSync('unshare', ['-m', '--propagation', 'private', 'sh', '-c', `${mount} && exec ${quote(command)}`], {
    encoding: 'utf8',
    env: { ...process.env, TSX_DISABLE_CACHE: '1' },
  });
}

function canMount(): boolean {
  if (process.platform === 'linux' && process.getuid?.() === 0 && underTinyDisk('/tmp', ['true']).status === 0) return true;
  console.warn('SKIPPED: a full disk needs root and mount namespaces (unshare -m, tmpfs)');
  return false;
}

describe('a disk that is really full', () => {
  it.skipIf(!canMount())('costs neither the previous file nor an acknowledged record, and is named', { timeout: 90_000 }, () => {
    const directory = freshDirectory();
    const { stdout, stderr, status } = underTinyDisk(directory, childCommand(CHILD, directory));
    expect([status, stderr]).toEqual([0, '']);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      replaced: `E_STORE_WRITE cannot write ${directory}/state.json: no space is left (ENOSPC)`,
      kept: 'the previous good file',
      appended: `E_STORE_WRITE cannot write ${directory}/findings.jsonl: no space is left (ENOSPC)`,
      wholeAfterFault: true,
      again: 'no fault',
      names: ['findings.jsonl', 'state.json'],
    });
    expect(told.acknowledgedCount).toBeGreaterThan(10);
  });
});

describe('a file size limit', () => {
  it.skipIf(process.platform === 'win32')('tears a write, which is taken back', { timeout: 90_000 }, () => {
    const directory = freshDirectory();
    const limited = `ulimit -f 32 && exec ${quote(childCommand(CHILD, directory))}`;
    const { stdout, stderr, status } = spawnSync('sh', ['-c', limited], {
      encoding: 'utf8',
      env: { ...process.env, TSX_DISABLE_CACHE: '1' },
    });
    expect([status, stderr]).toEqual([0, '']);
    const told = JSON.parse(stdout);
    expect(told).toMatchObject({
      replaced: `E_STORE_WRITE cannot write ${directory}/state.json: the file would exceed the size limit (EFBIG)`,
      kept: 'the previous good file',
      appended: `E_STORE_WRITE cannot write ${directory}/findings.jsonl: the file would exceed the size limit (EFBIG)`,
      wholeAfterFault: true,
      names: ['findings.jsonl', 'state.json'],
    });
    expect(told.acknowledgedCount).toBeGreaterThan(10);
  });
});
