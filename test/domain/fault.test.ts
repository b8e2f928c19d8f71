import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FaultError, FILE_REASONS, faultCodes } from '../../src/domain/fault.ts';

describe('fault', () => {
  it('gives every code one exit code and one retry answer', () => {
    const faults = faultCodes().map((code) => new FaultError(code, 'what happened', 'what to do').fault);
    for (const fault of faults) {
      expect([2, 4, 130], fault.code).toContain(fault.exit);
      expect(typeof fault.retryable, fault.code).toBe('boolean');
    }
    expect(faults.filter((fault) => fault.exit === 4).map((fault) => fault.code)).toEqual(['E_STORE_BUSY', 'E_JOB_BUSY']);
    expect(faults.filter((fault) => fault.exit === 130).map((fault) => fault.code)).toEqual(['E_INTERRUPTED']);
  });

  it('lists every code once: its own, and each way each file can be wrong', () => {
    const codes = faultCodes();
    expect(new Set(codes).size).toBe(codes.length);
    const source = readFileSync(new URL('../../src/domain/fault.ts', import.meta.url), 'utf8');
    const declared = [...source.matchAll(/^ {2}(E_\w+): \{ exit/gm)].map((match) => match[1]);
    expect(codes.slice(0, declared.length)).toEqual(declared);
    const ways = Object.entries(FILE_REASONS).flatMap(([subject, reasons]) => reasons.map((reason) => `E_${subject}_${reason}`));
    expect([...codes.slice(declared.length)].sort()).toEqual(ways.sort());
  });

  it('has no code for what a file cannot be: the host stamps no age or kind on its answer, and a store belongs to no other', () => {
    const host = ['KIND', 'VERSION', 'OTHER_STORE', 'ORIGIN', 'STALE', 'FUTURE'];
    const never = [
      ...host.flatMap((reason) => [`E_JUDGMENTS_${reason}`, `E_ANGLES_${reason}`]),
      ...['E_STORE_OTHER_STORE', 'E_STORE_STALE', 'E_STORE_FUTURE', 'E_BUNDLE_NONE', 'E_PENDING_OTHER_ID'],
    ];
    expect(faultCodes().filter((code) => never.includes(code))).toEqual([]);
    expect(FILE_REASONS.BUNDLE).toEqual(expect.arrayContaining(['OTHER_STORE', 'STALE', 'FUTURE']));
  });

  it('carries code, message, remedy and cause to the one catch', () => {
    const cause = new Error('ENOSPC');
    const error = new FaultError('E_STORE_WRITE', 'the disk is full', 'free some space', cause);
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.message, error.cause]).toEqual(['FaultError', 'the disk is full', cause]);
    expect(error.fault).toEqual({
      code: 'E_STORE_WRITE',
      message: 'the disk is full',
      remedy: 'free some space',
      exit: 2,
      retryable: true,
    });
    expect(new FaultError('E_USAGE', 'm', 'r')).not.toHaveProperty('cause');
  });
});
