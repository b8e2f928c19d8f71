import { doubleAt } from './arrays.ts';

/**
 * What a token is. `topic` is an evergreen name (rust, css), `whole` the long form of a token that also counts by its stem (log4j2, whose
 * stem log4j is an `identifier`), `foreign` a Latin word in a title of another script, `faint` a pair of characters that says little,
 * `address` a word of the URL and `handle` an identifier there. `weight` scales rarity in the cosine; `proof` is how far sharing such a
 * token goes towards one story.
 */
const TABLE = {
  word: { weight: 1, proof: 1 },
  topic: { weight: 0.8, proof: 0.7 },
  common: { weight: 0.5, proof: 0.4 },
  year: { weight: 0.5, proof: 0.2 },
  number: { weight: 0.4, proof: 0.5 },
  version: { weight: 0.5, proof: 0.5 },
  whole: { weight: 0.5, proof: 0 },
  identifier: { weight: 1.8, proof: 2 },
  foreign: { weight: 1.2, proof: 0.7 },
  // Half, because every character stands in two pairs.
  bigram: { weight: 0.5, proof: 0.5 },
  faint: { weight: 0.2, proof: 0.2 },
  address: { weight: 0.5, proof: 0.25 },
  handle: { weight: 0.5, proof: 0.25 },
} as const;

export type Kind = keyof typeof TABLE;

const KINDS = Object.keys(TABLE);

/** A kind as a small integer, its place in the table. */
export function toCode(kind: Kind): number {
  return KINDS.indexOf(kind);
}

const YEAR = toCode('year');
const NUMBER = toCode('number');
const VERSION = toCode('version');
const WHOLE = toCode('whole');
const IDENTIFIER = toCode('identifier');
const FOREIGN = toCode('foreign');
const ADDRESS = toCode('address');
const HANDLE = toCode('handle');

/** Whether a kind code is of a token that carries a number: these tell two titles of one template apart. */
export function isNumbered(kind: number): boolean {
  return kind === YEAR || kind === NUMBER || kind === VERSION || kind === WHOLE;
}

/** Whether a kind code is of a number that tells one thing from its predecessor whatever stands before it: 3.0, gpt-5. */
export function isEdition(kind: number): boolean {
  return kind === VERSION || kind === WHOLE;
}

/** Whether a kind code is of a token that names its subject by itself. */
export function isIdentifying(kind: number): boolean {
  return kind === IDENTIFIER || kind === HANDLE;
}

/** Whether a kind code is of a token that stands in the URL, not in the title. */
export function isOfAddress(kind: number): boolean {
  return kind === ADDRESS || kind === HANDLE;
}

const ROWS = Object.values(TABLE);

/** Weight by kind code. */
export const WEIGHTS = Float64Array.from(ROWS, (row) => row.weight);

/** Proof at which a pair counts in full: two rare words, or one identifier. */
export const FULL_PROOF = 2;

// A foreign word met again in plain text bridges two languages; a word met in a title and an address is half way between the two.
const BRIDGE_PROOF = 1.45;
const ADDRESS_PROOF = 0.6;

const PROOFS = Float64Array.from(ROWS.flatMap((_, left) => ROWS.map((__, right) => toPairProof(left, right))));

/** Proof of a token that has these kind codes in two texts. */
export function toProof(left: number, right: number): number {
  return doubleAt(PROOFS, left * ROWS.length + right);
}

function toPairProof(left: number, right: number): number {
  const proofs = ROWS.filter((_, kind) => kind === left || kind === right).map((row) => row.proof);
  if (isOfAddress(left) !== isOfAddress(right)) return Math.min(ADDRESS_PROOF, Math.max(...proofs));
  return left !== right && (left === FOREIGN || right === FOREIGN) ? BRIDGE_PROOF : Math.min(...proofs);
}
