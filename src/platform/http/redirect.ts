import { readUrlProblem } from './address.ts';
import { ExchangeError } from './exchange-error.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/**
 * The next hop, checked as if it had been asked for directly. `current` is the public URL (not the gateway's), so a relative
 * target stays with its host. Throws ExchangeError `redirect` or `refused-address`.
 */
export function toNextUrl(current: URL, location: string): URL {
  if (location === '' || !URL.canParse(location, current.href)) throw new ExchangeError('redirect', 'a redirect named no usable target');
  const next = new URL(location, current);
  const problem = readUrlProblem(next);
  if (problem !== null) throw new ExchangeError('refused-address', `by redirect: ${problem}`);
  if (current.protocol === 'https:' && next.protocol === 'http:') {
    throw new ExchangeError('redirect', 'a redirect from https to http was refused');
  }
  next.hash = '';
  return next;
}
