import { describe, expect, it } from 'vitest';
import { toBodyText } from '../../../src/platform/http/charset.ts';

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))));

describe('toBodyText', () => {
  it.each<[string, Buffer, string, string]>([
    ['UTF-8 by default', bytes('{"a":"é"}'), 'application/json', '{"a":"é"}'],
    ['one byte order mark removed', bytes([0xef, 0xbb, 0xbf], 'x'), 'text/plain', 'x'],
    ['only one', bytes([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], 'x'), 'text/plain', '\ufeffx'],
    ['a mark before the header', bytes([0xef, 0xbb, 0xbf], 'é'), 'text/xml; charset=iso-8859-1', 'é'],
    ['latin-1', bytes([0xe9]), 'text/html; charset=ISO-8859-1', 'é'],
    ['latin-1 as browsers mean it', bytes([0x80, 0x93, 0x94]), 'text/html;charset="windows-1252"', '€“”'],
    ['Japanese', bytes([0x82, 0xa0]), 'text/html; charset=Shift_JIS', 'あ'],
    ['Chinese', bytes([0xc4, 0xe3]), 'text/html; charset=gb2312', '你'],
    ['UTF-16 by mark', bytes([0xff, 0xfe, 0x41, 0x00]), 'text/xml', 'A'],
    ['UTF-16 by mark, big end first', bytes([0xfe, 0xff, 0x00, 0x41]), 'text/xml', 'A'],
    ['JSON as UTF-8, whatever its header claims', bytes('{"a":"é"}'), 'application/json; charset=iso-8859-1', '{"a":"é"}'],
    [
      'the XML declaration',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?>', [0xe9]),
      'application/rss+xml',
      '<?xml version="1.0" encoding="ISO-8859-1"?>é',
    ],
    [
      'the header before the declaration',
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?>é'),
      'text/xml; charset=utf-8',
      '<?xml version="1.0" encoding="ISO-8859-1"?>é',
    ],
    ['a false claim of UTF-16', bytes("<?xml version='1.0' encoding='UTF-16'?>é"), 'text/xml', "<?xml version='1.0' encoding='UTF-16'?>é"],
    ['nothing', bytes(''), '', ''],
  ])('reads %s', (_, body, contentType, text) => {
    expect(toBodyText(body, contentType, true)).toBe(text);
  });

  it.each<[string, Buffer, string]>([
    ['a lone continuation byte', bytes('a', [0x80]), 'application/json'],
    ['an overlong form', bytes([0xc0, 0xaf]), 'application/json'],
    ['a surrogate', bytes([0xed, 0xa0, 0x80]), 'application/json'],
    ['a cut character', bytes([0xe2, 0x82]), 'application/json; charset=utf-8'],
    ['UTF-16 as JSON', bytes([0xff, 0xfe, 0x41, 0x00]), 'application/json'],
    ['latin-1 as JSON', bytes([0x22, 0xe9, 0x22]), 'application/vnd.github+json; charset=iso-8859-1'],
    ['half a UTF-16 unit', bytes([0xff, 0xfe, 0x41]), 'text/plain'],
    ['an unknown charset', bytes('a'), 'text/plain; charset=x-nonsense'],
    ['a charset no one should read', bytes('+ADw-script+AD4-'), 'text/html; charset=utf-7'],
  ])('refuses %s, and shows it leniently on an error page', (_, body, contentType) => {
    expect(() => toBodyText(body, contentType, true)).toThrow(expect.objectContaining({ failure: 'encoding' }));
    expect(typeof toBodyText(body, contentType, false)).toBe('string');
  });
});
