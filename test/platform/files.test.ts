import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAppend } from '../../src/platform/append.ts';
import { createFile, makeDirectory, removeFile, replaceFile, sweepTemporaries } from '../../src/platform/files.ts';
import { faultOf, freshDirectory, underUmask } from './fixture-directory.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

describe('replaceFile', () => {
  it('creates, then replaces, text and bytes, and leaves nothing else behind', () => {
    const directory = freshDirectory();
    const path = join(directory, 'state.json');
    replaceFile(path, '{"schöne":"Grüße"}');
    expect(readFileSync(path, 'utf8')).toBe('{"schöne":"Grüße"}');
    replaceFile(path, Uint8Array.of(0, 255, 10));
    expect([...readFileSync(path)]).toEqual([0, 255, 10]);
    replaceFile(path, '');
    expect([readFileSync(path).length, readdirSync(directory)]).toEqual([0, ['state.json']]);
  });

  it('gives a fresh inode, so a reader of the old file keeps a whole one', () => {
    const path = join(freshDirectory(), 'state.json');
    replaceFile(path, 'old');
    linkSync(path, `${path}.seen`);
    replaceFile(path, 'new');
    expect([readFileSync(`${path}.seen`, 'utf8'), readFileSync(path, 'utf8')]).toEqual(['old', 'new']);
  });

  it('refuses links and devices and harms neither them nor what they point to', () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'precious'), 'kept');
    symlinkSync(join(directory, 'precious'), join(directory, 'soft'));
    symlinkSync('/dev/full', join(directory, 'device'));
    for (const name of ['soft', 'device']) {
      expect(faultOf(() => replaceFile(join(directory, name), 'new')).code).toBe('E_STORE_UNSAFE');
      expect(lstatSync(join(directory, name)).isSymbolicLink()).toBe(true);
    }
    expect([readFileSync(join(directory, 'precious'), 'utf8'), readdirSync(directory).length]).toEqual(['kept', 3]);
  });

  it.each([
    ['ENOENT', 'none/state.json'],
    ['ENOTDIR', 'file/state.json'],
    ['EISDIR', 'folder'],
    ['ENAMETOOLONG', 'n'.repeat(255)],
  ])('reports a real %s with path and remedy', (errno, name) => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), 'kept');
    mkdirSync(join(directory, 'folder'));
    const fault = faultOf(() => replaceFile(join(directory, name), 'new', 'E_OUTPUT_WRITE'));
    expect(fault).toMatchObject({ code: 'E_OUTPUT_WRITE', exit: 2, retryable: true });
    expect(fault.message).toContain(`cannot write ${join(directory, name)}: `);
    expect(fault.message).toContain(`(${errno})`);
    expect(fault.remedy).not.toContain('\n');
    expect([readFileSync(join(directory, 'file'), 'utf8'), readdirSync(directory)]).toEqual(['kept', ['file', 'folder']]);
  });
});

describe('createFile', () => {
  it('writes a file with one name and never a second time', () => {
    const directory = freshDirectory();
    const path = join(directory, 'brief.md');
    createFile(path, 'first');
    expect([statSync(path).nlink, modeOf(path), readdirSync(directory)]).toEqual([1, '600', ['brief.md']]);
    expect(faultOf(() => createFile(path, 'second'))).toMatchObject({
      code: 'E_OUTPUT_EXISTS',
      message: `${path} exists already`,
      retryable: false,
    });
    expect([readFileSync(path, 'utf8'), readdirSync(directory)]).toEqual(['first', ['brief.md']]);
  });

  it('takes a directory or a dangling link for a taken name', () => {
    const directory = freshDirectory();
    mkdirSync(join(directory, 'folder'));
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    for (const name of ['folder', 'dangling']) expect(faultOf(() => createFile(join(directory, name), 'x')).code).toBe('E_OUTPUT_EXISTS');
    expect(existsSync(join(directory, 'nowhere'))).toBe(false);
  });
});

describe('removeFile', () => {
  it('removes a file, and is content when there is none or no directory', () => {
    const directory = freshDirectory();
    const path = join(directory, 'pending.json');
    writeFileSync(path, 'x');
    removeFile(path);
    removeFile(path);
    removeFile(join(directory, 'none', 'pending.json'));
    expect(readdirSync(directory)).toEqual([]);
  });

  it('removes a link, not its target, and no directory', () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'target'), 'kept');
    symlinkSync(join(directory, 'target'), join(directory, 'soft'));
    removeFile(join(directory, 'soft'));
    expect(readdirSync(directory)).toEqual(['target']);
    expect(faultOf(() => removeFile(directory))).toMatchObject({ code: 'E_STORE_WRITE', message: expect.stringContaining('(EISDIR)') });
  });
});

describe('makeDirectory', () => {
  it('makes the missing ones and leaves those that exist as they are', () => {
    const directory = freshDirectory();
    chmodSync(directory, 0o755);
    makeDirectory(join(directory, 'a', 'b'));
    makeDirectory(join(directory, 'a', 'b'));
    expect(['', 'a', 'a/b'].map((name) => modeOf(join(directory, name)))).toEqual(['755', '700', '700']);
  });

  it('does not build on a file or a dangling link', () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), 'x');
    symlinkSync(join(directory, 'nowhere'), join(directory, 'dangling'));
    for (const name of ['file', 'file/below', 'dangling', 'dangling/below']) {
      expect(faultOf(() => makeDirectory(join(directory, name)))).toMatchObject({
        code: 'E_STORE_WRITE',
        message: expect.stringMatching(/\((?:EEXIST|ENOTDIR)\)$/),
      });
    }
  });
});

describe('modes', () => {
  it.each([0o000, 0o022, 0o077, 0o777])('directories are 0700 under umask %o', (mask) => {
    const directory = freshDirectory();
    underUmask(mask, () => makeDirectory(join(directory, 'a', 'b')));
    expect([modeOf(join(directory, 'a')), modeOf(join(directory, 'a', 'b'))]).toEqual(['700', '700']);
  });

  it.each([0o000, 0o022, 0o077])('files are 0600 under umask %o, also where a wider one stood', (mask) => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'replaced'), 'x');
    chmodSync(join(directory, 'replaced'), 0o666);
    underUmask(mask, () => {
      replaceFile(join(directory, 'replaced'), 'x');
      createFile(join(directory, 'created'), 'x');
      openAppend(join(directory, 'appended')).close();
    });
    expect(['replaced', 'created', 'appended'].map((name) => modeOf(join(directory, name)))).toEqual(['600', '600', '600']);
  });
});

describe('sweepTemporaries', () => {
  it('removes what a killed writer left and nothing else', () => {
    const directory = freshDirectory();
    const left = ['.state.json.4711.0123456789ab.tmp', '.a.1.ffffffffffff.tmp'];
    const kept = ['state.json', 'state.json.tmp', '.state.json.4711.0123456789AB.tmp', '.hidden', '.a.1.ffff.tmp'];
    for (const name of [...left, ...kept]) writeFileSync(join(directory, name), 'x');
    mkdirSync(join(directory, '.folder.1.0123456789ab.tmp'));
    expect(sweepTemporaries(directory)).toBe(2);
    expect(readdirSync(directory).sort()).toEqual([...kept, '.folder.1.0123456789ab.tmp'].sort());
    expect(sweepTemporaries(directory)).toBe(0);
  });

  it('has nothing to do in a directory that is not there', () => {
    expect(sweepTemporaries(join(freshDirectory(), 'none'))).toBe(0);
  });
});
