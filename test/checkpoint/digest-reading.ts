import { BUNDLE_ID, NONCE, SETTINGS } from './samples.ts';

/** What every digest of these tests says about its run. */
export const FACTS = {
  bundleId: BUNDLE_ID,
  validUntilAt: '2021-12-10T19:00:00Z',
  window: SETTINGS.window,
  domain: '',
  tier: 'deep',
  origin: 'live',
  coverage: 'hackernews ok 60 | reddit rate-limited (429, retry after 31 s)',
  lostRowCount: 0,
};

/** The lines between the two marks. */
export function fencedLines(digest: string): string[] {
  const lines = digest.split('\n');
  return lines.slice(lines.indexOf(`==== evidence ${NONCE} ====`) + 1, lines.indexOf(`==== end of evidence ${NONCE} ====`));
}

/** The text from the first `{` at the beginning of a line to the last `}` at the end of one. */
export function templateOf(digest: string): string {
  return /^\{[\s\S]*\}$/m.exec(digest)?.[0] ?? '';
}
