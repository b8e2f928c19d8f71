import { constants } from 'node:os';
import { describe, expect, it } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';
import { errnoOf, toWriteError } from '../../src/platform/errno.ts';

const { EDQUOT } = constants.errno;

function refusal(code: string, errno: number): Error {
  return Object.assign(new Error(code), { code, errno: -errno });
}

describe('the name of a refusal', () => {
  it('makes a fault where libuv has none', () => {
    const fault = toWriteError(refusal('UNKNOWN', EDQUOT), '/disk/state.json');
    expect(fault).toBeInstanceOf(FaultError);
    expect(fault.message).toBe('cannot write /disk/state.json: the disk quota is used up (EDQUOT)');
  });

  it.each([
    ['ENOSPC', constants.errno.ENOSPC, 'ENOSPC'],
    ['UNKNOWN', EDQUOT, 'EDQUOT'],
    [`Unknown system error -${EDQUOT}`, EDQUOT, 'EDQUOT'],
    ['UNKNOWN', 99_999, null],
    ['ERR_INVALID_ARG_TYPE', EDQUOT, null],
  ])('%s with %d is %s', (code, errno, name) => {
    expect(errnoOf(refusal(code, errno))).toBe(name);
  });
});
