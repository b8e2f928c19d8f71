import type { Item } from '../domain/item.ts';
import { isFailed } from '../domain/outcome.ts';
import type { Research } from '../domain/research.ts';
import type { Seed } from '../domain/seed.ts';
import { SOURCE_IDS } from '../domain/source-id.ts';
import { toSafeUrl } from '../domain/text/contexts.ts';
import { counted, dayOf, listed, ordinal } from './phrase.ts';
import type { Block, Exhibit } from './sheet.ts';

/** Items shown of the sweep, and as many again of the research. */
const SHOWN = 6;

/** `7 items on hackernews, lobsters and reddit; most commented: 325 comments on hackernews`. */
export function whyPhrase(seeds: readonly Seed[]): string {
  const items = seeds.map((seed) => seed.item);
  return `${itemsOn(items, 'item')}${loudest(items)}`;
}

/** What research brought, or that there was none: sweep items never pass for research. */
export function researchPhrase(research: Research): string {
  if (research.status === 'downgraded') return `NOT RESEARCHED: ${research.reason}; what follows are sweep items only`;
  const silent = research.coverage.filter((row) => isFailed(row.outcome)).map((row) => row.source);
  const found = research.evidence.length === 0 ? 'nothing further' : itemsOn(research.evidence, 'further item');
  return `research found ${found}${silent.length === 0 ? '' : `; no answer from ${listed(silent)}`}`;
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

function itemsOn(items: readonly Item[], noun: string): string {
  const sources = SOURCE_IDS.filter((source) => items.some((item) => item.source === source));
  return `${counted(items.length, noun)} on ${listed(sources)}`;
}

/** The liveliest discussion; the highest vote where no site shows a discussion; nothing where neither is to be had. */
function loudest(items: readonly Item[]): string {
  const commented = hottestBy(items, (item) => item.commentCount ?? 0);
  if (commented !== null) return `; most commented: ${counted(commented.commentCount ?? 0, 'comment')} on ${commented.source}`;
  const voted = hottestBy(items, (item) => item.points ?? 0);
  return voted === null ? '' : `; most points: ${counted(voted.points ?? 0, 'point')} on ${voted.source}`;
}

/** The first of the highest; null where none is above zero. */
function hottestBy(items: readonly Item[], countOf: (item: Item) => number): Item | null {
  const highest = Math.max(0, ...items.map(countOf));
  return highest === 0 ? null : (items.find((item) => countOf(item) === highest) ?? null);
}
