import type { Door, FailureCause, HttpReply, HttpRequest } from '../../src/platform/http.ts';
import type { Network } from '../../src/sources/network.ts';

type Reply = Extract<HttpReply, { kind: 'reply' }>;

export const JSON_TYPE = 'application/json; charset=utf-8';
export const ATOM_TYPE = 'application/atom+xml; charset=UTF-8';
export const HTML_TYPE = 'text/html; charset=utf-8';

export function reply(body: string, extra: Partial<Omit<Reply, 'kind' | 'body'>> = {}): Reply {
  return {
    kind: 'reply',
    status: 200,
    headers: { 'content-type': JSON_TYPE },
    body,
    url: 'https://site.example/',
    retryAfterSeconds: null,
    elapsedMs: 1,
    ...extra,
  };
}

export function jsonReply(value: unknown): Reply {
  return reply(JSON.stringify(value));
}

export function failure(cause: FailureCause, status: number | null = null, retryAfterSeconds: number | null = null): HttpReply {
  return { kind: 'failure', cause, detail: `what the door says of ${cause}`, status, retryAfterSeconds, elapsedMs: 1 };
}

export interface ScriptedNetwork extends Network {
  readonly requests: HttpRequest[];
}

/** A network whose every answer is the test's; its clock moves 7 ms a look. */
export function scriptedNetwork(answer: (request: HttpRequest, place: number) => HttpReply | Promise<HttpReply>): ScriptedNetwork {
  const requests: HttpRequest[] = [];
  let ms = 1000;
  const get: Door['get'] = async (request) => {
    requests.push(request);
    return await answer(request, requests.length - 1);
  };
  return {
    requests,
    door: { get },
    monotonicMs: () => {
      ms += 7;
      return ms;
    },
  };
}

export const AT_MS = Date.parse('2026-03-01T12:00:00Z');

export const SWEEP = {
  domain: '',
  fromMs: Date.parse('2026-01-30T12:00:00Z'),
  toMs: AT_MS,
  subreddits: null,
} as const;

export const SEARCH = { words: ['Quillfish', 'backdoor'], fromMs: SWEEP.fromMs, toMs: SWEEP.toMs, subreddits: null } as const;

export const NEVER: AbortSignal = new AbortController().signal;
