import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_END } from '../../src/journal/json-extent.ts';
import { parseLine, toLineBytes } from '../../src/journal/line.ts';
import { ownFindingEnd } from '../../src/journal/own-line.ts';
import { toJsonText } from '../../src/journal/value.ts';
import { hashOf } from './open-fixture.ts';

const isOwn = (bytes: Buffer) => ownFindingEnd(bytes, 0) === bytes.length - 1;
const sealed = (head: string) => Buffer.from(`${head},"_crc":"${crc32(head).toString(16).padStart(8, '0')}"}\n`);

describe('ownFindingEnd', () => {
  it('knows every line we write whose key needs no escape', () => {
    const property = fc.property(fc.string({ minLength: 1, unit: 'grapheme' }), fc.jsonValue(), (key, value) => {
      const bytes = Buffer.from(toLineBytes(hashOf(key), key, toJsonText(value)));
      expect(isOwn(bytes)).toBe(JSON.stringify(key) === `"${key}"` && !/[\u007f-\u009f\u2028\u2029\ufeff]/.test(key));
    });
    fc.assert(property);
  });

  it.each([
    ['broken JSON', `{"_hash":"${hashOf('k')}","key":"k","value":{"a":1`],
    ['a property more', `{"_hash":"${hashOf('k')}","key":"k","value":1,"key":"l"`],
    ["another item's hash", `{"_hash":"${hashOf('l')}","key":"k","value":1`],
    ['an empty key', `{"_hash":"${hashOf('k')}","key":"","value":1`],
    ['a hash in capitals', `{"_hash":"${hashOf('k').toUpperCase()}","key":"k","value":1`],
    ['blanks', `{"_hash": "${hashOf('k')}","key":"k","value":1`],
    ['no value', `{"_hash":"${hashOf('k')}","key":"k","value":`],
  ])('leaves a line with %s to parseLine, be its checksum ever so good', (_, head) => expect(isOwn(sealed(head))).toBe(false));

  it('never takes what parseLine would refuse', () => {
    const line = Buffer.from(toLineBytes(hashOf('k'), 'k', '{"a":[1,"Käse",null]}'));
    for (let bit = 0; bit < (line.length - 1) * 8; bit += 1) {
      const turned = Buffer.from(line);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      if (!isUtf8(turned) || !isOwn(turned)) continue;
      expect(parseLine(turned.subarray(0, -1)).kind).toBe('finding');
    }
    expect(isOwn(line)).toBe(true);
    for (let size = 0; size < line.length; size += 1) expect(ownFindingEnd(line.subarray(0, size), 0)).toBe(NO_END);
  });

  it('ends where the line does, whatever stands around it', () => {
    const line = Buffer.from(toLineBytes(hashOf('k'), 'k', '[]'));
    const three = Buffer.concat([line, line, line]);
    expect(ownFindingEnd(three, line.length)).toBe(2 * line.length - 1);
    expect(ownFindingEnd(three, 1)).toBe(NO_END);
  });
});
