import { type Item, itemsPhrase } from '../domain/item.ts';
import { counted, dayOf, ordinal } from '../domain/phrase.ts';
import type { Research } from '../domain/research.ts';
import type { Seed } from '../domain/seed.ts';
import { toSafeUrl } from '../domain/text/contexts.ts';
import type { Block, Exhibit } from './sheet.ts';

/** Items shown of the sweep, and as many again of the research. */
const SHOWN = 6;

/** `7 items on hackernews, lobsters and reddit; most commented: 325 comments on hackernews`. */
export function whyPhrase(seeds: readonly Seed[]): string {
  const items = seeds.map((seed) => seed.item);
  return `${itemsPhrase(items, 'item')}${loudest(items)}`;
}

export function sweepBlocks(seeds: readonly Seed[]): Block[] {
  return exhibitBlocks(
    'Sweep items',
    seeds.map((seed) => seed.item),
  );
}

export function researchBlocks(research: Research): Block[] {
  return research.status === 'researched' ? exhibitBlocks('Research items', research.evidence) : [];
}

function exhibitBlocks(label: string, items: readonly Item[]): Block[] {
  if (items.length === 0) return [];
  const share = items.length > SHOWN ? ` (${SHOWN} of ${items.length})` : '';
  return [{ kind: 'exhibits', label: `${label}${share}`, exhibits: items.slice(0, SHOWN).map(exhibitOf) }];
}

function exhibitOf(item: Item): Exhibit {
  const urls = [item.link, item.discussionUrl].flatMap((url) => (url === null ? [] : (toSafeUrl(url) ?? [])));
  const [url = null, sourceUrl = null] = [...new Set(urls)];
  return { title: item.title, source: item.source, facts: factsOf(item), url, sourceUrl };
}

/** Only numbers the site shows; a listing's place where it shows none. */
function factsOf(item: Item): string {
  const { points, commentCount, rank, publishedAt } = item;
  const hasNumbers = points !== null || commentCount !== null;
  const facts = [
    points === null ? [] : [counted(points, 'point')],
    commentCount === null ? [] : [counted(commentCount, 'comment')],
    hasNumbers || rank === null ? [] : [`${ordinal(rank)} in its listing`],
    [publishedAt === null ? 'undated' : dayOf(publishedAt)],
  ];
  return facts.flat().join(', ');
}

/** The liveliest discussion; the highest vote where no site shows a discussion; nothing where neither is to be had. */
function loudest(items: readonly Item[]): string {
  return highest(items, 'commentCount', (count) => `most commented: ${counted(count, 'comment')}`) ?? mostPoints(items);
}

function mostPoints(items: readonly Item[]): string {
  return highest(items, 'points', (points) => `most points: ${counted(points, 'point')}`) ?? '';
}

/** The first of the highest, with its source; null where none is above zero. */
function highest(items: readonly Item[], field: 'commentCount' | 'points', phrase: (count: number) => string): string | null {
  const ranked = items.flatMap(({ source, [field]: count }) => (count !== null && count > 0 ? [{ source, count }] : []));
  const [top] = ranked.sort((left, right) => right.count - left.count);
  return top === undefined ? null : `; ${phrase(top.count)} on ${top.source}`;
}
