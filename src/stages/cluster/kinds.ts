import { doubleAt } from './arrays.ts';

/**
 * What a token is. `topic` is an evergreen name (rust, css), `whole` the long form of a token that also counts by its stem (log4j2, whose
 * stem log4j is an `identifier`), `foreign` a Latin word in a title of another script, `faint` a pair of characters that says little,
 * `address` a word of the URL. `weight` scales rarity in the cosine; `proof` is how far sharing one goes towards one story.
 */
const TABLE = {
  word: { weight: 1, proof: 1 },
  topic: { weight: 0.8, proof: 0.7 },
  common: { weight: 0.5, proof: 0.4 },
  year: { weight: 0.5, proof: 0.2 },
  number: { weight: 0.4, proof: 0.5 },
  version: { weight: 0.5, proof: 0.5 },
  identifier: { weight: 1.8, proof: 2 },
  whole: { weight: 0.5, proof: 0 },
  foreign: { weight: 1.2, proof: 1 },
  // Half, because every character stands in two pairs.
  bigram: { weight: 0.5, proof: 0.5 },
  faint: { weight: 0.2, proof: 0.2 },
  address: { weight: 0.5, proof: 0.25 },
} as const;

export type Kind = keyof typeof TABLE;

const KINDS = [
  'word',
  'topic',
  'common',
  'year',
  'number',
  'version',
  'identifier',
  'whole',
  'foreign',
  'bigram',
  'faint',
  'address',
] as const;

// A foreign word met again in plain text bridges two languages; a word met in a title and an address is half way between the two.
const BRIDGE_PROOF = 1.45;
const ADDRESS_PROOF = 0.6;

/** Proof at which a pair counts in full: two rare words, or one identifier. */
export const FULL_PROOF = 2;

export function toCode(kind: Kind): number {
  return KINDS.indexOf(kind);
}

/** Weight by kind code. */
export const WEIGHTS = Float64Array.from(KINDS, (kind) => TABLE[kind].weight);

const PROOFS = Float64Array.from(KINDS.flatMap((left) => KINDS.map((right) => pairProof(left, right))));

/** Proof of a token that has these kind codes in two texts. */
export function toProof(left: number, right: number): number {
  return doubleAt(PROOFS, left * KINDS.length + right);
}

function pairProof(left: Kind, right: Kind): number {
  const lower = Math.min(TABLE[left].proof, TABLE[right].proof);
  if (left === right) return lower;
  if (left === 'address' || right === 'address') return Math.min(ADDRESS_PROOF, Math.max(TABLE[left].proof, TABLE[right].proof));
  return left === 'foreign' || right === 'foreign' ? BRIDGE_PROOF : lower;
}

const NUMBERED: ReadonlySet<number> = new Set([toCode('year'), toCode('number'), toCode('version'), toCode('whole')]);

/** Whether a kind code is of a token that carries a number: these tell two titles of one template apart. */
export function isNumbered(kind: number): boolean {
  return NUMBERED.has(kind);
}
