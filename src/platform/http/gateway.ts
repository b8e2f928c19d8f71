import { FaultError } from '../../domain/fault.ts';

const REMEDY = 'give the gateway as a bare origin, for example http://127.0.0.1:8080';

/** Returns the origin. Throws E_USAGE for anything but an http(s) origin; the text is not echoed, as it may carry a password. */
export function parseGateway(text: string): string {
  if (!URL.canParse(text)) throw new FaultError('E_USAGE', 'the gateway is not an address', REMEDY);
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new FaultError('E_USAGE', 'the gateway is not http or https', REMEDY);
  if (url.username !== '' || url.password !== '') throw new FaultError('E_USAGE', 'the gateway carries credentials', REMEDY);
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '') {
    throw new FaultError('E_USAGE', 'the gateway carries a path, query or fragment', REMEDY);
  }
  return url.origin;
}

export interface Target {
  readonly origin: string;
  /** Path with query. */
  readonly path: string;
}

/** Where a request for this URL is really sent: to its own origin, or to `<gateway>/<host>/<path>?<query>`. */
export function toTarget(url: URL, gateway: string | null): Target {
  const path = `${url.pathname}${url.search}`;
  return gateway === null ? { origin: url.origin, path } : { origin: gateway, path: `/${url.host}${path}` };
}
