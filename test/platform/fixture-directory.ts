import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { FaultError } from '../../src/domain/fault.ts';

/** A fresh real directory that goes away with the test. */
export function freshDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-platform-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** The fault `act` throws, as plain data; anything else fails the test. */
export function faultOf(act: () => unknown): FaultError['fault'] {
  try {
    act();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  throw new Error('nothing was thrown');
}

/** Runs `act` under `mask` and puts the worker's own umask back. */
export function underUmask(mask: number, act: () => void): void {
  const before = process.umask(mask);
  try {
    act();
  } finally {
    process.umask(before);
  }
}
