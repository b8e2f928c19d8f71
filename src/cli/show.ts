import { z } from 'zod';
import type { Seed } from '../domain/seed.ts';
import { toSafeUrl, toUntrustedJson } from '../domain/text/contexts.ts';
import { openEngine } from '../legs/engine.ts';
import { type ShownPage, showNomination } from '../legs/show.ts';
import { toEngineOptions } from './engine-options.ts';
import type { Environment } from './environment.ts';
import { parseRawOptions } from './options.ts';
import { type Streams, toResultJson } from './output.ts';
import { parseWholeNumber } from './values.ts';

const CAPS = { id: 220, title: 220, snippet: 1200, author: 80, publisher: 300, comment: 340 } as const;
const pageSchema = z.object({ page: z.string().optional() });

export interface ShowCall {
  readonly id: string;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
}

/** `trivet show <id>`: one page of evidence, fenced; under --json the same page, what strangers wrote under `untrusted`. */
export function show({ id, raw, environment, streams }: ShowCall): void {
  const options = parseRawOptions(raw);
  const { page } = pageSchema.parse(raw);
  const number = page === undefined ? 1 : parseWholeNumber('--page', page, { least: 1, most: 1000 });
  const wiring = { signal: new AbortController().signal, emit: () => undefined, warn: () => undefined };
  const shown = showNomination(openEngine(toEngineOptions(options, environment, wiring)), id, number);
  streams.out(options.json ? documentOf(shown) : `${shown.text}\n`);
}

function documentOf({ id, bundleId, page, pageCount, seeds, next }: ShownPage): string {
  const body = { id, bundleId, page, pageCount, items: seeds.map(itemOf) };
  return toResultJson({ command: 'show', status: 'shown', exit: 0, files: [], next, warnings: [], body });
}

function itemOf({ item, heat }: Seed): Record<string, unknown> {
  const { source, publishedAt, points, commentCount, rank } = item;
  const untrusted = {
    id: toUntrustedJson(item.id, CAPS.id),
    title: toUntrustedJson(item.title, CAPS.title),
    snippet: toUntrustedJson(item.snippet, CAPS.snippet),
    author: toUntrustedJson(item.author ?? '', CAPS.author),
    publisher: toUntrustedJson(item.publisher, CAPS.publisher),
    link: item.link === null ? null : toSafeUrl(item.link),
    discussionUrl: toSafeUrl(item.discussionUrl),
    comments: item.topComments.map((comment) => toUntrustedJson(comment.text, CAPS.comment)),
  };
  return { source, heat, publishedAt, points, commentCount, rank, untrusted };
}
