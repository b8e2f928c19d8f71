import { z } from 'zod';
import type { Seed } from '../domain/seed.ts';
import { CAPS } from '../domain/text/caps.ts';
import { openEngine } from '../legs/engine.ts';
import { type ShownPage, showNomination } from '../legs/show.ts';
import { commentTextJson, seedJson } from '../render/item-json.ts';
import { toEngineOptions } from './engine-options.ts';
import type { Environment } from './environment.ts';
import { parseRawOptions } from './options.ts';
import { type Streams, toAnswerJson } from './output.ts';
import { parseWholeNumber } from './values.ts';

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
  return toAnswerJson({ command: 'show', status: 'shown', next, body });
}

function itemOf(seed: Seed): object {
  const { untrusted, ...rest } = seedJson(seed, CAPS.longSnippet);
  return { ...rest, untrusted: { ...untrusted, comments: seed.item.topComments.map(commentTextJson) } };
}
