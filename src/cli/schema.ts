import { z } from 'zod';
import { jsonSchemaOf, SCHEMA_NAMES } from '../checkpoint/index.ts';
import { type Streams, toAnswerJson } from './output.ts';

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
    streams.out(
      json ? toAnswerJson({ command: 'schema', status: 'listed', body: { names: SCHEMA_NAMES } }) : `${SCHEMA_NAMES.join('\n')}\n`,
    );
    return;
  }
  const found = jsonSchemaOf(name);
  streams.out(
    json ? toAnswerJson({ command: 'schema', status: 'printed', body: { schema: found } }) : `${JSON.stringify(found, null, 2)}\n`,
  );
}
