import { isUtf8 } from 'node:buffer';
import { readBlocks } from '../platform/read-lines.ts';
import { type HashList, HashSet } from './hash-set.ts';
import { toWord, WORD_DIGITS } from './hex-words.ts';
import { NO_END } from './json-extent.ts';
import { keyOf, type LineProblem, parseLine, type ReadLine } from './line.ts';
import { HASH_AT, ownFindingEnd } from './own-line.ts';

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
  readonly #places: { start: number; end: number }[] = Array.from({ length: RECENT_COUNT }, () => ({ start: 0, end: 0 }));
  readonly #known: HashList;
  #knownCount = 0;
  #placeCount = 0;

  constructor(known: HashList) {
    this.#known = known;
  }

  /** Takes in a block of whole lines. */
  takeBlock(bytes: Buffer): void {
    const isSound = isUtf8(bytes);
    for (let start = 0; start < bytes.length; ) {
      this.lineCount += 1;
      const [high, low] = [toWord(bytes, start + HASH_AT), toWord(bytes, start + HASH_AT + WORD_DIGITS)];
      const isKnown = this.#known[2 * this.#knownCount] === high && this.#known[2 * this.#knownCount + 1] === low;
      const ownEnd = isSound ? ownFindingEnd(bytes, start, isKnown) : NO_END;
      const end = ownEnd === NO_END ? bytes.indexOf(LINE_FEED, start) : ownEnd;
      if (ownEnd !== NO_END) {
        this.hashes.addWords(high, low);
        this.#knownCount += Number(isKnown);
        this.withCrcCount += 1;
        this.#place(start, end);
      } else if (this.#takeOther(bytes.subarray(start, end))) this.#place(start, end);
      start = end + 1;
    }
    this.#keepRecent(bytes);
  }

  /** What stands behind the last line feed. */
  takeTail(bytes: Buffer, offset: number): TornTail {
    this.lineCount += 1;
    const line = parseLine(bytes);
    if (line.kind === 'finding') {
      this.#takeFinding(line);
      this.#place(0, bytes.length);
      this.#keepRecent(bytes);
    }
    return tailOf(line, offset);
  }

  /** True for a finding. */
  #takeOther(bytes: Uint8Array): boolean {
    const line = parseLine(bytes);
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

  #place(start: number, end: number): void {
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

const NONE: HashList = new Uint32Array();

/**
 * Reads findings.jsonl through and changes nothing; an absent file has no findings. `known`: hashes in the order of their lines that
 * were found to be their keys' when they came to be known, which is half of what a line costs. E_STORE_READ, E_STORE_UNSAFE.
 */
export function scanFindings(path: string, known = NONE): Scan {
  const scanner = new Scanner(known);
  let tail: TornTail | null = null;
  for (const { bytes, offset, fileBytes, isTerminated } of readBlocks(path)) {
    if (isTerminated) scanner.takeBlock(bytes);
    else tail = scanner.takeTail(bytes, offset);
    if (offset === 0) scanner.hashes.reserve(Math.ceil((scanner.findingCount * fileBytes) / bytes.length));
  }
  const { hashes, recent, bad, findingCount, withCrcCount } = scanner;
  return { hashes, recent, bad, tail, findingCount, withoutCrcCount: findingCount - withCrcCount };
}
