/** Strings (to the end where one is never closed, so that no place is looked at twice), and what opens, closes and separates. */
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|[{}[\],:]/gs;
const TOP_DEPTH = 1;
const LIST_DEPTH = 2;
const ROW_DEPTH = 3;

/** Keys that stand more than once in one object; a parser would keep the last and say nothing. */
export interface RepeatedKeys {
  readonly top: readonly string[];
  /** By the number of a row in its list, from 1. */
  readonly rows: ReadonlyMap<number, ReadonlySet<string>>;
}

interface Scan {
  /** The keys of each object around this place; arrays have none. */
  readonly around: Set<string>[];
  row: number;
  readonly top: string[];
  readonly rows: Map<number, Set<string>>;
}

function noteKey(scan: Scan, key: string): void {
  const { around, top, rows, row } = scan;
  const keys = around.at(-1);
  if (keys?.has(key) !== true) {
    keys?.add(key);
  } else if (around.length === TOP_DEPTH) {
    top.push(key);
  } else if (around.length === ROW_DEPTH) {
    rows.set(row, (rows.get(row) ?? new Set()).add(key));
  }
}

function noteMark(scan: Scan, mark: string): void {
  const { around } = scan;
  if (mark === ',') {
    if (around.length === LIST_DEPTH) scan.row += 1;
  } else if (mark === '{' || mark === '[') {
    around.push(new Set());
    if (around.length === LIST_DEPTH) scan.row = 1;
  } else {
    around.pop();
  }
}

/** `text` is JSON that has been parsed already. Keys count as they read, escapes undone. */
export function readRepeatedKeys(text: string): RepeatedKeys {
  const scan: Scan = { around: [], row: 0, top: [], rows: new Map() };
  let before = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ':') noteKey(scan, String(JSON.parse(before)));
    else if (!token.startsWith('"')) noteMark(scan, token);
    before = token;
  }
  return scan;
}
