import { describe, expect, it } from 'vitest';
import { type StoreChoice, storeDirectory } from '../../src/platform/home.ts';
import { faultOf } from './fixture-directory.ts';

const choice = (part: Partial<StoreChoice>): StoreChoice => ({
  flag: null,
  env: {},
  platform: 'linux',
  homeDirectory: '/home/ada',
  ...part,
});
const windows = (part: Partial<StoreChoice>) => choice({ platform: 'win32', homeDirectory: 'C:\\Users\\ada', ...part });

describe('storeDirectory', () => {
  it.each([
    ['the flag before everything', choice({ flag: '/srv/a', env: { TRIVET_STORE: '/srv/b', XDG_DATA_HOME: '/x' } }), '/srv/a'],
    ['TRIVET_STORE before the data directory', choice({ env: { TRIVET_STORE: '/srv/b', XDG_DATA_HOME: '/x' } }), '/srv/b'],
    ['an empty TRIVET_STORE as unset', choice({ env: { TRIVET_STORE: '' } }), '/home/ada/.local/share/trivet'],
    ['XDG_DATA_HOME', choice({ env: { XDG_DATA_HOME: '/x' } }), '/x/trivet'],
    ['the default for a relative XDG_DATA_HOME', choice({ env: { XDG_DATA_HOME: 'x' } }), '/home/ada/.local/share/trivet'],
    ['the default', choice({}), '/home/ada/.local/share/trivet'],
    ['the XDG default on macOS', choice({ platform: 'darwin', homeDirectory: '/Users/ada' }), '/Users/ada/.local/share/trivet'],
    ['LOCALAPPDATA on Windows', windows({ env: { LOCALAPPDATA: 'D:\\Data' } }), 'D:\\Data\\trivet'],
    ['the Windows default', windows({ env: { XDG_DATA_HOME: '/x' } }), 'C:\\Users\\ada\\AppData\\Local\\trivet'],
    ['a Windows flag', windows({ flag: 'E:\\store' }), 'E:\\store'],
    ['a tidied flag', choice({ flag: '/srv/./a/../b/' }), '/srv/b'],
  ])('takes %s', (_, given, expected) => {
    expect(storeDirectory(given)).toBe(expected);
  });

  it('makes a relative flag absolute', () => {
    expect(storeDirectory(choice({ flag: 'here' }))).toBe(`${process.cwd()}/here`);
  });

  it.each([
    ['an empty flag', choice({ flag: '' }), '--store names no directory'],
    ['a blank flag', choice({ flag: '  ' }), '--store names no directory'],
    ['a NUL in TRIVET_STORE', choice({ env: { TRIVET_STORE: '/a\0b' } }), 'TRIVET_STORE names no directory'],
    ['no home at all', choice({ homeDirectory: '' }), 'this user has no home directory to keep a store in'],
  ])('refuses %s', (_, given, message) => {
    expect(faultOf(() => storeDirectory(given))).toMatchObject({ code: 'E_USAGE', message, remedy: 'name a directory with --store' });
  });
});
