import type { FailedStatus, Refusal } from '../domain/outcome.ts';
import { parseHttpDate } from '../platform/http/retry-after.ts';
import type { FailureCause, HttpReply } from '../platform/http.ts';

type Reply = Extract<HttpReply, { kind: 'reply' }>;
type Failure = Extract<HttpReply, { kind: 'failure' }>;

const CHALLENGES = [
  'just a moment',
  'whoa there, pardner',
  'attention required',
  'blocked by network security',
  'prove your humanity',
  'checking your browser before accessing',
];
const LOOKED_AT = 32_768;

function isBlockPage(body: string): boolean {
  const head = body.slice(0, LOOKED_AT).toLowerCase();
  return CHALLENGES.some((challenge) => head.includes(challenge));
}

function isHtml(reply: Reply): boolean {
  if (/^\s{0,999}<(?:!doctype html|html)\b/i.test(reply.body)) return true;
  // Some mirrors label everything as HTML, so a body that starts as JSON or XML is believed.
  return /\bhtml\b/i.test(reply.headers['content-type'] ?? '') && !/^\s{0,999}(?:[[{]|<\?xml|<feed)/.test(reply.body);
}

/** Seconds until the quota is whole again: epoch seconds on GitHub and V2EX (read by the server's own Date), a span on Reddit. */
function readResetSeconds(headers: Reply['headers']): number | null {
  const reset = Number.parseFloat(headers['x-ratelimit-reset'] ?? headers['x-rate-limit-reset'] ?? '');
  if (!(reset >= 0)) return null;
  if (reset < 1e9) return Math.ceil(reset);
  const dateMs = parseHttpDate(headers['date'], 0);
  return dateMs === null ? null : Math.max(0, Math.ceil(reset - dateMs / 1000));
}

function isQuotaSpent(reply: Reply): boolean {
  const remaining = reply.headers['x-ratelimit-remaining'] ?? reply.headers['x-rate-limit-remaining'];
  return reply.retryAfterSeconds !== null || (remaining !== undefined && Number.parseFloat(remaining) <= 0);
}

function toMeaning(reply: Reply): readonly [FailedStatus, string] {
  const { status, body } = reply;
  if (status === 429) return ['rate-limited', 'too many requests'];
  if (status === 401) return ['auth-failed', 'a login is asked for'];
  if (isBlockPage(body)) return ['blocked', 'block page'];
  if (status === 403) return isQuotaSpent(reply) ? ['rate-limited', 'the quota is spent'] : ['blocked', 'refused'];
  if (status === 451) return ['blocked', 'refused for legal reasons'];
  if (status >= 500) return ['unreachable', 'server error'];
  return status === 404 || status === 410 ? ['unreachable', 'no such page'] : ['malformed', 'an answer nobody expects'];
}

function toRefusal(name: string, reply: Reply, [status, words]: readonly [FailedStatus, string]): Refusal {
  const retryAfterSeconds =
    status === 'rate-limited' ? (reply.retryAfterSeconds ?? readResetSeconds(reply.headers)) : reply.retryAfterSeconds;
  return { status, httpStatus: reply.status, detail: `${name}: HTTP ${reply.status} ${words}`, retryAfterSeconds };
}

/** What forbids reading this reply as `wanted`, or null. The body itself is not parsed here. */
export function refusalOfReply(name: string, reply: Reply, wanted: 'JSON' | 'XML'): Refusal | null {
  if (reply.status !== 200) return toRefusal(name, reply, toMeaning(reply));
  if (reply.body.trim() === '') return toRefusal(name, reply, ['malformed', 'with an empty body']);
  if (!isHtml(reply)) return null;
  const [status, page] = isBlockPage(reply.body) ? (['blocked', 'block page'] as const) : (['malformed', 'HTML page'] as const);
  return toRefusal(name, reply, [status, `${page} instead of ${wanted}`]);
}

/** A 200 whose body is not what the page has always been; `words` are ours. */
export function refusalOfBody(name: string, httpStatus: number, words: string): Refusal {
  return { status: 'malformed', httpStatus, detail: `${name}: HTTP ${httpStatus} ${words}`, retryAfterSeconds: null };
}

const STATUS_OF_CAUSE: Readonly<Record<FailureCause, FailedStatus>> = {
  timeout: 'timeout',
  interrupted: 'timeout',
  unreachable: 'unreachable',
  redirect: 'unreachable',
  'refused-address': 'unreachable',
  deferred: 'unreachable',
  'too-large': 'malformed',
  encoding: 'malformed',
  protocol: 'malformed',
};

/** A request that ended without a reply anyone may read. */
export function refusalOfFailure(name: string, failure: Failure): Refusal {
  const isRateLimit = failure.cause === 'deferred' && failure.status !== 503;
  const http = failure.status === null ? '' : `HTTP ${failure.status}, `;
  return {
    status: isRateLimit ? 'rate-limited' : STATUS_OF_CAUSE[failure.cause],
    httpStatus: failure.status,
    detail: `${name}: ${http}${failure.detail}`,
    retryAfterSeconds: failure.retryAfterSeconds,
  };
}

/** A page that was not asked for, or not waited for, because the signal had fired. */
export function refusalOutOfTime(name: string): Refusal {
  return { status: 'timeout', httpStatus: null, detail: `${name}: the leg's time was up`, retryAfterSeconds: null };
}
