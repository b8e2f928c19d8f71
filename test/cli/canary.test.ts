import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { callProgram } from '../support/call-program.ts';
import { CANARY, leaksIn, runAllWithCanary } from '../support/canary.ts';
import { startFixtureGateway } from '../support/fixture-gateway.ts';
import { startGateway } from '../support/gateway.ts';
import { MOCK_AT } from '../support/round.ts';
import { namesIn } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Five processes one after the other: seconds, but for a busy machine. */
const PROCESSES_TIMEOUT_MS = 240_000;

it(
  'no secret of the environment is written or printed by three legs, show and one-shot in mock mode',
  async () => {
    const directory = temporaryDirectory();
    const texts = await runAllWithCanary(directory, MOCK_AT);
    expect(namesIn(directory).length).toBeGreaterThan(15);
    expect(Object.keys(texts)).toHaveLength(10);
    expect(leaksIn(directory, texts)).toEqual([]);
  },
  PROCESSES_TIMEOUT_MS,
);

it(
  'nor when every request goes through a gateway, which is not sent it either',
  async () => {
    const directory = temporaryDirectory();
    const fixtures = await startFixtureGateway();
    const seen: string[] = [];
    const gateway = await startGateway((request, response) => {
      seen.push(`${request.url} ${JSON.stringify(request.rawHeaders)}`);
      void fetch(`${fixtures.origin}${request.url}`).then(async (reply) => {
        response.writeHead(reply.status, { 'content-type': reply.headers.get('content-type') ?? 'text/plain' });
        response.end(Buffer.from(await reply.arrayBuffer()));
      });
    });
    const texts = await runAllWithCanary(directory, ['--gateway', gateway.origin, ...MOCK_AT.slice(1)]);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen.some((request) => request.includes('api.github.com'))).toBe(true);
    expect(seen.filter((request) => /authorization/i.test(request))).toEqual([]);
    expect(leaksIn(directory, { ...texts, requests: seen.join('\n') })).toEqual([]);
  },
  PROCESSES_TIMEOUT_MS,
);

it.each([
  ['HTTPS_PROXY', `http://canary:${CANARY}@127.0.0.1:1`],
  ['HTTPS_PROXY', `socks5://canary:${CANARY}@127.0.0.1:1`],
  ['HTTPS_PROXY', `not an address ${CANARY}`],
  ['TRIVET_GATEWAY', `http://canary:${CANARY}@127.0.0.1:1`],
  ['TRIVET_GATEWAY', `http://127.0.0.1:1/?token=${CANARY}`],
])('the password in %s is in no message', async (name, value) => {
  const directory = temporaryDirectory();
  const args = ['discover', '--nominate-only', '--debug', '--json', '--leg-budget', '5', '--store', join(directory, 'store')];
  const run = await callProgram(args, { env: { [name]: value } });
  expect([2, 3]).toContain(run.code);
  expect(leaksIn(directory, { stdout: run.stdout, stderr: run.stderr })).toEqual([]);
});

it('the search finds what it looks for', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'state.json'), `{"authorization":"Bearer ${CANARY}"}`);
  writeFileSync(join(directory, 'innocent.json'), '{}');
  const basic = Buffer.from(`canary:${CANARY}`).toString('base64');
  expect(leaksIn(directory, { stdout: `Basic ${basic}`, stderr: 'nothing' })).toEqual([join(directory, 'state.json'), 'stdout']);
});
