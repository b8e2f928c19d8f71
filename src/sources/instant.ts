import type { Instant } from '../domain/id.ts';
import { toIso } from '../platform/clock.ts';

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;
const ISO = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?$/i;
const RFC_822 = /^(?:[a-z]{3},? )?\d{1,2} [a-z]{3} \d{4} \d{2}:\d{2}(?::\d{2})? (?:[a-z]{1,3}|[+-]\d{4})$/i;
const DIGITS = /^\d{1,13}$/;

const MILLISECONDS_FROM = 1e12;
/** The year 2100: what lies beyond is a mistake, not a date. */
const END_MS = 4_102_444_800_000;

function toMs(value: unknown): number {
  if (typeof value === 'number') return value >= MILLISECONDS_FROM ? value : value * 1000;
  if (typeof value !== 'string') return Number.NaN;
  const text = value.trim();
  if (DIGITS.test(text)) return toMs(Number(text));
  const iso = ISO.exec(text);
  // A date-time without a zone would be read in the zone of this machine.
  if (iso !== null) return Date.parse(iso[1] === undefined ? `${text.replace(' ', 'T')}Z` : text);
  // Date.parse finds a date in almost any text, so only the two known forms may reach it.
  return ISO_DAY.test(text) || RFC_822.test(text) ? Date.parse(text) : Number.NaN;
}

/** A site's time (epoch seconds or milliseconds by magnitude, ISO 8601, RFC 822) as an instant in whole seconds; null for the rest, zero included. */
export function toInstant(value: unknown): Instant | null {
  const ms = toMs(value);
  return ms > 0 && ms < END_MS ? toIso(ms) : null;
}
