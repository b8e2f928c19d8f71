import { z } from 'zod';
import { toUntrustedJson } from '../domain/text/contexts.ts';
import { openEngine } from '../legs/engine.ts';
import { showNomination } from '../legs/show.ts';
import { toEngineOptions } from './engine-options.ts';
import type { Environment } from './environment.ts';
import { parseWholeNumber, rawOptionsSchema } from './options.ts';
import { type Streams, toResultJson } from './output.ts';

const optionsSchema = rawOptionsSchema.extend({ page: z.string().optional() });

export interface ShowCall {
  readonly id: string;
  readonly raw: unknown;
  readonly environment: Environment;
  readonly streams: Streams;
}

/** `trivet show <id>`: one page of evidence, fenced; under --json the titles and links under `untrusted`. */
export function show({ id, raw, environment, streams }: ShowCall): void {
  const options = optionsSchema.parse(raw);
  const page = options.page === undefined ? 1 : parseWholeNumber('--page', options.page, { least: 1, most: 1000 });
  const wiring = { signal: new AbortController().signal, emit: () => undefined, warn: () => undefined };
  const { nomination, text } = showNomination(openEngine(toEngineOptions(options, environment, wiring)), id, page);
  if (!options.json) {
    streams.out(`${text}\n`);
    return;
  }
  const items = nomination.seeds.map(({ item, heat }) => ({
    id: item.id,
    source: item.source,
    heat,
    publishedAt: item.publishedAt,
    points: item.points,
    commentCount: item.commentCount,
    rank: item.rank,
    untrusted: {
      title: toUntrustedJson(item.title, 220),
      snippet: toUntrustedJson(item.snippet, 1200),
      link: item.link,
      discussionUrl: item.discussionUrl,
      publisher: toUntrustedJson(item.publisher, 300),
    },
  }));
  streams.out(
    toResultJson({ command: 'show', status: 'shown', exit: 0, files: [], next: null, warnings: [], body: { id: nomination.id, items } }),
  );
}
