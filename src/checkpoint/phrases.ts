import { toTerminalText } from '../domain/text/contexts.ts';
import type { Window } from '../domain/window.ts';

const DOMAIN_CAP = 200;

/** `1 item`, `3 items`. */
export function counted(count: number, noun: string): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`}`;
}

/** `newest 2 h`, from hours before the sweep; null is undated. */
export function newestPhrase(hours: number | null): string {
  if (hours === null) return 'undated';
  return hours < 1 ? 'newest under 1 h' : `newest ${Math.floor(hours)} h`;
}

/** `heat .97`: rounded down, since a percentile never reaches 1. */
export function heatPhrase(heat: number): string {
  const hundredths = Math.min(99, Math.max(0, Math.floor(heat * 100 + 1e-9)));
  return `heat .${String(hundredths).padStart(2, '0')}`;
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
  const words = domain === '' ? '(global)' : toTerminalText(domain, DOMAIN_CAP);
  return `window ${window.fromAt.slice(0, 10)}..${window.toAt.slice(0, 10)}, domain ${words}, tier ${tier}, origin ${origin}`;
}

/** Lost rows are shown wherever the rest is. */
export function lostRowLines({ lostRowCount }: RunFacts): string[] {
  return lostRowCount === 0 ? [] : [`warning: ${counted(lostRowCount, 'row')} of the checkpoint corrupt or missing, and skipped`];
}
