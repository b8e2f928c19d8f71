import { isUtf8 } from 'node:buffer';
import { readBlocks } from '../platform/read-lines.ts';
import { HashSet } from './hash-set.ts';
import type { Sha256 } from './key.ts';
import { keyOf, type LineProblem, parseLine, type ReadLine } from './line.ts';
import { HASH_AT, isOwnFinding } from './own-line.ts';

export const RECENT_COUNT = 20;
const LINE_FEED = 0x0a;

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
  readonly hashes: HashSet;
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

/** What has been read so far. Of the last findings only places are kept until their block ends: most are never looked at. */
class Scanner {
  readonly hashes = new HashSet();
  readonly recent: RecentFinding[] = [];
  readonly bad: BadLine[] = [];
  lineCount = 0;
  findingCount = 0;
  withCrcCount = 0;
  readonly #sha256: Sha256;
  readonly #places: { start: number; end: number }[] = Array.from({ length: RECENT_COUNT }, () => ({ start: 0, end: 0 }));
  #placeCount = 0;

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /** Takes in a block of whole lines. */
  takeBlock(bytes: Buffer): void {
    const isSound = isUtf8(bytes);
    const line = { start: 0, end: bytes.indexOf(LINE_FEED) };
    while (line.end !== -1) {
      this.lineCount += 1;
      if (isSound && isOwnFinding(bytes, line, this.#sha256)) {
        this.hashes.addDigits(bytes, line.start + HASH_AT);
        this.withCrcCount += 1;
        this.#place(line);
      } else if (this.#takeOther(bytes.subarray(line.start, line.end))) this.#place(line);
      line.start = line.end + 1;
      line.end = bytes.indexOf(LINE_FEED, line.start);
    }
    this.#keepRecent(bytes);
  }

  /** What stands behind the last line feed. */
  takeTail(bytes: Buffer, offset: number): TornTail {
    this.lineCount += 1;
    const line = parseLine(bytes, this.#sha256);
    if (line.kind === 'finding') {
      this.#takeFinding(line);
      this.#place({ start: 0, end: bytes.length });
      this.#keepRecent(bytes);
    }
    return tailOf(line, offset);
  }

  /** True for a finding. */
  #takeOther(bytes: Uint8Array): boolean {
    const line = parseLine(bytes, this.#sha256);
    if (line.kind === 'finding') this.#takeFinding(line);
    if (line.kind === 'bad') {
      const { problem, suspectHash } = line;
      this.bad.push({ lineNumber: this.lineCount, problem, suspectHash, bytes: Uint8Array.from(bytes) });
    }
    return line.kind === 'finding';
  }

  #takeFinding({ hash, hasCrc }: { readonly hash: string; readonly hasCrc: boolean }): void {
    this.hashes.add(hash);
    this.withCrcCount += Number(hasCrc);
  }

  #place({ start, end }: { readonly start: number; readonly end: number }): void {
    this.findingCount += 1;
    const place = this.#places[this.#placeCount % RECENT_COUNT];
    if (place !== undefined) Object.assign(place, { start, end });
    this.#placeCount += 1;
  }

  #keepRecent(bytes: Buffer): void {
    for (let index = Math.max(0, this.#placeCount - RECENT_COUNT); index < this.#placeCount; index += 1) {
      const { start = 0, end = 0 } = this.#places[index % RECENT_COUNT] ?? {};
      const lineText = bytes.toString('utf8', start, end);
      pushRecent(this.recent, { key: keyOf(lineText), lineText });
    }
    this.#placeCount = 0;
  }
}

/** Reads findings.jsonl through and changes nothing; an absent file has no findings. E_STORE_READ, E_STORE_UNSAFE. */
export function scanFindings(path: string, sha256: Sha256): Scan {
  const scanner = new Scanner(sha256);
  let tail: TornTail | null = null;
  for (const { bytes, offset, isTerminated } of readBlocks(path)) {
    if (isTerminated) scanner.takeBlock(bytes);
    else tail = scanner.takeTail(bytes, offset);
  }
  const { hashes, recent, bad, findingCount, withCrcCount } = scanner;
  return { hashes, recent, bad, tail, findingCount, withoutCrcCount: findingCount - withCrcCount };
}
