import { hash } from 'node:crypto';
import { FaultError } from '../domain/fault.ts';
import { toWord, WORD_DIGITS } from './hex-words.ts';

const KEY_MAX_BYTES = 4096;
const HASH_LENGTH = 16;
export const HASH = /^[0-9a-f]{16}$/;

/** Half of a surrogate pair has no UTF-8, so two such keys would share one hash. */
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Says what makes `key` no item key, or null. Whether it is *stable* (same item, same key, every run) only the caller can know. */
function problemOf(key: unknown): string | null {
  if (typeof key !== 'string') return 'is not a string';
  if (key === '') return 'is empty';
  if (LONE_SURROGATE.test(key)) return 'holds half of a surrogate pair';
  return Buffer.byteLength(key, 'utf8') > KEY_MAX_BYTES ? `is longer than ${KEY_MAX_BYTES} bytes` : null;
}

function toHash(key: string): string {
  return hash('sha256', key, 'hex').slice(0, HASH_LENGTH);
}

/** The hash an item is known by: the first 16 hex digits of the SHA-256 of its key. E_JOB_VALUE for what cannot be a key. */
export function hashKey(key: string): string {
  const problem = problemOf(key);
  if (problem === null) return toHash(key);
  throw new FaultError('E_JOB_VALUE', `an item key ${problem}`, 'use a stable string, such as an id or a canonical address');
}

/** Whether a line read from disk names its item rightly. */
export function isHashOf(digits: string, key: string): boolean {
  return problemOf(key) === null && toHash(key) === digits;
}

/** The same of the 16 digits that stand at `start`, and of a key in valid UTF-8. It makes no digits: that is half of what a million cost. */
export function isHashOfBytes(bytes: Uint8Array, start: number, key: Uint8Array): boolean {
  if (key.length === 0 || key.length > KEY_MAX_BYTES) return false;
  const digest = hash('sha256', key, 'binary');
  return toWord(bytes, start) === wordAt(digest, 0) && toWord(bytes, start + WORD_DIGITS) === wordAt(digest, 4);
}

/** Four bytes, one a character, as a word. */
function wordAt(binary: string, at: number): number {
  const high = (binary.charCodeAt(at) << 24) | (binary.charCodeAt(at + 1) << 16);
  return (high | (binary.charCodeAt(at + 2) << 8) | binary.charCodeAt(at + 3)) >>> 0;
}
