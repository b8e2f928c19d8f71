import type { Dispatcher } from 'undici';
import { readBody } from './body.ts';
import { toBodyText } from './charset.ts';
import { toExchangeError } from './exchange-error.ts';
import { toTarget } from './gateway.ts';
import { startGrace } from './grace.ts';
import type { DoorLimits } from './limits.ts';
import { isRedirect } from './redirect.ts';
import type { HttpRequest } from './reply.ts';
import { parseHttpDate, parseRetryAfter } from './retry-after.ts';

const ACCEPT = {
  json: 'application/json, */*;q=0.1',
  xml: 'application/atom+xml, application/rss+xml, application/feed+json, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.1',
  html: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.1',
} as const satisfies Record<HttpRequest['accept'], string>;

// Identity, credentials and framing are the door's; a caller that sets one has a bug.
const OWN_HEADERS =
  /^(?:user-agent|accept-encoding|authorization|cookie|host|connection|content-.*|transfer-encoding|te|upgrade|expect|proxy-.*)$/i;

/** Throws TypeError for a header that only the door may set. */
export function assertHeaders(headers: Readonly<Record<string, string>>): void {
  const name = Object.keys(headers).find((key) => OWN_HEADERS.test(key));
  if (name !== undefined) throw new TypeError(`a source may not set the header ${name}`);
}

const REDIRECT_BODY_BYTES = 65_536;

export interface Order {
  readonly url: URL;
  readonly accept: HttpRequest['accept'];
  /** The source's own, already withheld from other hosts. */
  readonly headers: Readonly<Record<string, string>>;
  readonly userAgent: string;
  readonly token: string | null;
}

export interface Wire {
  readonly dispatcher: Dispatcher;
  readonly gateway: string | null;
  readonly limits: DoorLimits;
  /** Epoch ms, for a Retry-After date of a server that sends no Date. */
  readonly now: () => number;
}

export interface Answer {
  readonly url: URL;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Set for a redirect, whose body is not read; empty when the redirect named no target. */
  readonly location: string | null;
  readonly body: string;
  readonly retryAfterSeconds: number | null;
}

type RawHeaders = Dispatcher.ResponseData['headers'];

function toPlainHeaders(raw: RawHeaders): Record<string, string> {
  const entries = Object.entries(raw).flatMap(([name, value]) => {
    if (value === undefined || name === 'set-cookie') return [];
    return [[name, typeof value === 'string' ? value : value.join(', ')] as const];
  });
  return Object.fromEntries(entries);
}

function toRequestHeaders({ accept, headers, userAgent, token }: Order): Record<string, string> {
  const own = { 'user-agent': userAgent, 'accept-encoding': 'gzip, br', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
  const asked = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return { accept: ACCEPT[accept], ...asked, ...own };
}

/** Gives up the moment the signal fires: undici heeds one only from when it has a connection, which may never come. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => reject(signal.reason);
    if (signal.aborted) giveUp();
    else signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function send({ dispatcher, limits, gateway }: Wire, order: Order, signal: AbortSignal): Promise<Dispatcher.ResponseData> {
  const { origin, path } = toTarget(order.url, gateway);
  const timeouts = { headersTimeout: limits.headersMs, bodyTimeout: limits.idleMs };
  const work = dispatcher.request({ origin, path, method: 'GET', headers: toRequestHeaders(order), signal, ...timeouts });
  return untilAborted(work, signal);
}

async function toAnswer(
  response: Dispatcher.ResponseData,
  { url, wire, signal }: { url: URL; wire: Wire; signal: AbortSignal },
): Promise<Answer> {
  const { statusCode: status, body } = response;
  const headers = toPlainHeaders(response.headers);
  const now = wire.now();
  const retryAfterSeconds = parseRetryAfter(headers['retry-after'], parseHttpDate(headers['date'], now) ?? now);
  const common = { url, status, headers, retryAfterSeconds };
  if (isRedirect(status)) {
    await body.dump({ limit: REDIRECT_BODY_BYTES, signal });
    return { ...common, location: headers['location'] ?? '', body: '' };
  }
  const bytes = await readBody(body, headers['content-encoding'] ?? '', { limits: wire.limits, signal });
  const isSuccess = status >= 200 && status < 300;
  return { ...common, location: null, body: toBodyText(bytes, headers['content-type'] ?? '', isSuccess) };
}

/**
 * One request, one answer: no redirect is followed, nothing is sent again. An answer that is arriving when the signal fires is still
 * read. Throws ExchangeError.
 */
export async function exchange(wire: Wire, order: Order, signal: AbortSignal): Promise<Answer> {
  let status: number | null = null;
  const grace = startGrace(signal);
  try {
    const response = await send(wire, order, grace.signal);
    grace.begin();
    status = response.statusCode;
    return await toAnswer(response, { url: order.url, wire, signal: grace.signal });
  } catch (error) {
    throw toExchangeError(error, signal, status);
  } finally {
    grace.clear();
  }
}
