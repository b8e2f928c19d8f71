import { fileURLToPath } from 'node:url';
import { openFixtureDoor } from '../../src/sources/fixtures.ts';
import { AT_MS } from './build-item.ts';
import { type Gateway, startGateway } from './gateway.ts';

export interface FixtureGateway extends Gateway {
  /** Paths that were answered, in their order. */
  readonly answered: readonly string[];
  /** From now on so many requests more are answered; the others hang. */
  answerOnly(count: number): void;
  /** From now on every request is refused. */
  refuseAll(): void;
}

/** The bundled responses behind a gateway, as a real process may be sent to. */
export async function startFixtureGateway(): Promise<FixtureGateway> {
  const door = openFixtureDoor({ directory: fileURLToPath(new URL('../../fixtures', import.meta.url)), nowMs: AT_MS });
  const answered: string[] = [];
  let leftCount = Number.POSITIVE_INFINITY;
  let refuses = false;
  const gateway = await startGateway((request, response) => {
    if (refuses) return void response.writeHead(403).end();
    if (leftCount <= 0) return;
    leftCount -= 1;
    const path = request.url ?? '';
    void door.get({ url: `https:/${path}`, accept: 'json' }, new AbortController().signal).then((reply) => {
      if (reply.kind === 'failure') return void response.writeHead(502).end();
      answered.push(path);
      response.writeHead(reply.status, { 'content-type': reply.headers['content-type'] ?? 'text/plain' }).end(reply.body);
    });
  });
  return {
    ...gateway,
    answered,
    answerOnly: (count) => {
      leftCount = count;
    },
    refuseAll: () => {
      refuses = true;
    },
  };
}
