import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAddress, toQuery } from '../../src/sources/address.ts';

describe('toQuery', () => {
  it.each([
    [['Log4j', 'RCE'], 'log4j rce'],
    [['"exact phrase"', '-not', 'stars:>5'], 'exact phrase not stars 5'],
    [['C++', 'C#', '.NET', 'node.js', 'gpt-4', "it's"], "c++ c# .net node.js gpt-4 it's"],
    [['a OR b', 'NOT c'], 'a or b not c'],
    [['后门', 'ü'], '后门 ü'],
    [['—', '&', '(', ')', '.'], ''],
    [[], ''],
  ])('makes %j a query without operators', (words, query) => {
    expect(toQuery(words, 100)).toBe(query);
  });

  it('keeps whole words up to its cap', () => {
    expect(toQuery(['alpha', 'beta', 'gamma'], 12)).toBe('alpha beta');
  });

  it('never holds what a site would read as an operator', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (words) => {
        const query = toQuery(words, 80);
        expect(query.length).toBeLessThanOrEqual(80);
        expect(query).not.toMatch(/[":()<>=*\\]|(?:^|\s)[-+]|[A-Z]/);
      }),
    );
  });
});

describe('toAddress', () => {
  it('encodes what a parameter may not hold', () => {
    expect(toAddress('https://a.example/x', { q: 'a b&c=>d', n: 5 })).toBe('https://a.example/x?q=a%20b%26c%3D%3Ed&n=5');
  });
});
