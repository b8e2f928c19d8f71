import type { Item } from './item.ts';
import { suspicion } from './text/suspicion.ts';

/** How many texts of these items deserve caution: the neutral mark that stands among our own words, outside every fence. */
export function suspiciousTextCount(items: readonly Pick<Item, 'title' | 'snippet' | 'author' | 'topComments'>[]): number {
  return items.flatMap(textsOf).filter((text) => Object.values(suspicion(text)).some(Boolean)).length;
}

function textsOf({ title, snippet, author, topComments }: Pick<Item, 'title' | 'snippet' | 'author' | 'topComments'>): string[] {
  return [title, snippet, author ?? '', ...topComments.flatMap((comment) => [comment.text, comment.author ?? ''])];
}
