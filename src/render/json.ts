import type { Brief, Card } from '../domain/brief.ts';
import type { Item } from '../domain/item.ts';
import type { Research } from '../domain/research.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toLine, toSafeUrl, toUntrustedJson } from '../domain/text/contexts.ts';
import type { BestComment, WeakSignal } from '../domain/topic.ts';
import { NOTHING_SOLID, shortfallOf, UNOBSERVED } from './verdict.ts';

/**
 * A brief as the body of a JSON document. What strangers wrote, or what was made of their words (names, queries, item ids),
 * stands only under keys named `untrusted`, sanitised; every other string is the engine's, the operator's or the host's.
 */
export function toJson(brief: Brief): object {
  if (brief.status === 'unobserved') return { status: brief.status, statement: UNOBSERVED, ...settings(brief) };
  const { nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage } = brief;
  const counts = { nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage };
  const shared = { ...settings(brief), ...counts, unresearched: brief.unresearched.map(namedJson) };
  return brief.status === 'topics'
    ? { status: brief.status, ...shared, cards: brief.cards.map(cardJson) }
    : { status: brief.status, statement: NOTHING_SOLID, ...shared, closest: closestJson(brief.closest) };
}

function settings(brief: Brief): object {
  const { window, lookbackDays, tier, boundary, subreddits, coverage, bundleId, generatedAt, origin } = brief;
  const operator = { domain: toLine(brief.domain, CAPS.domain), subreddits: subreddits?.map((name) => toLine(name, CAPS.name)) ?? null };
  return { bundleId, generatedAt, origin, ...operator, window, lookbackDays, tier, boundary, coverage };
}

function cardJson(card: Card): object {
  const { id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt } = card;
  return {
    ...{ id, rank, junk, worth, judgedBy, heat, strength, score, momentum, corroboration, newestAt, oldestAt },
    untrusted: { name: toUntrustedJson(card.name, CAPS.name) },
    seeds: card.seeds.map((seed) => ({ heat: seed.heat, ...itemJson(seed.item) })),
    research: researchJson(card.research),
    bestComment: card.bestComment === null ? null : commentJson(card.bestComment),
    folded: card.folded.map(namedJson),
    angle: angleJson(card.angle),
  };
}

function itemJson(item: Item): object {
  const { source, publishedAt, points, commentCount, rank } = item;
  const untrusted = {
    id: toUntrustedJson(item.id, CAPS.id),
    title: toUntrustedJson(item.title, CAPS.title),
    url: safeUrl(item.url),
    link: safeUrl(item.link),
    discussionUrl: safeUrl(item.discussionUrl),
    snippet: toUntrustedJson(item.snippet, CAPS.snippet),
    author: authorJson(item.author),
    publisher: toUntrustedJson(item.publisher, CAPS.id),
  };
  return { source, publishedAt, points, commentCount, rank, untrusted };
}

function safeUrl(url: string | null): string | null {
  return url === null ? null : toSafeUrl(url);
}

/** Queries are built from the words of titles: ours in shape, strangers' in substance. */
function researchJson(research: Research): object {
  const { status, coverage } = research;
  if (research.status === 'downgraded') return { status, reason: research.reason, coverage };
  const untrusted = { queries: research.queries.map((query) => toUntrustedJson(query, CAPS.title)) };
  return { status, coverage, confirmedCount: research.confirmedCount, evidence: research.evidence.map(itemJson), untrusted };
}

function commentJson({ source, points, author, text }: BestComment): object {
  return { source, points, untrusted: { author: authorJson(author), text: toUntrustedJson(text, CAPS.comment) } };
}

function authorJson(author: string | null): string | null {
  return author === null ? null : toUntrustedJson(author, CAPS.author);
}

function namedJson({ id, name }: { readonly id: string; readonly name: string }): object {
  return { id, untrusted: { name: toUntrustedJson(name, CAPS.name) } };
}

function angleJson(angle: Card['angle']): object | null {
  if (angle === null) return null;
  const line = (text: string | null) => (text === null ? null : toLine(text, CAPS.angle));
  return { podcast: line(angle.podcast), article: line(angle.article), hook: line(angle.hook) };
}

function closestJson(closest: WeakSignal | null): object | null {
  if (closest === null) return null;
  const { junk, heat, corroboration } = closest;
  return { junk, heat, corroboration, shortfall: shortfallOf(closest), untrusted: { name: toUntrustedJson(closest.name, CAPS.name) } };
}
