import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAppend } from '../../src/platform/append.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

const bytes = (text: string) => Buffer.from(text);

describe('openAppend', () => {
  it('creates, goes on after what is there, and knows the size', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    const first = openAppend(path);
    expect(first.sizeBytes).toBe(0);
    first.append(bytes('ä\n'));
    first.close();
    const second = openAppend(path);
    expect(second.sizeBytes).toBe(3);
    second.append(bytes('b\n'));
    second.append(new Uint8Array(0));
    expect(second.sizeBytes).toBe(5);
    second.close();
    second.close();
    expect(readFileSync(path, 'utf8')).toBe('ä\nb\n');
  });

  it('cuts a torn tail and goes on where it was', () => {
    const path = join(freshDirectory(), 'findings.jsonl');
    writeFileSync(path, 'whole\ntor');
    const handle = openAppend(path);
    handle.truncate(6);
    handle.append(bytes('next\n'));
    expect([readFileSync(path, 'utf8'), handle.sizeBytes]).toEqual(['whole\nnext\n', 11]);
    expect(() => handle.truncate(12)).toThrow(RangeError);
    handle.close();
  });

  it('is over once it is closed', () => {
    const handle = openAppend(join(freshDirectory(), 'findings.jsonl'));
    handle.close();
    expect(() => handle.append(bytes('x'))).toThrow(/is closed/);
  });

  it('refuses links, second names, directories and devices', () => {
    const directory = freshDirectory();
    const file = join(directory, 'file');
    writeFileSync(file, 'kept');
    symlinkSync(file, join(directory, 'soft'));
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    mkdirSync(join(directory, 'folder'));
    for (const name of ['soft', 'dangling']) {
      expect(faultOf(() => openAppend(join(directory, name)))).toMatchObject({
        code: 'E_STORE_UNSAFE',
        message: expect.stringContaining('symbolic link'),
      });
    }
    expect(faultOf(() => openAppend('/dev/full'))).toMatchObject({ code: 'E_STORE_UNSAFE', message: '/dev/full is not a regular file' });
    expect(faultOf(() => openAppend(join(directory, 'folder'))).message).toContain('(EISDIR)');
    expect(faultOf(() => openAppend(join(file, 'below'))).message).toContain('(ENOTDIR)');
    linkSync(file, join(directory, 'hard'));
    expect(faultOf(() => openAppend(file))).toMatchObject({ code: 'E_STORE_UNSAFE', message: expect.stringContaining('hard link') });
    expect(readFileSync(file, 'utf8')).toBe('kept');
  });
});
