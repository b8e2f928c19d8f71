import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { startGrace } from '../../../src/platform/http/grace.ts';
import { getJson, openTestDoor, serve } from './loopback.ts';

const BODY = JSON.stringify({ rows: 'x'.repeat(10_000) });

/** Holds the event loop up, as a slow disk would. */
function holdUp(ms: number): void {
  const untilMs = performance.now() + ms;
  while (performance.now() < untilMs);
}

it.each([
  [
    'by a timer that was held up',
    (abort: () => void) => {
      setTimeout(abort, 1);
      setImmediate(holdUp, 20);
    },
  ],
  ['in the very turn in which it was sent', (abort: () => void) => abort()],
  ['in the turn after', (abort: () => void) => void setImmediate(abort)],
])('an answer that lies in the socket when the signal fires is read: %s', async (_, fire) => {
  const controller = new AbortController();
  const { origin } = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(BODY));
    fire(() => controller.abort());
  });
  const reply = await getJson(openTestDoor({ gateway: origin }), 'https://a.example/', controller.signal);
  expect(controller.signal.aborted).toBe(true);
  expect(reply).toMatchObject({ kind: 'reply', status: 200, body: BODY });
});

it('without an answer the signal passes on with its reason, and nothing is left behind', async () => {
  const parent = new AbortController();
  const grace = startGrace(parent.signal);
  const fired = new Promise((resolve) => grace.signal.addEventListener('abort', resolve, { once: true }));
  parent.abort('why');
  await fired;
  expect(grace.signal.reason).toBe('why');
  grace.clear();
  const other = new AbortController();
  startGrace(other.signal).clear();
  expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  expect(startGrace(parent.signal).signal.aborted).toBe(true);
});
