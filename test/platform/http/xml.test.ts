import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { xmlProblem } from '../../../src/platform/http/xml.ts';

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);

describe('xmlProblem', () => {
  it.each([
    '',
    'no markup at all',
    '<?xml version="1.0" encoding="UTF-8"?><rss><channel><item/></channel></rss>',
    '<a><!-- <!DOCTYPE x [<!ENTITY y "z">]> --></a>',
    '<a><![CDATA[<!DOCTYPE html><html>]]></a>',
    '<?php <!DOCTYPE ?><a/>',
    '<a title="<!DOCTYPE x>"/>',
    '<a b="/>" c=\'>\'>text</a>',
    '&lt;!DOCTYPE x&gt;',
    '<a><!-- never closed',
    '<a><![CDATA[ never closed',
    '<a b="never closed',
  ])('lets %s through to the parser', (text) => {
    expect(xmlProblem(text)).toBeNull();
  });

  it.each([
    '<!DOCTYPE html><html/>',
    '<?xml version="1.0"?>\n<!doctype rss [<!ENTITY lol "lol">]><rss/>',
    '<!ENTITY a "b">',
    '<!ELEMENT a ANY>',
    '<! DOCTYPE a>',
    '<a><!-- x --><!DOCTYPE b></a>',
    '<a><![CDATA[x]]><!DOCTYPE b></a>',
    '<a><![cdata[<!DOCTYPE b>]]></a>',
    '<a b="1"><!DOCTYPE c></a>',
    '<?xml?><!DOCTYPE a>?>',
    '<!-><!DOCTYPE a>',
    '<a></a "><!DOCTYPE b>',
    '<a></a x=\'><!ENTITY b "c">',
  ])('refuses the declaration in %s', (text) => {
    expect(xmlProblem(text)).toBe('doctype');
  });

  it('allows 64 levels and refuses 65', () => {
    expect(xmlProblem(nested(64))).toBeNull();
    expect(xmlProblem(nested(65))).toBe('too-deep');
    expect(xmlProblem('<a>'.repeat(1_000_000))).toBe('too-deep');
    expect(xmlProblem(`<r>${'<a/>'.repeat(1000)}${'<b c="/"></b>'.repeat(1000)}</r>`)).toBeNull();
    expect(xmlProblem('</a>'.repeat(100) + nested(65))).toBe('too-deep');
  });

  it('allows 200,000 nodes and refuses one more', () => {
    expect(xmlProblem('<a/>'.repeat(200_000))).toBeNull();
    expect(xmlProblem('<a/>'.repeat(200_001))).toBe('too-many-nodes');
    expect(xmlProblem('<!---->'.repeat(200_001))).toBe('too-many-nodes');
  });

  it('counts the parts of attributes, with blanks between them or not', () => {
    expect(xmlProblem(`<a ${'b="" '.repeat(66_000)}/>`)).toBeNull();
    expect(xmlProblem(`<a ${'b="" '.repeat(70_000)}/>`)).toBe('too-many-nodes');
    expect(xmlProblem(`<a ${'b=""'.repeat(110_000)}/>`)).toBe('too-many-nodes');
    expect(xmlProblem(`<a ${'b='.repeat(210_000)}/>`)).toBe('too-many-nodes');
    expect(xmlProblem(`<a ${'b\n'.repeat(210_000)}/>`)).toBe('too-many-nodes');
    expect(xmlProblem(`<a b="${' ='.repeat(210_000)}"/>`)).toBeNull();
  });

  it('counts entities', () => {
    expect(xmlProblem(`<a>${'&amp;'.repeat(50_000)}</a>`)).toBeNull();
    expect(xmlProblem(`<r>${`<a>${'&lt;'.repeat(40_000)}</a>`.repeat(6)}</r>`)).toBe('too-many-nodes');
  });

  it('allows 262,144 characters of text between two tags and refuses one more, wherever they are', () => {
    const text = 'x'.repeat(262_144);
    for (const around of [(inner: string) => `<a>${inner}</a>`.replace('>', ''), (inner: string) => `<a/${inner}`]) {
      expect(xmlProblem(around(`>${text.slice(1)}`))).toBeNull();
      expect(xmlProblem(around(`>${text}x`))).toBe('text-too-long');
    }
    expect(xmlProblem(`${text}x<a/>`)).toBe('text-too-long');
    expect(xmlProblem(`<a><![CDATA[${text}x]]></a>`)).toBeNull();
  });

  it.each(['<', '<a ', '<a "', '<!--', '<![CDATA[', '<?', '<a>', '"<', '<a b="\'', '-->'])(
    'comes to an end on 200,000 times %j',
    (opener) => {
      expect(['doctype', 'too-deep', 'too-many-nodes', 'text-too-long', null]).toContain(xmlProblem(opener.repeat(200_000)));
    },
  );

  it('finds a declaration between any harmless pieces', () => {
    const piece = fc.constantFrom(
      '<a>',
      '</a>',
      '<b/>',
      '<!-- > -->',
      '<![CDATA[ ]] > ]]>',
      '<?x ?>',
      'text',
      '<c d=">">',
      "<e f='\"'/>",
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.array(piece, { maxLength: 30 }), (before, after) => {
        expect(xmlProblem([...before, '<!DOCTYPE x>', ...after].join(''))).toBe('doctype');
        expect(xmlProblem([...before, ...after].join(''))).toBeNull();
      }),
    );
  });
});
