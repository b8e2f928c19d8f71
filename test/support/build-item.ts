import { type Item, itemSchema } from '../../src/domain/item.ts';
import type { Window } from '../../src/domain/window.ts';

/** The instant of every invented sweep: ages in tests are measured from it. */
export const AT = '2031-05-10T18:00:00.000Z';
export const AT_MS = Date.parse(AT);
export const WINDOW: Window = { fromAt: '2031-04-10T18:00:00.000Z', toAt: AT };

export type Loose<T> = { [K in keyof T]?: unknown };

/** An instant so many hours before the sweep. */
export function hoursAgo(hours: number): string {
  return new Date(AT_MS - hours * 3_600_000).toISOString();
}

/** A valid item; `native` is the part of its id after the source, 1 unless told. */
export function buildItem({ native = 1, ...over }: Loose<Item> & { native?: number | string } = {}): Item {
  const source = over.source ?? 'hackernews';
  return itemSchema.parse({
    id: `${source}:${native}`,
    source,
    title: 'Kelpdb loses writes after a crash',
    url: `https://kelp.example/${source}/${native}`,
    link: `https://kelp.example/${source}/${native}?utm_source=x`,
    discussionUrl: `https://${source}.example/item/${native}`,
    snippet: '',
    author: null,
    publisher: 'kelp.example',
    publishedAt: hoursAgo(2),
    points: 10,
    commentCount: 0,
    rank: null,
    topComments: [],
    ...over,
  });
}
