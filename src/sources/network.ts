import type { Source } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import type { Door } from '../platform/http.ts';

/** All a source needs of the outside: the one door, and a clock that only grows (milliseconds). */
export interface Network {
  readonly door: Pick<Door, 'get'>;
  monotonicMs(): number;
}

/** One row of the table: what `sources` and `doctor` say about a site, and how to open it. */
export interface SourceEntry {
  readonly id: SourceId;
  readonly title: string;
  readonly site: string;
  /** What a sweep looks at, one phrase. */
  readonly listing: string;
  /** Whether the opened source has a `search`. */
  readonly hasSearch: boolean;
  /** Known limits of the keyless access, one phrase. */
  readonly limits: string;
  open(network: Network): Source;
}
