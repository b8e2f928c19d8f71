import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounded } from '../../src/platform/bounded-read.ts';
import { replaceFile } from '../../src/platform/files.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

describe('readBounded', () => {
  it('returns the bytes that were written, whatever they are', () => {
    const path = join(freshDirectory(), 'a');
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (bytes) => {
        replaceFile(path, bytes);
        const read = readBounded(path, 5000);
        expect(read.kind === 'bytes' && Buffer.from(bytes).equals(read.bytes)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('says absent, and unreadable with the errno', () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), 'x');
    expect(readBounded(join(directory, 'none'), 10)).toEqual({ kind: 'absent' });
    expect(readBounded(join(directory, 'file', 'below'), 10)).toEqual({ kind: 'unreadable', errno: 'ENOTDIR' });
    expect(readBounded(join(directory, 'n'.repeat(300)), 10)).toEqual({ kind: 'unreadable', errno: 'ENAMETOOLONG' });
  });

  it('draws the line at exactly maxBytes', () => {
    const path = join(freshDirectory(), 'a');
    writeFileSync(path, '12345');
    expect(readBounded(path, 5)).toMatchObject({ kind: 'bytes' });
    appendFileSync(path, '6');
    expect(readBounded(path, 5)).toEqual({ kind: 'too-large', sizeBytes: 6 });
  });

  it('refuses links, second names, directories, devices and pipes without waiting', () => {
    const directory = freshDirectory();
    const file = join(directory, 'file');
    writeFileSync(file, 'x');
    symlinkSync(file, join(directory, 'soft'));
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    mkdirSync(join(directory, 'folder'));
    execFileSync('mkfifo', [join(directory, 'pipe')]);
    const reasonOf = (name: string) => faultOf(() => readBounded(join(directory, name), 10));
    expect(reasonOf('soft')).toMatchObject({ code: 'E_STORE_UNSAFE', message: `${join(directory, 'soft')} is a symbolic link` });
    expect(reasonOf('dangling')).toMatchObject({ code: 'E_STORE_UNSAFE' });
    expect(reasonOf('folder').message).toContain('is not a regular file');
    expect(reasonOf('pipe').message).toContain('is not a regular file');
    expect(reasonOf('../../dev/full').message).toContain('is not a regular file');
    linkSync(file, join(directory, 'hard'));
    expect(reasonOf('hard')).toMatchObject({ code: 'E_STORE_UNSAFE', message: expect.stringContaining('hard link') });
  });

  it('throws the unexpected as it is', () => {
    expect(() => readBounded('a\0b', 10)).toThrow(TypeError);
  });
});
