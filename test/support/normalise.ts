const ID = '[0-9a-hjkmnp-tv-z]{16}';
/** Where a bundle id is introduced; once known it is replaced wherever it stands. */
const INTRODUCED = new RegExp(`(?:\\bbundle |"bundleId": ?"|^Run: |\\*\\*Run:\\*\\* )(${ID})\\b`, 'gm');
const LOADER_AND_MAIN = /<node> --import file:[^\s"]+ [^\s"]+\/src\/cli\/main\.ts/g;

/** What may differ between two runs over the same responses becomes a placeholder: ids, nonces, times, paths. */
export function normalise(text: string, store: string): string {
  const bundleIds = new Set([...text.matchAll(INTRODUCED)].map(([, id = '']) => id));
  let plain = text.replaceAll(store, '<store>').replaceAll(process.execPath, '<node>').replace(LOADER_AND_MAIN, 'trivet');
  for (const id of bundleIds) plain = plain.replaceAll(id, '<bundle-id>');
  return plain
    .replace(/(evidence )[0-9a-f]{32}\b/g, '$1<nonce>')
    .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, '<time>')
    .replace(/\b\d{4}-\d\d-\d\d\b/g, '<date>')
    .replace(/"elapsedMs": ?\d+/g, '"elapsedMs":"<ms>"');
}
