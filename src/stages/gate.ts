import type { Item } from '../domain/item.ts';

/** Words that name no domain by themselves. */
const GENERIC = new Set('ai artificial intelligence tech technology trending trend the and of in for'.split(' '));

/** Scripts without spaces make one long word, and Korean glues endings on: there a term is looked for inside the text. */
const GLUED = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Hangul}';
const IS_GLUED = new RegExp(`[${GLUED}]`, 'u');
const WORD = new RegExp(`[${GLUED}]+|(?:(?![${GLUED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

function termsOf(text: string): Set<string> {
  return new Set((fold(text).match(WORD) ?? []).flatMap(formsOf));
}

/** A word and what it may be the plural of; wrong guesses are no words and match nothing. */
function formsOf(word: string): string[] {
  if (word.length <= 4 || !word.endsWith('s') || word.endsWith('ss')) return [word];
  if (word.endsWith('ies')) return [word, `${word.slice(0, -3)}y`, word.slice(0, -1)];
  return /(?:x|ch|sh|ss|z)es$/.test(word) ? [word, word.slice(0, -2)] : [word, word.slice(0, -1)];
}

/** A test for "belongs to this domain"; a global run (empty domain) lets everything pass. */
export function domainGate(domain: string): (item: Pick<Item, 'title' | 'snippet'>) => boolean {
  const all = [...termsOf(domain)];
  const anchors = all.filter((term) => !GENERIC.has(term));
  const wanted = anchors.length > 0 ? anchors : all;
  if (wanted.length === 0) return () => true;
  return ({ title, snippet }) => {
    const text = `${title}\n${snippet}`;
    const present = termsOf(text);
    return wanted.some((term) => present.has(term) || (IS_GLUED.test(term) && fold(text).includes(term)));
  };
}
