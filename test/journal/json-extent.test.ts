import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonEnd, NO_END } from '../../src/journal/json-extent.ts';

const endOf = (text: string) => jsonEnd(Buffer.from(text, 'utf8'), 0);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonEnd', () => {
  it('ends where JSON does, whatever follows', () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 8 }), fc.constantFrom('', ',"x":1', '}', ']'), (value, rest) => {
      const text = JSON.stringify(value);
      expect(endOf(text + rest)).toBe(Buffer.byteLength(text));
    });
    fc.assert(property);
  });

  it.each([
    ...['', '-', '+1', '1.', '.5', '1e', '1e+', 'nul', 'nulL', 'True', 'NaN', 'undefined', "'a'", '"', '"a', '"\\"', '"\\x"', '"\\u12g4"'],
    ...['"a\tb"', '"\u0000"', '[', '[1', '[1,', '[1,]', '[,1]', '[1 ,2]', '{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}'],
    ...['{"a" :1}', '{1:1}', '{"a":1]', '[1}', '[[[]', ' 1', '\n', '['.repeat(100) + ']'.repeat(100)],
  ])('leaves %j to JSON.parse', (text) => expect(endOf(text)).toBe(NO_END));

  it.each(['-0', '0.5', '10e-3', '1E5', 'true', 'false', 'null', '"\\u00e4\\n\\/\\""', '"Käse"', '[]', '{}', '[[],{"a":[{}]}]'])(
    'knows %s',
    (text) => expect(endOf(text)).toBe(Buffer.byteLength(text)),
  );

  it('takes nothing whole that JSON.parse would refuse', () => {
    const broken = fc.tuple(fc.jsonValue(), fc.nat(), fc.constantFrom(...'{}[]",:\\u0-e.tn\u0001 ')).map(([value, at, put]) => {
      const text = JSON.stringify(value);
      const place = at % (text.length + 1);
      return text.slice(0, place) + put + text.slice(place + (at % 2));
    });
    const property = fc.property(broken, (text) => {
      if (endOf(text) === Buffer.byteLength(text)) expect(isJson(text)).toBe(true);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
