import { FaultError } from '../domain/fault.ts';

/** Hex SHA-256 of UTF-8 text. */
export type Sha256 = (text: string) => string;

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

/** The hash an item is known by: the first 16 hex digits of the SHA-256 of its key. E_JOB_VALUE for what cannot be a key. */
export function hashKey(key: string, sha256: Sha256): string {
  const problem = problemOf(key);
  if (problem === null) return sha256(key).slice(0, HASH_LENGTH);
  throw new FaultError('E_JOB_VALUE', `an item key ${problem}`, 'use a stable string, such as an id or a canonical address');
}

/** Whether a line read from disk names its item rightly. */
export function isHashOf(hash: string, key: string, sha256: Sha256): boolean {
  return problemOf(key) === null && sha256(key).slice(0, HASH_LENGTH) === hash;
}
