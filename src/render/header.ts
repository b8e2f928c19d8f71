import type { Brief } from '../domain/brief.ts';
import { coverageLine } from '../domain/coverage.ts';
import { dayOf, listed } from '../domain/phrase.ts';
import { CAPS } from '../domain/text/caps.ts';
import { type Block, fact, prose, type Section, type Span, told } from './sheet.ts';

/** A run that saw nothing must not be headed as if it had found something. */
export function titleOf(brief: Brief): Span[] {
  const [global, about] = brief.status === 'unobserved' ? ['Nothing observed', 'Nothing observed: '] : ['Trending now', 'Trending: '];
  return brief.domain === '' ? [global] : [about, { foreign: brief.domain, cap: CAPS.domain }];
}

/** What a reader must know before believing a word: where the data is from, which time it speaks of, who answered. */
export function headerOf(brief: Brief): Section {
  return { heading: null, blocks: [...originNote(brief), ...scope(brief), ...coverage(brief), ...runReference(brief)] };
}

function originNote({ origin, window }: Brief): Block[] {
  if (origin === 'mock') return [prose('MOCK DATA: bundled sample answers, not what the sites show.')];
  if (origin === 'replay') return [prose(`REPLAY: the clock was set to ${window.toAt}; this is not the present.`)];
  return [];
}

function scope({ window, tier, boundary, subreddits }: Brief): Block[] {
  const span = `${dayOf(window.fromAt)} to ${dayOf(window.toAt)}, swept at ${window.toAt}, tier ${tier}`;
  return [
    fact('Window', span),
    ...(boundary === null ? [] : [fact('Sources', boundary.length === 0 ? 'none (an empty boundary)' : `${listed(boundary)} only`)]),
    ...(subreddits === null ? [] : [fact('Subreddits', ...operatorWords(subreddits))]),
  ];
}

function operatorWords(words: readonly string[]): Span[] {
  return words.length === 0 ? ['none'] : [{ foreign: words.join(', '), cap: CAPS.domain }];
}

/** An unobserved brief lists every outcome in its body, so its header does not say them twice. */
function coverage(brief: Brief): Block[] {
  if (brief.status === 'unobserved') return [];
  const research = brief.researchCoverage.length === 0 ? [] : [fact('Research coverage', told(coverageLine(brief.researchCoverage)))];
  const sweep = brief.coverage.length === 0 ? 'no source was asked' : coverageLine(brief.coverage);
  return [fact('Coverage', told(sweep)), ...research];
}

function runReference({ bundleId }: Brief): Block[] {
  return bundleId === null ? [] : [fact('Run', bundleId)];
}
