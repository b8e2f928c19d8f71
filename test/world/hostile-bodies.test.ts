import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram, canMeasure, type Leg, runBuiltLeg } from './built-leg.ts';

const MOST_PEAK_MIB = 200;
const BODY_BYTES = 8 * 1024 * 1024 - 1000;
const VALUE_COUNT = 99_000;
/** Keeps a body just below the ratio that is beyond belief. */
const noise = randomBytes(90_000).toString('hex');

function filled(open: string, part: string, close: string): string {
  return open + part.repeat(Math.floor((BODY_BYTES - open.length - close.length) / part.length)) + close;
}

const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><id>${noise}</id>`;
const names = Array.from({ length: VALUE_COUNT }, (_, index) => index.toString(36));

// Within every cap on bytes, and made to cost as much as it can.
const BODIES: readonly (readonly [string, 'lobste.rs' | 'www.reddit.com', string])[] = [
  ['objects without end', 'lobste.rs', filled(`["${noise}",`, '{},', '1]')],
  ['as many keys as there may be', 'lobste.rs', `["${noise}",{${names.map((name) => `"${name}":1`).join(',')}}]`],
  [
    'as many rows as there may be',
    'lobste.rs',
    `["${noise}",${Array(VALUE_COUNT / 2)
      .fill('{"short_id":1}')
      .join(',')}]`,
  ],
  ['one long text', 'lobste.rs', filled(`["${noise}","`, 'é', '"]').slice(0, BODY_BYTES / 2)],
  ['entries without end', 'www.reddit.com', filled(FEED, '<entry><id>t3_a</id></entry>', '</feed>')],
  ['as many entries as there may be', 'www.reddit.com', `${FEED}${'<entry></entry>'.repeat(VALUE_COUNT)}</feed>`],
  ['attributes without end', 'www.reddit.com', filled(`${FEED}<entry `, 'a="" ', '/></feed>')],
  ['entities without end', 'www.reddit.com', filled(`${FEED}<entry><title>`, '&lt;b&gt;', '</title></entry></feed>')],
  ['texts as long as they may be', 'www.reddit.com', filled(FEED, `<x>${'x'.repeat(260_000)}</x>`, '</feed>')],
];

describe('a body within every cap on bytes is read cheaply or not at all', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'trivet-test-'));
  const figures: string[] = [];
  const servers: Server[] = [];
  beforeAll(buildProgram);
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(scratch, { recursive: true, force: true });
    console.info(`peak memory and time of each leg:\n${figures.join('\n')}`);
  });

  async function legAgainst(host: string, body: Buffer): Promise<Leg> {
    const server = createServer((request, response) => {
      if (!request.url?.startsWith(`/${host}/`)) return void response.writeHead(404).end('{}');
      const type = host === 'www.reddit.com' ? 'application/atom+xml' : 'application/json';
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const directory = mkdtempSync(join(scratch, 'run-'));
    return runBuiltLeg(directory, `http://127.0.0.1:${address.port}`, ['--now', '2021-12-10T12:00:00Z']);
  }

  it.each(BODIES)('%s from %s', async (name, host, body) => {
    const leg = await legAgainst(host, gzipSync(body));
    figures.push(`${name}: ${leg.peakMib?.toFixed(0) ?? '?'} MiB, ${(leg.elapsedMs / 1000).toFixed(1)} s`);
    expect([leg.code, leg.document.status]).toEqual([3, 'unobserved']);
    const others = leg.document.coverage.filter(({ source }) => source !== (host === 'lobste.rs' ? 'lobsters' : 'reddit'));
    // They were answered, late or not: nobody was kept from reading.
    expect(others.map(({ outcome }) => outcome.status)).toEqual(Array(4).fill('unreachable'));
    const [own] = leg.document.coverage.filter((row) => !others.includes(row));
    expect(own?.outcome).toMatchObject({ status: 'malformed', httpStatus: 200 });
    if (canMeasure) expect(leg.peakMib).toBeLessThanOrEqual(MOST_PEAK_MIB);
  });
});
