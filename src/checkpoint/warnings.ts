import { counted } from '../domain/phrase.ts';

const MAX_WARNINGS = 20;

/** Each remark once, at most 20, then how many more there were: a bad file must not flood the host that has to mend it. */
export function toWarnings(remarks: readonly string[]): string[] {
  const distinct = [...new Set(remarks)];
  const shown = distinct.slice(0, MAX_WARNINGS);
  const restCount = distinct.length - shown.length;
  return restCount === 0 ? shown : [...shown, `and ${counted(restCount, 'more warning')}`];
}
