import { ExchangeError } from './exchange-error.ts';

// Code points of bytes 0x80 to 0x9f in windows-1252; Node 20 decodes them as ISO-8859-1 control characters.
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const HEADER_CHARSET = /;\s{0,9}charset\s{0,9}=\s{0,9}"?([\w.:+-]{1,40})/i;
const XML_CHARSET = /^<\?xml [^>]{0,99}encoding=["']([\w.:+-]{1,40})["']/;
const JSON_TYPE = /^\s{0,9}application\/(?:[\w.-]{1,40}\+)?json\b/i;
const PROLOG_BYTES = 160;

function readMark(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 'utf-8' : null;
}

function readDeclared(bytes: Buffer): string | null {
  const label = XML_CHARSET.exec(bytes.toString('latin1', 0, PROLOG_BYTES))?.[1] ?? null;
  // A declaration that could be read byte by byte is not in UTF-16, whatever it says.
  return label?.toLowerCase().startsWith('utf-16') ? null : label;
}

/** UTF-8 for JSON, which knows no other (RFC 8259 section 8.1). Else byte order mark, then the header, then the XML declaration (many feeds name their charset nowhere else), then UTF-8. */
function readLabel(bytes: Buffer, contentType: string): string {
  if (JSON_TYPE.test(contentType)) return 'utf-8';
  return readMark(bytes) ?? HEADER_CHARSET.exec(contentType)?.[1] ?? readDeclared(bytes) ?? 'utf-8';
}

function toText(bytes: Buffer, label: string, fatal: boolean): string {
  const decoder = new TextDecoder(label, { fatal });
  const text = decoder.decode(bytes);
  if (decoder.encoding !== 'windows-1252') return text;
  return text.replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

/**
 * A body as text, one byte order mark removed. `strict` throws ExchangeError `encoding` where the bytes are not what they claim
 * to be; otherwise bad bytes become U+FFFD, which is enough to recognise an error page by.
 */
export function toBodyText(bytes: Buffer, contentType: string, strict: boolean): string {
  const label = readLabel(bytes, contentType);
  try {
    return toText(bytes, label, strict);
  } catch (cause) {
    if (!strict) return toText(bytes, 'utf-8', false);
    throw toEncodingError(cause);
  }
}

function toEncodingError(cause: unknown): ExchangeError {
  return new ExchangeError('encoding', 'the body is not in the charset it claims', { cause });
}
