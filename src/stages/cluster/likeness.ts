import { at } from './arrays.ts';
import { isConflict } from './conflict.ts';
import { PRIORS, type Corpus } from './corpus.ts';
import { KINDS, type Kind } from './tokens.ts';

/** Similarity of two texts that contradict one another; below any average a merge would need. */
export const VETO = -1;

// The second and third word of a shared phrase keep this part of their weight: "Apple Vision Pro" is one name, not three agreements.
export const P={rest: 0.25, len:3, need:2, word:1, more:.25, rarity:1, ...JSON.parse((globalThis as any).process.env['P']??'{}')};
const PHRASE_LENGTH = 3;

/** How far one shared token goes as proof of one story; full proof is 2. */
export const PROOF: Record<Kind, number> = {
  word: 1, common: 0.4, topic: 0.7, number: 0.5, version: 0.5, identifier: 2, foreign: 1.2, whole: 0, bigram: 0.5, faint: 0.2, address: 0.5 };

function overlap(corpus: Corpus, left: number, right: number, each: (leftEntry: number, rightEntry: number) => void): void {
  const { tokens, starts } = corpus;
  const leftEnd = at(starts, left + 1);
  const rightEnd = at(starts, right + 1);
  let a = at(starts, left);
  let b = at(starts, right);
  while (a < leftEnd && b < rightEnd) {
    const difference = at(tokens, a) - at(tokens, b);
    if (difference === 0) each(a, b);
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
}
/** Plain cosine of two texts. */
export function toCosine(corpus: Corpus, left: number, right: number): number {
  let dot = 0;
  overlap(corpus, left, right, (a, b) => { dot += at(corpus.weights, a) * at(corpus.weights, b); });
  return dot / Math.sqrt(at(corpus.energies, left) * at(corpus.energies, right));
}

/** Shared tokens of two texts, rarest first, as entry pairs. */
export function toShared(corpus: Corpus, left: number, right: number): [number, number][] {
  const shared: [number, number][] = [];
  overlap(corpus, left, right, (a, b) => { shared.push([a, b]); });
  return shared;
}
export function toSimilarity(corpus: Corpus, left: number, right: number): number {
  if (isConflict(corpus, left, right)) return VETO;
  const shared = toShared(corpus, left, right);
  let dot = 0;
  let discount = 0;
  let proof = 0;
  for (const [a, b] of shared) {
    const product = at(corpus.weights, a) * at(corpus.weights, b);
    dot += product;
    const ka = KINDS[at(corpus.kinds, a)]!, kb = KINDS[at(corpus.kinds, b)]!;
    let p = Math.min(PROOF[ka], PROOF[kb]);
    if ((ka==='foreign')!==(kb==='foreign') && ka!=='address' && kb!=='address') p = Math.max(PROOF[ka], PROOF[kb])*1.2; else if(ka==='foreign'&&ka===kb)p=1;
    const isAddr = ka==='address'||kb==='address';
    if (isAddr) p= ka===kb? PROOF.address/2 : Math.min(PROOF.address*1.2, Math.max(PROOF[ka],PROOF[kb]));
    const depth = isAddr || ka==='number'||ka==='version' ? 0: toDepth(corpus, shared, [a, b]);
    if (depth > 0 && depth < P.len) discount += product * (1 - P.rest);
    const r = (at(corpus.weights, a)/PRIORS[ka])/corpus.top; p*=r**P.rarity;
    proof += depth>0 ? depth<P.len? p*P.more:p/2 : p;
  }
  const rest = (at(corpus.energies, left) - discount) * (at(corpus.energies, right) - discount);
  return (dot - discount) / Math.sqrt(rest) * Math.min(1, proof / P.need);
}

/** How many shared tokens stand directly before this one in both texts. */
function toDepth(corpus: Corpus, shared: readonly (readonly [number, number])[], pair: readonly [number, number]): number {
  const left = at(corpus.positions, pair[0]);
  const right = at(corpus.positions, pair[1]);
  let depth = 0;
  while (shared.some(([a, b]) => at(corpus.positions, a) === left - depth - 1 && at(corpus.positions, b) === right - depth - 1 && KINDS[at(corpus.kinds,a)]!=='address' && KINDS[at(corpus.kinds,b)]!=='address')) depth += 1;
  return depth;
}
Object.assign(PROOF, JSON.parse((globalThis as any).process.env["PROOF"]??"{}"));