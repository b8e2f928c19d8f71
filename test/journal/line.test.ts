import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLine, toLineBytes, toValueExcerpt } from '../../src/journal/line.ts';
import { toJsonText } from '../../src/journal/value.ts';
import { hashOf } from './open-fixture.ts';

it('ends with the CRC-32 that other languages find', () => {
  // The second as Python's zlib.crc32 finds it, and with a sum that begins with a nought.
  expect(toLineBytes(hashOf('k'), 'k', '1').toString()).toBe(`{"_hash":"${hashOf('k')}","key":"k","value":1,"_crc":"f542896d"}\n`);
  expect(toLineBytes(hashOf('k'), 'k', '22').toString()).toContain('"_crc":"020eb2a2"');
});

describe('a line', () => {
  const keys = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });

  it('is read back as it was written, and is one line', () => {
    const property = fc.property(keys, fc.jsonValue(), (key, value) => {
      const bytes = Buffer.from(toLineBytes(hashOf(key), key, toJsonText(value)));
      expect(bytes.indexOf(0x0a)).toBe(bytes.length - 1);
      const line = parseLine(bytes.subarray(0, -1));
      expect(line).toMatchObject({ kind: 'finding', key, hash: hashOf(key), hasCrc: true });
      expect(line.kind === 'finding' && JSON.parse(line.text).value).toEqual(JSON.parse(JSON.stringify(value)));
      expect(line.kind === 'finding' && toValueExcerpt(line.text, 1e6)).toBe(toJsonText(value));
    });
    fc.assert(property);
  });

  it('is no finding with any one bit turned, unless the checksum itself is gone', () => {
    const bytes = Buffer.from(toLineBytes(hashOf('k'), 'k', '{"a":1}')).subarray(0, -1);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const turned = Buffer.from(bytes);
      turned[bit >> 3] = (turned[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const line = parseLine(turned);
      // What is left then is a line of another writer with the same hash, key and value.
      if (line.kind === 'finding') expect({ ...line, text: JSON.parse(line.text).value }).toMatchObject({ hasCrc: false, text: { a: 1 } });
      else expect(line.kind).toBe('bad');
    }
  });

  it('shows the value of another writer too', () => {
    expect(toValueExcerpt('{"_hash": "x", "key": "a\\"value\\":1", "value": [1, 2]}', 100)).toBe(' [1, 2]');
  });
});
