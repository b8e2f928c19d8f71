import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyValues, parseBoundedJson } from '../../src/platform/json.ts';

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

describe('parseBoundedJson', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,"b",null]}', { a: [1, 'b', null] }],
    ['null', null],
    [' 1 ', 1],
    ['"[[[{{{"', '[[[{{{'],
    [`"${'['.repeat(500)}\\"${'{'.repeat(500)}"`, `${'['.repeat(500)}"${'{'.repeat(500)}`],
    ['{"protos":1,"constructor_":2}', { protos: 1, constructor_: 2 }],
    ['["__proto__","constructor"]', ['__proto__', 'constructor']],
    ['1e308', 1e308],
  ])('reads %s', (text, value) => {
    expect(parseBoundedJson(text)).toEqual({ ok: true, value });
  });

  it.each([
    '',
    '{',
    '{"a":1',
    'undefined',
    "{'a':1}",
    '<html>',
    '\ufeff{}',
    '[1,]',
    '"\n"',
    '"open',
    '"\\',
    'NaN',
    '1e999',
    '{"a":[-1e999]}',
    '][',
  ])('refuses %j as no JSON', (text) => {
    expect(parseBoundedJson(text)).toEqual({ ok: false, problem: 'not-json' });
  });

  it('allows 64 levels and refuses 65, whatever they are made of', () => {
    expect(parseBoundedJson(nested(64)).ok).toBe(true);
    expect(parseBoundedJson(nested(65))).toEqual({ ok: false, problem: 'too-deep' });
    expect(parseBoundedJson(nested(65, '{"a":', '}'))).toEqual({ ok: false, problem: 'too-deep' });
    expect(parseBoundedJson(nested(1_000_000))).toEqual({ ok: false, problem: 'too-deep' });
    expect(parseBoundedJson('['.repeat(1_000_000))).toEqual({ ok: false, problem: 'too-deep' });
    expect(parseBoundedJson(`[${Array(1000).fill('[]').join(',')}]`).ok).toBe(true);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses the key %s at any place and in any spelling', (key) => {
    const escaped = [...key].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
    for (const text of [`{"${key}":1}`, `{"a":[{"b":{"${key}":{}}}]}`, `{"${escaped}":1}`, `[1,{"${key}":null}]`]) {
      expect(parseBoundedJson(text)).toEqual({ ok: false, problem: 'forbidden-key' });
    }
  });

  it('agrees with JSON.parse on every document that is shallow and harmless', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (document) => {
        const text = JSON.stringify(document);
        if (/__proto__|constructor|prototype/.test(text)) return;
        expect(parseBoundedJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ':', ',', '1', 'e', ' ') }),
        (text) => void parseBoundedJson(text),
      ),
    );
  });
});

describe('hasTooManyValues', () => {
  it('allows 100,000 and refuses more, whatever they are', () => {
    expect(hasTooManyValues(`[${'1,'.repeat(99_998)}1]`)).toBe(false);
    expect(hasTooManyValues(`[${'1,'.repeat(100_000)}1]`)).toBe(true);
    expect(hasTooManyValues(`[${'{},'.repeat(50_001)}1]`)).toBe(true);
    expect(hasTooManyValues(`{${Array.from({ length: 100_001 }, (_, index) => `"${index}":1`).join(',')}}`)).toBe(true);
  });

  it('counts nothing inside a string', () => {
    expect(hasTooManyValues(JSON.stringify([',[{\\"'.repeat(100_000)]))).toBe(false);
  });

  it('comes to an end on text that is no JSON', () => {
    for (const part of ['"', '\\', '[', '"\\', 'x']) expect(typeof hasTooManyValues(part.repeat(300_001))).toBe('boolean');
  });
});
