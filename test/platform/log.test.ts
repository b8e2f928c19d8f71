import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LogFields, silentLog, streamLog } from '../../src/platform/log.ts';

function logged(message: string, fields?: LogFields): string {
  const lines: string[] = [];
  streamLog((line) => lines.push(line)).debug(message, fields);
  return lines.join('');
}

describe('streamLog', () => {
  it('writes one line with the fields as JSON', () => {
    expect(logged('sweep began')).toBe('trivet: debug: sweep began\n');
    expect(logged('source done', { source: 'lobsters', count: 25, clean: true, note: null })).toBe(
      'trivet: debug: source done {"source":"lobsters","count":25,"clean":true,"note":null}\n',
    );
  });

  it('hides secrets by key, and user info, query and fragment of URLs', () => {
    const line = logged('request', {
      Authorization: 'Bearer canary',
      apiKey: 'canary',
      accessToken: 'canary',
      'set-cookie': 'canary',
      url: 'https://ada:canary@example.org/path?key=canary#canary',
      text: 'went to http://example.org/a?x=canary and https://example.org#canary then on',
    });
    expect(line).not.toContain('canary');
    expect(line).toContain('"url":"https://example.org/path"');
    expect(line).toContain('went to http://example.org/a and https://example.org then on');
  });

  it('never lets anything but printable ASCII through, and stays readable as JSON', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = logged('seen', { text });
        expect(line).toMatch(/^[\x20-\x7e]+\n$/);
        if (!/https?:\/\//i.test(text)) expect(JSON.parse(line.slice('trivet: debug: seen '.length))).toEqual({ text });
      }),
    );
  });
});

describe('silentLog', () => {
  it('takes messages and says nothing', () => {
    expect(silentLog.debug('sweep began', { count: 1 })).toBeUndefined();
  });
});
