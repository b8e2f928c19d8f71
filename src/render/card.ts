import type { Card } from '../domain/brief.ts';
import { agePhrase, counted, listed } from '../domain/phrase.ts';
import { researchPhrase } from '../domain/research.ts';
import { corroborationPhrase, momentumPhrase } from '../domain/strength.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toLine } from '../domain/text/contexts.ts';
import type { BestComment } from '../domain/topic.ts';
import type { Window } from '../domain/window.ts';
import { researchBlocks, sweepBlocks, whyPhrase } from './evidence.ts';
import { type Block, fact, nameSpans, type Section, type Span, told } from './sheet.ts';

/** One topic: what it is, why it stands here, what was looked at, and the pages to check it by. */
export function cardOf(card: Card, window: Window): Section {
  return {
    heading: [`${card.rank}. `, ...nameSpans([card.name])],
    blocks: [
      ...standing(card, window),
      fact('Why', whyPhrase(card.seeds)),
      fact('Evidence', told(researchPhrase(card.research))),
      ...commentBlocks(card.bestComment),
      ...angleBlocks(card.angle),
      ...sweepBlocks(card.seeds),
      ...researchBlocks(card.research),
      ...folded(card),
    ],
  };
}

function standing(card: Card, window: Window): Block[] {
  const { momentum, corroboration } = card;
  const junk = card.junk ? '; junk-shaped, so it stands on this alone' : '';
  return [
    fact('Age', agePhrase(card, window.toAt)),
    fact('Momentum', momentumPhrase(momentum)),
    fact('Corroboration', told(`${corroborationPhrase(corroboration)} (${listed(corroboration.families)})${junk}`)),
    fact('Strength', `${card.strength.toFixed(2)}; ${worthPhrase(card)}; score ${card.score.toFixed(2)}`),
  ];
}

function worthPhrase({ judgedBy, worth }: Card): string {
  return judgedBy === 'host' ? `worth ${worth} of 100` : 'not judged by the host';
}

/** No line where no comment was found, or where nothing legible is left of it. */
function commentBlocks(comment: BestComment | null): Block[] {
  const text = comment === null ? '' : toLine(comment.text, CAPS.comment);
  if (comment === null || text === '') return [];
  const points = comment.points === null ? '' : `, ${counted(comment.points, 'point')}`;
  return [fact('Best comment', ...quoted(text), ' (', ...authorSpans(comment.author), told(comment.source), points, ')')];
}

/** A comment that begins or ends with a quotation mark of its own gets no second pair. */
function quoted(text: string): Span[] {
  const span = { foreign: text, cap: CAPS.comment };
  return /^["“]|["”]$/u.test(text) ? [span] : ['"', span, '"'];
}

function authorSpans(author: string | null): Span[] {
  if (author === null || toLine(author, CAPS.author) === '') return [];
  return [{ foreign: author, cap: CAPS.author }, ', '];
}

function angleBlocks(angle: Card['angle']): Block[] {
  const rows = [
    ['Podcast angle', angle?.podcast],
    ['Article angle', angle?.article],
    ['Hook', angle?.hook],
  ] as const;
  return rows.flatMap(([label, text]) => {
    const isLegible = typeof text === 'string' && toLine(text, CAPS.angle) !== '';
    return isLegible ? [fact(label, { foreign: text, cap: CAPS.angle })] : [];
  });
}

function folded({ folded: stories }: Card): Block[] {
  return stories.length === 0 ? [] : [fact('Also nominated as', ...nameSpans(stories.map((story) => story.name)))];
}
