/** Numbers, spans of time and lists as every digest and brief says them; the same in every locale. */
import { HOUR_MS } from './window.ts';

const MINUTE_MS = 60_000;
const THOUSANDS = new Intl.NumberFormat('en-US');

/** `3,750`. */
export function thousands(count: number): string {
  return THOUSANDS.format(count);
}

/** `1 item`, `2 families`, `3,750 points`. */
export function counted(count: number, noun: string): string {
  return `${thousands(count)} ${Math.abs(count) === 1 ? noun : pluralOf(noun)}`;
}

function pluralOf(noun: string): string {
  return /[^aeiou]y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** `1st`, `2nd`, `11th`, `103rd`. */
export function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1;
  const suffix = isTeen ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[place % 10];
  return `${thousands(place)}${suffix ?? 'th'}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/** `40 min`, `9 h`, `12 d`, rounded down: an age is never overstated. */
export function elapsed(ms: number): string {
  if (ms < MINUTE_MS) return 'under 1 min';
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  const hours = Math.floor(ms / HOUR_MS);
  return hours < 48 ? `${hours} h` : `${thousands(Math.floor(hours / 24))} d`;
}

/** The day of an instant, `2021-12-10`. */
export function dayOf(instant: string): string {
  return instant.slice(0, 10);
}

/** `newest 2 h, oldest 9 h before the sweep`, measured from the end of the window. */
export function agePhrase(dates: { readonly newestAt: string | null; readonly oldestAt: string | null }, toAt: string): string {
  const { newestAt, oldestAt } = dates;
  if (newestAt === null || oldestAt === null) return 'unknown: no item carries a date';
  const ageOf = (instant: string) => elapsed(Date.parse(toAt) - Date.parse(instant));
  if (newestAt === oldestAt) return `${ageOf(newestAt)} before the sweep`;
  return `newest ${ageOf(newestAt)}, oldest ${ageOf(oldestAt)} before the sweep`;
}

/** A heat as `0.94`, cut rather than rounded: 0.949 must not read as the 0.95 it missed. */
export function hundredths(heat: number): string {
  return (Math.floor(heat * 100 + 1e-9) / 100).toFixed(2);
}
