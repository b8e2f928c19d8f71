import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inside, resolveRoot } from '../../src/platform/root.ts';
import { faultOf, freshDirectory, underUmask } from './fixture-directory.ts';

const isRoot = process.getuid?.() === 0;
if (!isRoot) console.warn('SKIPPED: a store of another owner can only be made by root');

describe('resolveRoot', () => {
  it('makes a missing store 0700 when asked, and else says it is missing', () => {
    const path = join(freshDirectory(), 'share', 'trivet');
    expect(faultOf(() => resolveRoot(path, { create: false }))).toMatchObject({
      code: 'E_STORE_MISSING',
      message: `there is no store at ${path}`,
    });
    underUmask(0, () => expect(resolveRoot(path, { create: true })).toBe(path));
    expect(statSync(path).mode & 0o777).toBe(0o700);
    expect(resolveRoot(path, { create: false })).toBe(path);
  });

  it('follows links above and at the root', () => {
    const directory = freshDirectory();
    mkdirSync(join(directory, 'real'), { mode: 0o700 });
    symlinkSync(join(directory, 'real'), join(directory, 'soft'));
    expect(resolveRoot(join(directory, 'soft'), { create: true })).toBe(join(directory, 'real'));
    expect(resolveRoot(join(directory, 'soft', 'below'), { create: true })).toBe(join(directory, 'real', 'below'));
  });

  it('refuses a file and a loop', () => {
    const directory = freshDirectory();
    writeFileSync(join(directory, 'file'), 'x');
    symlinkSync(join(directory, 'loop'), join(directory, 'loop'));
    expect(faultOf(() => resolveRoot(join(directory, 'file'), { create: false }))).toMatchObject({
      code: 'E_STORE_UNSAFE',
      message: expect.stringContaining('not a directory'),
    });
    expect(faultOf(() => resolveRoot(join(directory, 'loop'), { create: false }))).toMatchObject({
      code: 'E_STORE_READ',
      message: expect.stringContaining('(ELOOP)'),
    });
  });

  it.each([0o720, 0o702, 0o777, 0o1777])('refuses mode %o with a chmod that mends it', (mode) => {
    const path = join(freshDirectory(), "ada's store");
    mkdirSync(path);
    chmodSync(path, mode);
    const fault = faultOf(() => resolveRoot(path, { create: true }));
    expect(fault).toMatchObject({ code: 'E_STORE_UNSAFE', message: `${path} can be written by other users` });
    execFileSync('sh', ['-c', fault.remedy]);
    expect(resolveRoot(path, { create: false })).toBe(path);
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  it.each([0o700, 0o750, 0o755])('accepts mode %o, which no one else can write', (mode) => {
    const path = join(freshDirectory(), 'store');
    mkdirSync(path);
    chmodSync(path, mode);
    expect(resolveRoot(path, { create: false })).toBe(path);
  });

  it.skipIf(!isRoot)('refuses a store of another user with a chown that mends it', () => {
    const path = join(freshDirectory(), 'store');
    mkdirSync(path, { mode: 0o700 });
    chownSync(path, 12_345, 0);
    const fault = faultOf(() => resolveRoot(path, { create: false }));
    expect(fault).toMatchObject({ code: 'E_STORE_UNSAFE', message: `${path} belongs to user 12345, not to this one (0)` });
    execFileSync('sh', ['-c', fault.remedy]);
    expect(resolveRoot(path, { create: false })).toBe(path);
  });
});

describe('inside', () => {
  it('joins fixed names whether they exist or not', () => {
    const root = freshDirectory();
    mkdirSync(join(root, 'jobs'));
    writeFileSync(join(root, 'jobs', 'state.json'), '{}');
    expect(inside(root)).toBe(root);
    expect(inside(root, 'jobs', 'state.json')).toBe(`${root}/jobs/state.json`);
    expect(inside(root, 'jobs', 'sweep-0a1b', 'SUMMARY.md')).toBe(`${root}/jobs/sweep-0a1b/SUMMARY.md`);
  });

  it('never leaves the root, whatever the name', () => {
    const root = freshDirectory();
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('..', '.', '', 'a/b', '../a', '/etc', 'a\0', 'A', '.a', '-a', 'a\\b', 'a\n', 'con:'),
    );
    fc.assert(
      fc.property(hostile, (name) => {
        if (/^[a-z0-9][a-z0-9._-]*$/.test(name) && !name.endsWith('\n')) expect(dirname(inside(root, name))).toBe(root);
        else
          expect(faultOf(() => inside(root, 'jobs', name))).toMatchObject({
            code: 'E_STORE_UNSAFE',
            message: `${root} has no place for the name given at position 2`,
          });
      }),
    );
  });

  it('says so when it cannot look', () => {
    const root = freshDirectory();
    expect(faultOf(() => inside(root, 'n'.repeat(300)))).toMatchObject({
      code: 'E_STORE_READ',
      message: expect.stringContaining('(ENAMETOOLONG)'),
    });
  });

  it('refuses a directory below the root that others can write, with a chmod that mends it', () => {
    const root = freshDirectory();
    mkdirSync(join(root, 'jobs'));
    for (const mode of [0o770, 0o702]) {
      chmodSync(join(root, 'jobs'), mode);
      const fault = faultOf(() => inside(root, 'jobs', 'state.json'));
      expect(fault).toMatchObject({ code: 'E_STORE_UNSAFE', message: `${join(root, 'jobs')} can be written by other users` });
      execFileSync('sh', ['-c', fault.remedy]);
      expect(inside(root, 'jobs', 'state.json')).toBe(join(root, 'jobs', 'state.json'));
    }
  });

  it.skipIf(!isRoot)('refuses a directory below the root that belongs to another user', () => {
    const root = freshDirectory();
    mkdirSync(join(root, 'jobs'));
    chownSync(join(root, 'jobs'), 12_345, 0);
    expect(faultOf(() => inside(root, 'jobs'))).toMatchObject({ code: 'E_STORE_UNSAFE', remedy: expect.stringContaining('chown') });
  });

  it('refuses links on the way, links and second names at the end, and pipes', () => {
    const root = freshDirectory();
    const outside = freshDirectory();
    writeFileSync(join(outside, 'file'), 'x');
    symlinkSync(outside, join(root, 'jobs'));
    symlinkSync(join(outside, 'file'), join(root, 'soft'));
    linkSync(join(outside, 'file'), join(root, 'hard'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const messageOf = (...names: string[]) => {
      const fault = faultOf(() => inside(root, ...names));
      expect(fault.code).toBe('E_STORE_UNSAFE');
      return fault.message;
    };
    expect(messageOf('jobs', 'file')).toBe(`${join(root, 'jobs')} is a symbolic link`);
    expect(messageOf('soft')).toBe(`${join(root, 'soft')} is a symbolic link`);
    expect(messageOf('hard')).toBe(`${join(root, 'hard')} has a second name (hard link)`);
    expect(messageOf('pipe')).toBe(`${join(root, 'pipe')} is not a regular file`);
  });
});
