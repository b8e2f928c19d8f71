import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FaultError, FILE_REASONS, FILE_SUBJECTS, faultCodes } from '../../src/domain/fault.ts';

describe('fault', () => {
  it('gives every code one exit code and one retry answer', () => {
    const faults = faultCodes().map((code) => new FaultError(code, 'what happened', 'what to do').fault);
    for (const fault of faults) {
      expect([2, 4, 130], fault.code).toContain(fault.exit);
      expect(typeof fault.retryable, fault.code).toBe('boolean');
    }
    expect(faults.filter((fault) => fault.exit === 4).map((fault) => fault.code)).toEqual(['E_STORE_BUSY']);
    expect(faults.filter((fault) => fault.exit === 130).map((fault) => fault.code)).toEqual(['E_INTERRUPTED']);
  });

  it('lists every code once: its own, and each way each file can be wrong', () => {
    const codes = faultCodes();
    expect(new Set(codes).size).toBe(codes.length);
    for (const subject of FILE_SUBJECTS) for (const reason of FILE_REASONS) expect(codes).toContain(`E_${subject}_${reason}`);
    const source = readFileSync(new URL('../../src/domain/fault.ts', import.meta.url), 'utf8');
    const declared = [...source.matchAll(/^ {2}(E_\w+): \{ exit/gm)].map((match) => match[1]);
    expect(codes.slice(0, declared.length)).toEqual(declared);
    expect(codes.length).toBe(declared.length + FILE_SUBJECTS.length * FILE_REASONS.length);
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
