import { hash, randomBytes } from 'node:crypto';
import { customAlphabet } from 'nanoid';

/** Where ids, nonces and digests come from; handed to whoever needs one, so that tests can choose. */
export interface Identity {
  /** One fresh id. */
  newId(): string;
  /** 128 random bits, 32 lower-case hex digits. */
  newNonce(): string;
  /** Hex SHA-256 of UTF-8 text. */
  sha256(text: string): string;
}

/** Ids are drawn from `alphabet`, `length` characters each (about 80 bits for 16 of 32). */
export function systemIdentity(alphabet: string, length: number): Identity {
  return {
    newId: customAlphabet(alphabet, length),
    newNonce: () => randomBytes(16).toString('hex'),
    sha256: (text) => hash('sha256', text, 'hex'),
  };
}
