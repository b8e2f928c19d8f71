import { once } from 'node:events';
import { connect, createServer, type LookupFunction } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RefusedAddressError, type Resolve, resolveBySystem, toGuardedLookup } from '../../../src/platform/http/lookup.ts';

const V4 = { address: '93.184.215.14', family: 4 };
const V6 = { address: '2606:4700::1111', family: 6 };

function ask(lookup: LookupFunction, options: Parameters<LookupFunction>[1]): Promise<unknown[]> {
  return new Promise((resolve) => lookup('name.example', options, (...answer) => resolve(answer)));
}

const answering =
  (...answers: { address: string; family: number }[]): Resolve =>
  async () =>
    answers;

describe('toGuardedLookup', () => {
  it('returns all vetted addresses, or the first, as the caller asks', async () => {
    const lookup = toGuardedLookup(answering(V6, V4));
    expect(await ask(lookup, { all: true })).toEqual([null, [V6, V4]]);
    expect(await ask(lookup, {})).toEqual([null, V6.address, 6]);
    expect(await ask(lookup, { family: 4 })).toEqual([null, V4.address, 4]);
  });

  it.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '::1', '::ffff:10.0.0.1', 'fe80::1%eth0', 'fd00::1'])(
    'refuses a name with one answer %s among public ones',
    async (address) => {
      const family = address.includes(':') ? 6 : 4;
      for (const options of [{ all: true }, {}, { family: 4 }, { family: 6 }]) {
        const [error] = await ask(toGuardedLookup(answering(V4, V6, { address, family })), options);
        expect(error).toBeInstanceOf(RefusedAddressError);
      }
    },
  );

  it('reports a name without an address, and what the resolver said', async () => {
    expect(await ask(toGuardedLookup(answering()), { all: true })).toEqual([expect.objectContaining({ code: 'ENOTFOUND' }), '']);
    expect(await ask(toGuardedLookup(answering(V4)), { family: 6 })).toEqual([expect.objectContaining({ code: 'ENOTFOUND' }), '']);
    const again = Object.assign(new Error('again'), { code: 'EAI_AGAIN' });
    expect(
      await ask(
        toGuardedLookup(() => Promise.reject(again)),
        {},
      ),
    ).toEqual([again, '']);
  });

  it('keeps a real socket from connecting to loopback by name, and resolves once per connection', async () => {
    const server = createServer(() => expect.unreachable('the guarded socket connected')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    let resolveCount = 0;
    const lookup = toGuardedLookup(async () => {
      resolveCount += 1;
      return [{ address: '127.0.0.1', family: 4 }];
    });
    const socket = connect({ host: 'rebound.example', port: address.port, lookup });
    const [error] = await once(socket, 'error').catch((reason: unknown) => [reason]);
    expect(error).toBeInstanceOf(RefusedAddressError);
    expect(resolveCount).toBe(1);
    server.close();
  });

  it('never is asked about a literal, which is why literals are checked beforehand', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const socket = connect({ host: '127.0.0.1', port: address.port, lookup: () => expect.unreachable('net now asks: simplify the guard') });
    await once(socket, 'connect');
    socket.destroy();
    server.close();
  });
});

describe('resolveBySystem', () => {
  it('lists addresses of a name the machine knows', async () => {
    const addresses = await resolveBySystem('localhost');
    expect(addresses.length).toBeGreaterThan(0);
  });
});
