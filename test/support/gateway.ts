import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

export interface Gateway {
  readonly origin: string;
  /** Paths asked for, in their order: `/<host>/<path>?<query>`. */
  readonly asked: readonly string[];
  /** Resolves when the first request has come in. */
  readonly firstRequest: Promise<void>;
}

/** A server in the place of all sites; it goes with the test, open requests included. */
export async function startGateway(answer: RequestListener): Promise<Gateway> {
  const asked: string[] = [];
  let tellFirst: () => void = () => undefined;
  const firstRequest = new Promise<void>((resolve) => {
    tellFirst = resolve;
  });
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    tellFirst();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test gateway has no port');
  return { origin: `http://127.0.0.1:${address.port}`, asked, firstRequest };
}

/** Takes every request and answers none. */
export const neverAnswers: RequestListener = () => undefined;

/** Refuses every request at once, in a way that is not tried again. */
export const alwaysRefuses: RequestListener = (_, response) => void response.writeHead(403).end();
