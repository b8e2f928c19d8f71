import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepareHostDirectory, removeOtherHostFiles } from '../../src/checkpoint/host-directory.ts';
import { BUNDLE_ID, codeOf, contentsOf, faultOf, temporaryStore } from './samples.ts';

it('has nothing to remove where there is no directory', () => {
  const { root } = temporaryStore();
  removeOtherHostFiles(root, BUNDLE_ID);
  expect(Object.keys(contentsOf(root))).toEqual(['store.json']);
});

it('faults where it cannot be listed or is a link', () => {
  const { root } = temporaryStore();
  writeFileSync(join(root, 'host'), 'a file');
  expect(faultOf(() => removeOtherHostFiles(root, BUNDLE_ID))).toMatchObject({
    code: 'E_STORE_READ',
    message: `${join(root, 'host')} cannot be listed (ENOTDIR)`,
  });
  rmSync(join(root, 'host'));
  mkdirSync(join(root, 'elsewhere'));
  symlinkSync(join(root, 'elsewhere'), join(root, 'host'));
  expect(codeOf(() => removeOtherHostFiles(root, BUNDLE_ID))).toBe('E_STORE_UNSAFE');
  expect(codeOf(() => prepareHostDirectory(root))).toBe('E_STORE_UNSAFE');
});

it('removes an old link itself, not what it points to', () => {
  const { root } = temporaryStore();
  prepareHostDirectory(root);
  writeFileSync(join(root, 'mine.json'), 'precious');
  symlinkSync(join(root, 'mine.json'), join(root, 'host', 'aaaaaaaaaaaaaaaa-angles.json'));
  removeOtherHostFiles(root, BUNDLE_ID);
  expect(Object.keys(contentsOf(root))).toEqual(['mine.json', 'store.json']);
});
