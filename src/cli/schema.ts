import { z } from 'zod';
import { jsonSchemaOf, SCHEMA_NAMES } from '../checkpoint/index.ts';
import { type Streams, toResultJson } from './output.ts';

const optionsSchema = z.object({ json: z.boolean().default(false) });

/** `trivet schema <name>`: the JSON Schema itself; under --json inside the one document. Without a name: the names. */
export function schema({
  name,
  raw,
  streams,
}: {
  readonly name: string | undefined;
  readonly raw: unknown;
  readonly streams: Streams;
}): void {
  const { json } = optionsSchema.parse(raw);
  if (name === undefined) {
    if (json)
      streams.out(
        toResultJson({ command: 'schema', status: 'listed', exit: 0, files: [], next: null, warnings: [], body: { names: SCHEMA_NAMES } }),
      );
    else streams.out(`${SCHEMA_NAMES.join('\n')}\n`);
    return;
  }
  const found = jsonSchemaOf(name);
  if (json)
    streams.out(
      toResultJson({ command: 'schema', status: 'printed', exit: 0, files: [], next: null, warnings: [], body: { schema: found } }),
    );
  else streams.out(`${JSON.stringify(found, null, 2)}\n`);
}
