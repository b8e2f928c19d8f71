import { at, GrowingNumbers } from './arrays.ts';
import type { Corpus } from './corpus.ts';
import { toCosine } from './likeness.ts';
import { PairTable } from './pair-table.ts';

// A key shared by more texts than this is no evidence and would make the join quadratic.
const MAX_FREQUENCY = 50;

/**
 * Blocked cosine join: calls `found` once for each pair of texts (left < right) whose cosine reaches `threshold`. A text is filed under
 * its prefix: its tokens, rarest first, until the rest could no longer reach the threshold alone, so two texts at or above it share a
 * prefix token (Chaudhuri et al. 2006, prefix filter). A frequent prefix token is filed together with each later token instead.
 */
export function join(corpus: Corpus, threshold: number, found: (left: number, right: number, cosine: number) => void): void {
  const blocks = toBlocks(corpus, threshold);
  const stamps = new Int32Array(corpus.textCount).fill(-1);
  for (let right = 0; right < corpus.textCount; right += 1) {
    for (let k = at(blocks.keyStarts, right); k < at(blocks.keyStarts, right + 1); k += 1) {
      const block = blocks.keys.get(k);
      for (let m = at(blocks.memberStarts, block); m < at(blocks.memberStarts, block + 1); m += 1) {
        const left = at(blocks.members, m);
        if (left >= right) break;
        if (at(stamps, left) === right) continue;
        stamps[left] = right;
        const cosine = toCosine(corpus, left, right);
        if (cosine >= threshold) found(left, right, cosine);
      }
    }
  }
}

/** The texts under each key. Keys of text t are keys[keyStarts[t]..]; a block above the cap has no members. */
interface Blocks {
  readonly keys: GrowingNumbers;
  readonly keyStarts: Uint32Array;
  readonly members: Uint32Array;
  readonly memberStarts: Uint32Array;
}

function toBlocks(corpus: Corpus, threshold: number): Blocks {
  const keys = new GrowingNumbers();
  const keyStarts = new Uint32Array(corpus.textCount + 1);
  const table = new PairTable();
  const sizes = new GrowingNumbers();
  const file = (first: number, second: number) => {
    const key = table.add(first, second);
    if (key === sizes.length) sizes.push(0);
    sizes.set(key, sizes.get(key) + 1);
    keys.push(key);
  };
  for (let text = 0; text < corpus.textCount; text += 1) {
    addKeys(corpus, text, threshold, file);
    keyStarts[text + 1] = keys.length;
  }
  return { keys, keyStarts, ...toMembers(keys, keyStarts, sizes) };
}

function addKeys(corpus: Corpus, text: number, threshold: number, file: (first: number, second: number) => void): void {
  const end = at(corpus.starts, text + 1);
  const floor = threshold * threshold * at(corpus.energies, text);
  let rest = at(corpus.energies, text);
  for (let entry = at(corpus.starts, text); entry < end && rest >= floor; entry += 1) {
    const token = at(corpus.tokens, entry);
    rest -= at(corpus.weights, entry) ** 2;
    // A rare token pairs with itself: one table then holds both sorts of key.
    if (at(corpus.frequencies, token) <= MAX_FREQUENCY) file(token, token);
    else for (let later = entry + 1; later < end; later += 1) file(token, at(corpus.tokens, later));
  }
}

function toMembers(keys: GrowingNumbers, keyStarts: Uint32Array, sizes: GrowingNumbers) {
  const memberStarts = new Uint32Array(sizes.length + 1);
  for (let key = 0; key < sizes.length; key += 1) {
    const size = sizes.get(key);
    memberStarts[key + 1] = at(memberStarts, key) + (size > MAX_FREQUENCY || size < 2 ? 0 : size);
  }
  const members = new Uint32Array(at(memberStarts, sizes.length));
  const filled = memberStarts.slice();
  for (let text = 0; text + 1 < keyStarts.length; text += 1) {
    for (let k = at(keyStarts, text); k < at(keyStarts, text + 1); k += 1) {
      const key = keys.get(k);
      if (at(memberStarts, key) === at(memberStarts, key + 1)) continue;
      members[at(filled, key)] = text;
      filled[key] = at(filled, key) + 1;
    }
  }
  return { members, memberStarts };
}
