import type { Item } from '../domain/item.ts';

/** Words that name no domain by themselves. */
const GENERIC = new Set(['ai', 'artificial', 'intelligence', 'tech', 'technology', 'trending', 'trend', 'the', 'and', 'of', 'in', 'for']);

function termsOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return new Set(words.flatMap((word) => (isPlural(word) ? [word, word.slice(0, -1)] : [word])));
}

function isPlural(word: string): boolean {
  return word.length > 4 && word.endsWith('s') && !word.endsWith('ss');
}

/** Scripts without spaces make one long word, which must be looked for inside the text. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A test for "belongs to this domain"; a global run (empty domain) lets everything pass. */
export function domainGate(domain: string): (item: Pick<Item, 'title' | 'snippet'>) => boolean {
  const all = [...termsOf(domain)];
  const anchors = all.filter((term) => !GENERIC.has(term));
  const wanted = anchors.length > 0 ? anchors : all;
  if (wanted.length === 0) return () => true;
  return ({ title, snippet }) => {
    const text = `${title}\n${snippet}`;
    const present = termsOf(text);
    return wanted.some((term) => present.has(term) || (UNSPACED.test(term) && text.toLowerCase().includes(term)));
  };
}
