import { type AppendHandle, openAppend } from '../platform/append.ts';
import { replaceFile, sweepTemporaries } from '../platform/files.ts';
import { readLines } from '../platform/read-lines.ts';
import { type HashList, HashSet } from './hash-set.ts';
import type { JobPaths } from './job-paths.ts';
import { quarantine } from './quarantine.ts';
import { type RecentFinding, type Scan, scanFindings } from './scan.ts';
import { type JobState, readState, type StateRead, toStateBytes } from './state.ts';

const NONE: ReadonlySet<string> = new Set();

/** What opening a job had to mend. */
export interface Recovery {
  /** The last line: as it should be, a whole one that lacked its line feed, or a part of one that was cut off. */
  readonly tail: 'clean' | 'completed' | 'truncated';
  /** Lines in the middle that were no findings and were moved beside the job. */
  readonly quarantinedCount: number;
  readonly state: 'read' | 'absent' | 'rebuilt';
  /** Items that state.json called done and whose finding was lost: they run again. */
  readonly reopenedCount: number;
}

export interface Recovered {
  readonly handle: AppendHandle;
  readonly done: HashSet;
  readonly recent: RecentFinding[];
  readonly state: JobState;
  readonly recovery: Recovery;
}

function mendTail(handle: AppendHandle, { tail }: Scan): Recovery['tail'] {
  if (tail === null) return 'clean';
  if (tail.kind === 'whole') {
    handle.append(Buffer.from('\n'));
    return 'completed';
  }
  handle.truncate(tail.offset);
  return 'truncated';
}

/** Takes the bad lines out; they are in quarantine by now, and a kill before the replacement only puts them there again. */
function dropLines(path: string, { bad }: Scan): void {
  const numbers = new Set(bad.map((line) => line.lineNumber));
  const kept: Uint8Array[] = [];
  let lineNumber = 0;
  for (const { bytes } of readLines(path)) {
    lineNumber += 1;
    if (!numbers.has(lineNumber)) kept.push(Uint8Array.from(bytes), Buffer.from('\n'));
  }
  replaceFile(path, Buffer.concat(kept));
}

/**
 * Completed = state.completed and the findings' hashes together. Only where a line was lost may state.json name an item whose finding
 * is gone: the item whose hash is still legible, or, if one is not, every item without a finding, for repeating work loses nothing.
 * The first part of a line tells its hash truly; a line damaged in the middle only where that hash is known.
 */
function lostHashes({ hashes, bad, tail }: Scan, completed: HashList): ReadonlySet<string> {
  const torn = tail?.kind === 'partial' ? [tail.suspectHash] : [];
  if (torn.length === 0 && bad.length === 0) return NONE;
  const withoutFinding = hashes.missingOf(completed);
  const isKnown = (hash: string | null) => hash !== null && (withoutFinding.has(hash) || hashes.has(hash));
  if (torn.includes(null) || bad.some((line) => !isKnown(line.suspectHash))) return withoutFinding;
  const suspects = new Set([...torn, ...bad.map((line) => line.suspectHash)]);
  return new Set([...withoutFinding].filter((hash) => suspects.has(hash)));
}

/** The items of state.json that stay done. */
function keptOf({ completed }: StateRead, lost: ReadonlySet<string>): HashSet {
  const kept = new HashSet();
  kept.addAll(completed, (hash) => !lost.has(hash));
  return kept;
}

/** Quarantine, then the state, then the findings: while a lost line's item still counts as done, the line must be there to say it is lost. */
function mend(handle: AppendHandle, paths: JobPaths, mending: Mending): { readonly handle: AppendHandle; readonly tail: Recovery['tail'] } {
  const { scan, read, lost, nowMs } = mending;
  if (scan.bad.length > 0) quarantine(paths.quarantine, scan.bad, nowMs);
  if (lost.size > 0) replaceFile(paths.state, toStateBytes(read.state, keptOf(read, lost)));
  const tail = mendTail(handle, scan);
  if (scan.bad.length === 0) return { handle, tail };
  handle.close();
  dropLines(paths.findings, scan);
  return { handle: openAppend(paths.findings), tail };
}

interface Mending {
  readonly scan: Scan;
  readonly read: StateRead;
  readonly lost: ReadonlySet<string>;
  readonly nowMs: number;
}

/** Mends and reads a job's files. The lock must be held: an unlocked reader could take a line in the making for a torn one. */
export function recover(paths: JobPaths, nowMs: number): Recovered {
  sweepTemporaries(paths.root);
  // Opening syncs what a killed predecessor may have left in the page cache alone, so the scan reads only what lasts.
  const opened = openAppend(paths.findings);
  try {
    const read = readState(paths.state);
    const { kind, state, completed } = read;
    const scan = scanFindings(paths.findings, completed);
    const lost = lostHashes(scan, completed);
    const { handle, tail } = mend(opened, paths, { scan, read, lost, nowMs });
    const done = scan.hashes;
    done.addAll(completed, lost.size === 0 ? undefined : (hash) => !lost.has(hash));
    const recovery: Recovery = {
      tail,
      quarantinedCount: scan.bad.length,
      state: kind === 'lost' ? 'rebuilt' : kind,
      reopenedCount: lost.size,
    };
    return { handle, done, recent: scan.recent, state, recovery };
  } catch (error) {
    opened.close();
    throw error;
  }
}
