import { BlockList, isIP } from 'node:net';

// Source: the IANA IPv4 special-purpose address registry, plus multicast and reserved space.
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;

// Special blocks inside 2000::/3: protocol assignments with Teredo, documentation, 6to4, documentation.
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const;

function toBlockList(networks: readonly (readonly [string, number])[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family);
  return list;
}

// One list a family: BlockList maps IPv4 into IPv6 rules, so a mapped rule in a shared list would match every IPv4 address.
const specialV4 = toBlockList(SPECIAL_V4, 'ipv4');
const specialV6 = toBlockList(SPECIAL_V6, 'ipv6');
const globalV6 = toBlockList([['2000::', 3]], 'ipv6');

/**
 * Whether an IP address (no brackets) may be reached. IPv6 outside global unicast, so also loopback, IPv4-mapped,
 * NAT64, unique local and link local, is refused, as is everything that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !specialV4.check(address, 'ipv4');
  // BlockList answers "no match" for an address with a zone, which would let fe80::1%eth0 pass a deny list.
  if (family !== 6 || address.includes('%')) return false;
  return globalV6.check(address, 'ipv6') && !specialV6.check(address, 'ipv6');
}

const LOCAL_SUFFIXES = ['localhost', 'localdomain', 'local', 'internal', 'lan', 'home.arpa'];

function isLocalName(hostname: string): boolean {
  const name = hostname.toLowerCase().split('.').filter(Boolean).join('.');
  // A name without a dot is completed by the machine's search list and can only mean a neighbour.
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
}

/** Whether a URL's hostname (brackets and trailing dots included) is a literal or a name that never leaves the local network. */
export function isPrivateHost(hostname: string): boolean {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return isIP(literal) === 0 ? literal !== hostname || isLocalName(hostname) : !isPublicAddress(literal);
}

const PORTS = new Set(['', '80', '443']);

/** Why this URL may not be fetched, as a sentence of ours, or null. Relies on URL having normalised the spelling of the host. */
export function readUrlProblem(url: URL): string | null {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'only http and https addresses are fetched';
  if (url.username !== '' || url.password !== '') return 'an address that carries credentials is refused';
  if (!PORTS.has(url.port)) return 'only ports 80 and 443 are reached';
  return isPrivateHost(url.hostname) ? 'a private or special address is refused' : null;
}
