import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { errnoOf, toWriteError } from '../../src/platform/errno.ts';

function refusal(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('the name of a refusal', () => {
  it('is found where libuv has none', () => {
    const quota = refusal(`Unknown system error -${constants.errno.EDQUOT}`);
    expect(errnoOf(quota)).toBe('EDQUOT');
    const fault = toWriteError(quota, '/disk/state.json');
    expect(fault).toBeInstanceOf(FaultError);
    expect(fault.message).toBe('cannot write /disk/state.json: the disk quota is used up (EDQUOT)');
  });

  it.each([
    ['ENOSPC', 'ENOSPC'],
    ['ERR_INVALID_ARG_TYPE', null],
    ['Unknown system error -99999', null],
    ['Unknown system error', null],
  ])('%s is %s', (code, name) => {
    expect(errnoOf(refusal(code))).toBe(name);
  });
});
