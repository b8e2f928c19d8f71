import type { Brief } from '../../src/domain/brief.ts';
import { cardFixture, itemOf, quietBrief, solidBrief } from './brief-fixture.ts';

/** Strangers' words in every field that can carry them; `host` in those the host or the operator fills. */
export interface Planted {
  readonly title: string;
  readonly name: string;
  readonly comment: string;
  readonly author: string;
  readonly url: string;
  readonly host: string;
}

function filled(text: string): string {
  return text === '' ? '-' : text;
}

function plantedItem({ title, comment, author, url }: Planted) {
  return itemOf({
    id: 'hackernews:planted',
    title: filled(title),
    snippet: comment,
    author,
    publisher: filled(author),
    url,
    link: url,
    discussionUrl: url,
    topComments: [{ author, text: comment, points: 1 }],
  });
}

function plantedCard(planted: Planted) {
  const { comment, author, host } = planted;
  const name = filled(planted.name);
  return cardFixture({
    name,
    seeds: [{ item: plantedItem(planted), heat: 0.5 }],
    research: { status: 'researched', evidence: [plantedItem(planted)], confirmedCount: 0, queries: [planted.title], coverage: [] },
    bestComment: { source: 'reddit', author, text: comment, points: 5 },
    folded: [
      { id: 'n2-aaaa', name },
      { id: 'n3-bbbb', name },
    ],
    angle: { id: 'n1-4f2a', podcast: host, article: host, hook: host },
  });
}

export function hostileSolid(planted: Planted): Brief {
  const unresearched = [{ id: 'n9-0001', name: planted.name, why: 'no slot left' }];
  return solidBrief({
    domain: filled(planted.host).slice(0, 200),
    subreddits: [planted.host],
    unresearched,
    cards: [plantedCard(planted)],
  });
}

export function hostileQuiet({ name, host }: Planted): Brief {
  const corroboration = { families: ['v2ex'], publisherCount: 1, itemCount: 1 };
  const unresearched = [{ id: 'n9-0001', name, why: 'below the floor' }];
  return quietBrief({ domain: filled(host).slice(0, 200), unresearched, closest: { name, junk: false, heat: 0.5, corroboration } });
}
