import type { Brief, Card } from '../domain/brief.ts';
import type { BriefDocument, CardDocument, ClosestDocument, ResearchDocument, SettingsDocument } from '../domain/brief-document.ts';
import type { Research } from '../domain/research.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toLine, toUntrustedJson } from '../domain/text/contexts.ts';
import type { WeakSignal } from '../domain/topic.ts';
import { commentJson, itemJson, namedJson, nameJson, seedJson, topicJson, unresearchedJson } from './item-json.ts';
import { NOTHING_SOLID, shortfallOf, UNOBSERVED } from './verdict.ts';

/**
 * A brief as the body of a JSON document. What strangers wrote, or what was made of their words (names, queries, item ids),
 * stands only under keys named `untrusted`, sanitised; every other string is the engine's, the operator's or the host's.
 */
export function toJson(brief: Brief): BriefDocument {
  if (brief.status === 'unobserved') return { status: brief.status, statement: UNOBSERVED, ...settings(brief) };
  const { nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage } = brief;
  const counts = { nominationCount, unjudgedCount, lostRowCount, downgradedCount, researchCoverage };
  const shared = { ...settings(brief), ...counts, unresearched: brief.unresearched.map(unresearchedJson) };
  return brief.status === 'topics'
    ? { status: brief.status, ...shared, cards: brief.cards.map(cardJson) }
    : { status: brief.status, statement: NOTHING_SOLID, ...shared, closest: closestJson(brief.closest) };
}

function settings(brief: Brief): SettingsDocument {
  const { window, lookbackDays, tier, boundary, subreddits, coverage, bundleId, generatedAt, origin } = brief;
  const operator = { domain: toLine(brief.domain, CAPS.domain), subreddits: subreddits?.map((name) => toLine(name, CAPS.name)) ?? null };
  return { bundleId, generatedAt, origin, ...operator, window, lookbackDays, tier, boundary, coverage };
}

function cardJson(card: Card): CardDocument {
  return {
    ...topicJson(card),
    untrusted: { name: nameJson(card.name) },
    seeds: card.seeds.map((seed) => seedJson(seed)),
    research: researchJson(card.research),
    bestComment: card.bestComment === null ? null : commentJson(card.bestComment),
    folded: card.folded.map(namedJson),
    angle: angleJson(card.angle),
  };
}

/** Queries are built from the words of titles: ours in shape, strangers' in substance. */
function researchJson(research: Research): ResearchDocument {
  const { coverage } = research;
  if (research.status === 'downgraded') return { status: research.status, reason: research.reason, coverage };
  const { status, confirmedCount, evidence, queries } = research;
  const untrusted = { queries: queries.map((query) => toUntrustedJson(query, CAPS.title)) };
  return { status, coverage, confirmedCount, evidence: evidence.map((item) => itemJson(item)), untrusted };
}

function angleJson(angle: Card['angle']): CardDocument['angle'] {
  if (angle === null) return null;
  const line = (text: string | null) => (text === null ? null : toLine(text, CAPS.angle));
  return { podcast: line(angle.podcast), article: line(angle.article), hook: line(angle.hook) };
}

function closestJson(closest: WeakSignal | null): ClosestDocument | null {
  if (closest === null) return null;
  const { junk, heat, corroboration } = closest;
  return { junk, heat, corroboration, shortfall: shortfallOf(closest), untrusted: { name: nameJson(closest.name) } };
}
