import { CAPS } from '../domain/text/caps.ts';
import { toLine } from '../domain/text/contexts.ts';

const TOLD_CAP = 4000;

/**
 * A brief before it is painted. Words of ours are plain strings; whatever a stranger, the host or the operator wrote is a
 * `Foreign` or an exhibit's title, which only a painter turns into text: no foreign word can slip past its sanitiser.
 */
export interface Sheet {
  readonly title: readonly Span[];
  readonly sections: readonly Section[];
}

export interface Section {
  /** Null for the lines right under the title. */
  readonly heading: readonly Span[] | null;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: 'prose'; readonly spans: readonly Span[] }
  | { readonly kind: 'fact'; readonly label: string; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly label: string; readonly rows: readonly string[] }
  | { readonly kind: 'exhibits'; readonly label: string; readonly exhibits: readonly Exhibit[] };

export type Span = string | Foreign;

interface Foreign {
  readonly foreign: string;
  /** Code points shown. */
  readonly cap: number;
}

/** One item a reader can open. */
export interface Exhibit {
  /** As the site gave it. */
  readonly title: string;
  readonly source: string;
  /** Numbers and date, ours. */
  readonly facts: string;
  /** Where the title leads; null where no address was safe. */
  readonly url: string | null;
  /** The page at its source, where the title leads elsewhere. */
  readonly sourceUrl: string | null;
}

/** Stands where sanitising left nothing to read. */
export const ILLEGIBLE = '(no legible text)';

export function prose(...spans: readonly Span[]): Block {
  return { kind: 'prose', spans };
}

export function fact(label: string, ...spans: readonly Span[]): Block {
  return { kind: 'fact', label, spans };
}

export function list(label: string, rows: readonly string[]): Block[] {
  return rows.length === 0 ? [] : [{ kind: 'list', label, rows: rows.map(told) }];
}

/** Names as one run. Parted by ` | `, because a `;` could complete a character reference that a name began. */
export function nameSpans(names: readonly string[]): Span[] {
  return names.flatMap((name, index) => [...(index === 0 ? [] : [' | ']), { foreign: name, cap: CAPS.name }]);
}

/** Words that are ours by contract (an outcome's cause), held to one safe line all the same. */
export function told(text: string): string {
  return toLine(text, TOLD_CAP);
}
