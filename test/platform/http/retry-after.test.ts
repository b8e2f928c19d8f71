import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHttpDate, parseRetryAfter } from '../../../src/platform/http/retry-after.ts';

const NOW = Date.UTC(2021, 11, 10, 12, 0, 0);
const MONTH_SECONDS = 30 * 86_400;

describe('parseRetryAfter', () => {
  it.each<[unknown, number | null]>([
    ['0', 0],
    ['31', 31],
    [' 31 ', 31],
    ['0.2', 1],
    ['86400', 86_400],
    ['99999999999999999999', MONTH_SECONDS],
    ['Fri, 10 Dec 2021 12:00:31 GMT', 31],
    ['Friday, 10-Dec-21 12:01:00 GMT', 60],
    ['Fri Dec 10 12:00:05 2021', 5],
    ['Fri Dec  3 12:00:05 2021', 0],
    ['Sat, 11 Dec 2021 12:00:00 GMT', 86_400],
    ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
    ['Fri, 10 Dec 9999 12:00:00 GMT', MONTH_SECONDS],
    ['-1', null],
    ['+5', null],
    ['1e3', null],
    ['NaN', null],
    ['Infinity', null],
    ['0x10', null],
    ['5s', null],
    ['5, 6', null],
    ['', null],
    ['soon', null],
    ['2021', 2021],
    ['2021-12-10T12:00:31Z', null],
    ['Fri, 10 Dec 2021 12:00:31', null],
    ['Fri, 10 Dec 2021 12:00:31 +0100', null],
    ['Fri, 10 Foo 2021 12:00:31 GMT', null],
    ['Fri, 00 Dec 2021 12:00:31 GMT', null],
    ['Fri, 10 Dec 2021 24:00:00 GMT', null],
    ['9'.repeat(400), null],
    [undefined, null],
    [31, null],
    [['31'], null],
    [null, null],
  ])('%j is %j', (value, seconds) => {
    expect(parseRetryAfter(value, NOW)).toBe(seconds);
  });

  it('answers null or a whole number of seconds between 0 and 30 days, for any text and any clock', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    );
    fc.assert(
      fc.property(texts, fc.oneof(fc.double(), fc.integer({ min: 0, max: 4e12 })), (text, nowAt) => {
        const seconds = parseRetryAfter(text, nowAt);
        if (seconds !== null) expect(Number.isInteger(seconds) && seconds >= 0 && seconds <= MONTH_SECONDS).toBe(true);
      }),
    );
  });

  it('reads back any wait up to 30 days in every form', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MONTH_SECONDS }), (seconds) => {
        const date = new Date(NOW + seconds * 1000).toUTCString();
        const [day = '', dayOfMonth = '', month = '', year = '', time = ''] = date.replace(',', '').split(' ');
        const asctime = `${day} ${month} ${dayOfMonth.replace(/^0/, ' ')} ${time} ${year}`;
        const rfc850 = `${day}day, ${dayOfMonth}-${month}-${year.slice(2)} ${time} GMT`;
        expect([String(seconds), date, asctime, rfc850].map((form) => parseRetryAfter(form, NOW))).toEqual([
          seconds,
          seconds,
          seconds,
          seconds,
        ]);
      }),
    );
  });
});

describe('parseHttpDate', () => {
  it('agrees with toUTCString for every date with a four-digit year', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
        (date) => {
          const whole = Math.floor(date.getTime() / 1000) * 1000;
          expect(parseHttpDate(date.toUTCString(), NOW)).toBe(whole);
        },
      ),
    );
  });

  it('places a two-digit year within 50 years of now', () => {
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', NOW)).toBe(Date.UTC(1994, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Sunday, 06-Nov-71 08:49:37 GMT', NOW)).toBe(Date.UTC(2071, 10, 6, 8, 49, 37));
    expect(parseHttpDate('Sunday, 06-Nov-72 08:49:37 GMT', NOW)).toBe(Date.UTC(1972, 10, 6, 8, 49, 37));
  });
});
