import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HashSet, readJsonItems, toHashList } from '../../src/journal/hash-set.ts';

/** Few low bits, so that hashes meet in their slots. */
const hashes = fc.tuple(fc.nat(3), fc.nat(40)).map(([high, low]) => `${high}000000f${(low * 2048).toString(16).padStart(8, '0')}`);
function itemsOf(set: HashSet): Buffer {
  const bytes = Buffer.alloc(set.jsonItemsLength + 2);
  set.writeJsonItems(bytes, 1);
  expect([bytes.at(0), bytes.at(-1)]).toEqual([0, 0]);
  return bytes.subarray(1, -1);
}

const textOf = (set: HashSet) => itemsOf(set).toString('latin1');

describe('HashSet', () => {
  it('holds what a Set of the same strings holds, in its order', () => {
    const property = fc.property(fc.array(hashes, { maxLength: 200 }), hashes, (list, other) => {
      const set = new HashSet();
      for (const hash of list) set.add(hash);
      const model = new Set(list);
      expect([set.size, set.has(other), list.every((hash) => set.has(hash))]).toEqual([model.size, model.has(other), true]);
      expect(JSON.parse(`[${textOf(set)}]`)).toEqual([...model]);
    });
    fc.assert(property);
  });

  it('grows past its first thousands', () => {
    const set = new HashSet();
    const list = Array.from({ length: 20_000 }, (_, index) => (index * 0x9e3779b1).toString(16).padStart(16, '0').slice(-16));
    for (const hash of [...list, ...list]) set.add(hash);
    expect([set.size, list.every((hash) => set.has(hash)), set.has('ffffffffffffffff')]).toEqual([20_000, true, false]);
    set.reserve(100);
    set.reserve(100_000);
    expect([set.size, list.every((hash) => set.has(hash)), set.has('ffffffffffffffff')]).toEqual([20_000, true, false]);
  });

  it('adds lists, tells what it lacks, and reads its own text', () => {
    const property = fc.property(fc.array(hashes), fc.array(hashes), (mine, others) => {
      const set = new HashSet();
      set.addAll(toHashList(mine));
      expect(set.missingOf(toHashList(others))).toEqual(new Set(others.filter((hash) => !mine.includes(hash))));
      expect(readJsonItems(itemsOf(set))).toEqual(toHashList([...new Set(mine)]));
      set.addAll(toHashList(others), (hash) => hash.startsWith('1'));
      expect(JSON.parse(`[${textOf(set)}]`)).toEqual([...new Set([...mine, ...others.filter((hash) => hash.startsWith('1'))])]);
    });
    fc.assert(property);
  });

  it.each([
    '"0123456789abcdeF"',
    '"0123456789abcde"',
    '"0123456789abcdef",',
    '"0123456789abcdef" "0123456789abcdef"',
    '0123456789abcdef0"',
  ])('reads nothing from %s', (text) => expect(readJsonItems(Buffer.from(text))).toBeNull());
});
