const SYNTAX = /[^\p{L}\p{M}\p{N}.+#_'/-]+/gu;
const LEADING_OPERATOR = /(?<![^\s])[-+'/]+/g;

/** An address with its parameters percent-encoded, spaces as %20: every server reads that alike. */
export function toAddress(base: string, parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${base}?${pairs.join('&')}`;
}

/**
 * Words as a search query without the operators of any of the sites (quotes, colons, exclusion, AND/OR/NOT), whole words up to
 * `cap` characters; '' when no word is left.
 */
export function toQuery(words: readonly string[], cap: number): string {
  const plain = words.join(' ').replace(SYNTAX, ' ').replace(LEADING_OPERATOR, '').toLowerCase();
  let query = '';
  for (const word of plain.split(' ').filter((part) => /[\p{L}\p{N}]/u.test(part))) {
    if (query.length + word.length + 1 > cap) break;
    query = query === '' ? word : `${query} ${word}`;
  }
  return query;
}
