import { parseAtomFeed } from 'feedsmith';
import { z } from 'zod';
import type { Refusal } from '../domain/outcome.ts';
import { xmlProblem } from '../platform/http/xml.ts';
import type { FailureCause } from '../platform/http.ts';
import { hasTooManyValues, parseBoundedJson } from '../platform/json.ts';
import type { Network } from './network.ts';
import { refusalOfBody, refusalOfFailure, refusalOfReply, refusalOutOfTime } from './refusal.ts';

/** One page to read. `name` is how an outcome speaks of it. */
export interface Page {
  readonly name: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type Reading<T> =
  | { readonly kind: 'read'; readonly name: string; readonly httpStatus: number; readonly value: T }
  | { readonly kind: 'refused'; readonly name: string; readonly refusal: Refusal };

type Body = Reading<string>;

const JSON_PROBLEMS = {
  'not-json': 'with a body that is not JSON',
  'too-deep': 'with JSON nested too deep',
  'forbidden-key': 'with JSON that has a forbidden key',
} as const;
const XML_PROBLEMS = {
  doctype: 'with XML that has a DOCTYPE',
  'too-deep': 'with XML nested too deep',
  'too-many-nodes': 'with XML of too many nodes',
  'text-too-long': 'with XML of too long a text',
} as const;

const feedSchema = z.object({ entries: z.array(z.unknown()).default([]) });

function toRefused(name: string, refusal: Refusal): Reading<never> {
  return { kind: 'refused', name, refusal };
}

function parseFeed(text: string): unknown {
  try {
    return parseAtomFeed(text);
  } catch {
    // Feedsmith has no other answer to a body that is no Atom feed.
    return null;
  }
}

/** The requests of one call of a source: read by schema, counted and timed. It never throws for what a site can do. */
export class Call {
  readonly #network: Network;
  readonly #signal: AbortSignal;
  readonly #startMs: number;
  #requestCount = 0;

  constructor(network: Network, signal: AbortSignal) {
    this.#network = network;
    this.#signal = signal;
    this.#startMs = network.monotonicMs();
  }

  get totals(): { readonly requestCount: number; readonly elapsedMs: number } {
    const elapsedMs = Math.max(0, Math.round(this.#network.monotonicMs() - this.#startMs));
    return { requestCount: this.#requestCount, elapsedMs };
  }

  /** A JSON page by its outer schema; the rows inside are judged one by one later. */
  async readJson<T>(page: Page, schema: z.ZodType<T>): Promise<Reading<T>> {
    const body = await this.#readBody(page, 'JSON');
    if (body.kind === 'refused') return body;
    const { name, httpStatus } = body;
    if (hasTooManyValues(body.value)) return toRefused(name, refusalOfBody(name, httpStatus, 'with JSON of too many values'));
    const json = parseBoundedJson(body.value);
    if (!json.ok) return toRefused(name, refusalOfBody(name, httpStatus, JSON_PROBLEMS[json.problem]));
    const parsed = schema.safeParse(json.value);
    if (!parsed.success) return toRefused(name, refusalOfBody(name, httpStatus, 'with JSON of an unknown shape'));
    return { kind: 'read', name, httpStatus, value: parsed.data };
  }

  /** The entries of an Atom feed, each still unknown. */
  async readAtom(page: Page): Promise<Reading<readonly unknown[]>> {
    const body = await this.#readBody(page, 'XML');
    if (body.kind === 'refused') return body;
    const { name, httpStatus } = body;
    const problem = xmlProblem(body.value);
    if (problem !== null) return toRefused(name, refusalOfBody(name, httpStatus, XML_PROBLEMS[problem]));
    const feed = feedSchema.safeParse(parseFeed(body.value));
    if (!feed.success) return toRefused(name, refusalOfBody(name, httpStatus, 'with a body that is no Atom feed'));
    return { kind: 'read', name, httpStatus, value: feed.data.entries };
  }

  /** Whether the leg ended the request, and not the site or the door. */
  #isCutOff(cause: FailureCause): boolean {
    return this.#signal.aborted && (cause === 'timeout' || cause === 'interrupted');
  }

  async #readBody({ name, url, headers }: Page, wanted: 'JSON' | 'XML'): Promise<Body> {
    if (this.#signal.aborted) return toRefused(name, refusalOutOfTime(name));
    this.#requestCount += 1;
    const accept = wanted === 'JSON' ? 'json' : 'xml';
    const reply = await this.#network.door.get({ url, accept, ...(headers === undefined ? {} : { headers }) }, this.#signal);
    if (reply.kind === 'failure')
      return toRefused(name, this.#isCutOff(reply.cause) ? refusalOutOfTime(name) : refusalOfFailure(name, reply));
    const refusal = refusalOfReply(name, reply, wanted);
    return refusal === null ? { kind: 'read', name, httpStatus: reply.status, value: reply.body } : toRefused(name, refusal);
  }
}
