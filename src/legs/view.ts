import type { EvidenceLines, NominationView, TopicView } from '../checkpoint/index.ts';
import { ageHoursOf, type Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import { researchFact } from '../domain/research.ts';
import { corroborationPhrase, momentumPhrase } from '../domain/strength.ts';
import { suspiciousTextCount } from '../domain/suspicious.ts';
import type { Topic } from '../domain/topic.ts';
import type { Window } from '../domain/window.ts';
import { nominationFacts } from './facts.ts';

/** A nomination as the digest shows it: our own facts, and the strangers' lines apart. */
export function nominationView(nomination: Nomination, window: Window): NominationView {
  const facts = nominationFacts(nomination, window);
  const { id, families, publisherCount, itemCount, newestAt, heat, corroboration, items, junk, isSolid, points, comments } = facts;
  return {
    ...{ id, families, publisherCount, itemCount, heat, isSolid, points, comments },
    newestHours: ageHoursOf({ publishedAt: newestAt }, Date.parse(window.toAt)),
    corroboration: corroborationPhrase(corroboration),
    isJunk: junk,
    suspiciousCount: suspiciousTextCount(items),
    lines: linesOf(items, items[0]?.title ?? ''),
  };
}

export function topicView(topic: Topic): TopicView {
  const items = topic.seeds.map((seed) => seed.item);
  const found = topic.research.status === 'researched' ? topic.research.evidence : [];
  return {
    id: topic.id,
    rank: topic.rank,
    corroboration: corroborationPhrase(topic.corroboration),
    momentum: momentumPhrase(topic.momentum),
    research: researchFact(topic.research),
    suspiciousCount: suspiciousTextCount([...items, ...found]),
    lines: { ...linesOf(items, topic.name), found: found.map((item) => item.title), comment: topic.bestComment?.text ?? null },
  };
}

function linesOf(items: readonly Item[], title: string): EvidenceLines {
  const others = [...new Set(items.map((item) => item.title))].filter((other) => other !== title);
  const snippet = items.find((item) => item.snippet !== '')?.snippet ?? null;
  const comment = items.flatMap((item) => item.topComments)[0]?.text ?? null;
  return { title, also: others, snippet, comment };
}
