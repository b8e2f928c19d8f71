/** One GET. `accept` names the family of formats wanted; `headers` adds to or refines it (never identity, cookies or authorization). */
export interface HttpRequest {
  /** Absolute http(s) URL of the public host, also when a gateway is used. */
  readonly url: string;
  readonly accept: 'json' | 'xml' | 'html';
  /** Sent to this origin only: a redirect to another loses them for good. */
  readonly headers?: Readonly<Record<string, string>>;
}

export type FailureCause =
  /** Connecting, the headers, a pause in the body or the whole took too long; or the leg's time was up. */
  | 'timeout'
  /** No connection: name, network, TLS, proxy. */
  | 'unreachable'
  /** Over a byte cap on the wire or decompressed, or a compression bomb. */
  | 'too-large'
  /** Content coding other than gzip, br or none, or bytes that are not the announced charset. */
  | 'encoding'
  /** Too many redirects, a downgrade to http, or no usable target. */
  | 'redirect'
  /** A private or special address, scheme, port or credentials, first or by redirect. */
  | 'refused-address'
  /** The host asked for a wait that does not fit the time left; nothing was sent. */
  | 'deferred'
  /** The caller's signal fired or the door was closed. */
  | 'interrupted'
  /** Broken HTTP, a damaged or truncated body. */
  | 'protocol';

/** What came of one GET: any HTTP status is a reply; a failure is what no schema will ever see. */
export type HttpReply =
  | {
      readonly kind: 'reply';
      readonly status: number;
      /** Lower-case names, repeated ones joined by `, `; without set-cookie. Third-party text. */
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
      /** Where the body came from after redirects, in the public host's terms (never the gateway's). Third-party text. */
      readonly url: string;
      readonly retryAfterSeconds: number | null;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'failure';
      readonly cause: FailureCause;
      /** One sentence of ours: no third-party text, no address, no query. */
      readonly detail: string;
      /** The HTTP status where one was received. */
      readonly status: number | null;
      readonly retryAfterSeconds: number | null;
      readonly elapsedMs: number;
    };
