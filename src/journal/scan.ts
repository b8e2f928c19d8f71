import { readLines } from '../platform/read-lines.ts';
import type { Sha256 } from './key.ts';
import { type LineProblem, parseLine, type ReadLine } from './line.ts';

export const RECENT_COUNT = 20;

/** A finding as the summary shows it: its key and its whole line. */
export interface RecentFinding {
  readonly key: string;
  readonly lineText: string;
}

/** A line in the middle that is no finding. Numbers count from 1. */
export interface BadLine {
  readonly lineNumber: number;
  readonly problem: LineProblem;
  readonly suspectHash: string | null;
  readonly bytes: Uint8Array;
}

/** What stands behind the last line feed: a finding that lacks only that, or the first part of one. */
type TornTail = { readonly kind: 'whole' } | { readonly kind: 'partial'; readonly offset: number; readonly suspectHash: string | null };

export interface Scan {
  /** Hashes of all findings. */
  readonly hashes: Set<string>;
  /** The last findings, oldest first. */
  readonly recent: RecentFinding[];
  readonly bad: readonly BadLine[];
  readonly tail: TornTail | null;
  readonly findingCount: number;
  readonly withoutCrcCount: number;
}

/** Keeps the list at the last 20. */
export function pushRecent(recent: RecentFinding[], finding: RecentFinding): void {
  recent.push(finding);
  if (recent.length > RECENT_COUNT) recent.shift();
}

function tailOf(line: ReadLine, offset: number): TornTail {
  if (line.kind === 'finding') return { kind: 'whole' };
  return { kind: 'partial', offset, suspectHash: line.kind === 'bad' ? line.suspectHash : null };
}

/** Reads findings.jsonl through and changes nothing; an absent file has no findings. E_STORE_READ, E_STORE_UNSAFE. */
export function scanFindings(path: string, sha256: Sha256): Scan {
  const hashes = new Set<string>();
  const recent: RecentFinding[] = [];
  const bad: BadLine[] = [];
  const counts = { lineCount: 0, findingCount: 0, withCrcCount: 0 };
  let tail: TornTail | null = null;
  for (const { bytes, offset, isTerminated } of readLines(path)) {
    const line = parseLine(bytes, sha256);
    counts.lineCount += 1;
    if (!isTerminated) tail = tailOf(line, offset);
    if (line.kind === 'finding') {
      hashes.add(line.hash);
      pushRecent(recent, { key: line.key, lineText: line.text });
      counts.findingCount += 1;
      counts.withCrcCount += Number(line.hasCrc);
    } else if (line.kind === 'bad' && isTerminated) {
      bad.push({ lineNumber: counts.lineCount, problem: line.problem, suspectHash: line.suspectHash, bytes: Uint8Array.from(bytes) });
    }
  }
  const { findingCount, withCrcCount } = counts;
  return { hashes, recent, bad, tail, findingCount, withoutCrcCount: findingCount - withCrcCount };
}
