const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const LONGEST_SECONDS = 30 * 86_400;

const SECONDS = /^\d{1,20}(?:\.\d{1,20})?$/;
// Source: RFC 9110 section 5.6.7. IMF-fixdate and RFC 850, then asctime; the name of the day is not checked.
const DATE = /^[a-z]{3,9}, (\d{2})[ -]([a-z]{3})[ -](\d{4}|\d{2}) (\d{2}):(\d{2}):(\d{2}) GMT$/i;
const ASCTIME = /^[a-z]{3} ([a-z]{3}) ([ \d]\d) (\d{2}):(\d{2}):(\d{2}) (\d{4})$/i;

/** A two-digit year more than 50 years ahead means the past century (RFC 9110). */
function toYear(text: string, nowAt: number): number {
  const year = Number(text);
  if (text.length === 4) return year;
  const thisYear = new Date(nowAt).getUTCFullYear();
  const near = thisYear - (thisYear % 100) + year;
  return near > thisYear + 50 ? near - 100 : near;
}

/** An HTTP-date as epoch milliseconds, or null for anything else (Date.parse would accept far more, some of it as local time). */
export function parseHttpDate(value: unknown, nowAt: number): number | null {
  if (typeof value !== 'string' || value.length > 40) return null;
  const common = DATE.exec(value);
  const asctime = common ? null : ASCTIME.exec(value);
  const [day, month, year, ...time] = common
    ? common.slice(1)
    : asctime
      ? [asctime[2], asctime[1], asctime[6], ...asctime.slice(3, 6)]
      : [];
  if (day === undefined || month === undefined || year === undefined) return null;
  const [hour = 0, minute = 0, second = 0] = time.map(Number);
  const monthIndex = MONTHS.indexOf(month.toLowerCase());
  if (monthIndex < 0 || Number(day) < 1 || Number(day) > 31 || hour > 23 || minute > 59 || second > 60) return null;
  const at = Date.UTC(toYear(year, nowAt), monthIndex, Number(day), hour, minute, second);
  return Number.isFinite(at) ? at : null;
}

/**
 * Retry-After as whole seconds from `nowAt` (epoch ms; best the server's own Date), 0 to 30 days; null when absent or not one
 * of the two forms. Negative numbers, exponents, NaN and Infinity are not forms.
 */
export function parseRetryAfter(value: unknown, nowAt: number): number | null {
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (SECONDS.test(text)) return Math.min(LONGEST_SECONDS, Math.ceil(Number(text)));
  const at = parseHttpDate(text, nowAt);
  if (at === null || !Number.isFinite(nowAt)) return null;
  return Math.min(LONGEST_SECONDS, Math.max(0, Math.ceil((at - nowAt) / 1000)));
}
