import type { EvidenceLines, NominationView, TopicView } from '../checkpoint/index.ts';
import { ageHoursOf, type Item } from '../domain/item.ts';
import type { Nomination } from '../domain/nomination.ts';
import { counted } from '../domain/phrase.ts';
import type { Research } from '../domain/research.ts';
import { corroborationPhrase, momentumPhrase } from '../domain/strength.ts';
import { suspicion } from '../domain/text/suspicion.ts';
import type { Topic } from '../domain/topic.ts';
import type { Window } from '../domain/window.ts';
import { standingOf } from '../stages/strength.ts';

/** A nomination as the digest shows it: our own facts, and the strangers' lines apart. */
export function nominationView(nomination: Nomination, window: Window): NominationView {
  const items = nomination.seeds.map((seed) => seed.item);
  const { heat, corroboration } = standingOf(nomination.seeds, window);
  const ages = items.flatMap((item) => ageHoursOf(item, Date.parse(window.toAt)) ?? []);
  return {
    id: nomination.id,
    families: nomination.families,
    publisherCount: corroboration.publisherCount,
    itemCount: items.length,
    newestHours: ages.length === 0 ? null : Math.min(...ages),
    heat,
    corroboration: corroborationPhrase(corroboration),
    isJunk: nomination.junk,
    suspiciousCount: suspiciousCountOf(items),
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
    research: researchPhrase(topic.research),
    suspiciousCount: suspiciousCountOf([...items, ...found]),
    lines: { ...linesOf([...items, ...found], topic.name, topic.name), comment: topic.bestComment?.text ?? null },
  };
}

function researchPhrase(research: Research): string {
  if (research.status === 'downgraded') return `not researched: ${research.reason}`;
  return `researched, ${counted(research.evidence.length, 'further item')}, ${research.confirmedCount} confirmed`;
}

function linesOf(items: readonly Item[], title: string, shown = title): EvidenceLines {
  const others = [...new Set(items.map((item) => item.title))].filter((other) => other !== shown);
  const snippet = items.find((item) => item.snippet !== '')?.snippet ?? null;
  const comment = items.flatMap((item) => item.topComments)[0]?.text ?? null;
  return { title, also: others, snippet, comment };
}

function suspiciousCountOf(items: readonly Item[]): number {
  const texts = items.flatMap((item) => [item.title, item.snippet, ...item.topComments.map((comment) => comment.text)]);
  return texts.filter((text) => Object.values(suspicion(text)).some(Boolean)).length;
}
