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

  it.each(['<', '<a ', '<a "', '<!--', '<![CDATA[', '<?', '<a>', '"<', '<a b="\'', '-->'])(
    'comes to an end on 200,000 times %j',
    (opener) => {
      expect(['doctype', 'too-deep', 'too-many-nodes', null]).toContain(xmlProblem(opener.repeat(200_000)));
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
