import { cutName } from '../domain/text/cut.ts';
import { tokenise } from './cluster/tokens.ts';

const TRIED_TOKENS = 5;

/** A name nobody has taken (case-folded): the name itself, else with one of its titles' frequent tokens; null when indistinguishable. */
export function uniqueName(name: string, titles: readonly string[], taken: ReadonlySet<string>): string | null {
  const isFree = (candidate: string) => !taken.has(candidate.toLowerCase());
  if (isFree(name)) return name;
  return (
    distinguishing(name, titles)
      .map((word) => cutName(`${name} ${word}`))
      .find((candidate) => candidate !== null && isFree(candidate)) ?? null
  );
}

/** As {@link uniqueName}, but a host's name is never dropped: an ordinal tells the last ones apart. */
export function uniqueNameOrOrdinal(name: string, titles: readonly string[], taken: ReadonlySet<string>): string {
  const unique = uniqueName(name, titles, taken);
  if (unique !== null) return unique;
  let ordinal = 2;
  while (taken.has(`${name} ${ordinal}`.toLowerCase())) ordinal += 1;
  return `${name} ${ordinal}`;
}

/** Words of the titles that the name lacks, most frequent first, ties by alphabet, in the titles' own spelling. */
function distinguishing(name: string, titles: readonly string[]): string[] {
  const inName = new Set(tokenise(name).map((token) => token.text));
  const counts = new Map<string, number>();
  for (const token of titles.flatMap((title) => tokenise(title))) {
    if (!inName.has(token.text)) counts.set(token.text, (counts.get(token.text) ?? 0) + 1);
  }
  return [...counts]
    .sort(([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1))
    .slice(0, TRIED_TOKENS)
    .map(([token]) => asWritten(token, titles));
}

function asWritten(token: string, titles: readonly string[]): string {
  for (const title of titles) {
    const at = title.toLowerCase().indexOf(token);
    if (at >= 0 && title.length === title.toLowerCase().length) return title.slice(at, at + token.length);
  }
  return token;
}
