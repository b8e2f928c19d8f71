import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './address.ts';

/** All addresses a name has. Rejects with the resolver's own error. */
export type Resolve = (hostname: string) => Promise<readonly LookupAddress[]>;

/** A name, or a literal that reached the connector, stands for an address that is never connected to. */
export class RefusedAddressError extends Error {
  readonly code = 'REFUSED_ADDRESS';

  constructor() {
    super('the name stands for a private or special address');
    this.name = 'RefusedAddressError';
  }
}

class NoAddressError extends Error {
  readonly code = 'ENOTFOUND';
}

/** The operating system's resolver, which also reads the hosts file. */
export const resolveBySystem: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

/** What of a name's addresses may be connected to. One private answer among public ones refuses the name. */
function requireVetted(addresses: readonly LookupAddress[], wantedFamily: unknown): [LookupAddress, ...LookupAddress[]] {
  if (addresses.some(({ address }) => !isPublicAddress(address))) throw new RefusedAddressError();
  const isAnyFamily = wantedFamily !== 4 && wantedFamily !== 6;
  const [first, ...rest] = addresses.filter(({ family }) => isAnyFamily || family === wantedFamily);
  if (first === undefined) throw new NoAddressError('the name has no address');
  return [first, ...rest];
}

/** One question at a time for each name: the system's resolver has few threads, and a name server that never answers holds one each. */
function toShared(resolve: Resolve): Resolve {
  const underway = new Map<string, ReturnType<Resolve>>();
  return (hostname) => {
    const known = underway.get(hostname);
    if (known !== undefined) return known;
    const asked = resolve(hostname).finally(() => underway.delete(hostname));
    underway.set(hostname, asked);
    return asked;
  };
}

/**
 * A `lookup` for net and tls that hands out only what it has checked, so that nothing is resolved a second time between
 * check and connect. net never calls it for IP literals.
 */
export function toGuardedLookup(resolve: Resolve): LookupFunction {
  const resolveShared = toShared(resolve);
  return (hostname, options, callback) => {
    const vetted = resolveShared(hostname).then((addresses) => requireVetted(addresses, options.family));
    vetted.then(
      (addresses) => {
        if (options.all === true) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}
