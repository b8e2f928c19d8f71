import { z } from 'zod';
import { SOURCE_IDS } from '../domain/source-id.ts';
import { SOURCES } from '../sources/index.ts';
import { type Streams, toAnswerJson } from './output.ts';

const optionsSchema = z.object({ json: z.boolean().default(false) });

/** `trivet sources`: the table, as people or programs read it. */
export function sources({ raw, streams }: { readonly raw: unknown; readonly streams: Streams }): void {
  const { json } = optionsSchema.parse(raw);
  const rows = SOURCE_IDS.map((id) => {
    const { title, site, listing, hasSearch, limits } = SOURCES[id];
    return { id, title, site, listing, hasSearch, limits };
  });
  if (json) {
    streams.out(toAnswerJson({ command: 'sources', status: 'listed', body: { sources: rows } }));
    return;
  }
  for (const row of rows)
    streams.out(
      `${row.id.padEnd(12)}${row.title} (${row.site})\n${' '.repeat(12)}sweep: ${row.listing}; search: ${row.hasSearch ? 'yes' : 'no'}; ${row.limits}\n`,
    );
}
