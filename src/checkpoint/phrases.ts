import { counted, dayOf, elapsed, hundredths } from '../domain/phrase.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { HOUR_MS, type Window } from '../domain/window.ts';

/** `newest 2 h`, from hours before the sweep; null is undated. */
export function newestPhrase(hours: number | null): string {
  return hours === null ? 'undated' : `newest ${elapsed(Math.round(hours * HOUR_MS))}`;
}

/** `heat .97`: a percentile never reaches 1. */
export function heatPhrase(heat: number): string {
  return `heat ${hundredths(Math.min(heat, 0.99)).slice(1)}`;
}

/** Nothing where no text is suspicious. */
export function suspicionPhrases(count: number): string[] {
  return count === 0 ? [] : [`${counted(count, 'suspicious text')} flagged`];
}

/** What every digest says about the run, in its second line. */
export interface RunFacts {
  readonly bundleId: string;
  /** Until when the next leg reads the checkpoint. */
  readonly validUntilAt: string;
  readonly window: Window;
  readonly domain: string;
  readonly tier: string;
  readonly origin: string;
  /** `hackernews ok 60 | ...`, our own words. */
  readonly coverage: string;
  /** Rows of the checkpoint that were corrupt or missing. */
  readonly lostRowCount: number;
}

export function windowPhrase({ window, domain, tier, origin }: RunFacts): string {
  const words = domain === '' ? '(global)' : toTerminalText(domain, CAPS.domain);
  return `window ${dayOf(window.fromAt)}..${dayOf(window.toAt)}, domain ${words}, tier ${tier}, origin ${origin}`;
}

/** Lost rows are shown wherever the rest is. */
export function lostRowLines({ lostRowCount }: RunFacts): string[] {
  return lostRowCount === 0 ? [] : [`warning: ${counted(lostRowCount, 'row')} of the checkpoint corrupt or missing, and skipped`];
}
