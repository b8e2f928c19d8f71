import type { Brief } from '../domain/brief.ts';
import type { Bundle } from '../domain/bundle.ts';
import type { Coverage } from '../domain/coverage.ts';
import { isCleanCoverage, isObservedCoverage } from '../domain/coverage.ts';
import type { BundleId } from '../domain/id.ts';
import type { SolidReport } from '../domain/report.ts';

/** What a leg hands back: a digest that awaits the host, research that awaits its next call, or a brief. The CLI turns it into streams and an exit code. */
export type LegResult = AwaitingJudgments | Researching | AwaitingAngles | BriefDone;

interface Shared {
  /** 0, or 3 for coverage. */
  readonly exit: 0 | 3;
  /** Absolute paths this leg wrote, or asks the host to write. */
  readonly files: readonly string[];
  /** The exact next command; null when the run is over. */
  readonly next: string | null;
  readonly warnings: readonly string[];
}

export interface AwaitingJudgments extends Shared {
  readonly status: 'awaiting-judgments';
  /** The file the host is to write. */
  readonly hostFile: string;
  readonly bundleId: BundleId;
  readonly bundle: Bundle;
  readonly digest: string;
}

/** Leg 2's time was up before its research was done: `next` is the same command again. */
export interface Researching extends Shared {
  readonly status: 'researching';
  readonly exit: 0;
  readonly next: string;
  readonly bundleId: BundleId;
  readonly coverage: Coverage;
  readonly progress: ResearchProgress;
  readonly text: string;
}

export interface ResearchProgress {
  /** Stories in the research slots. */
  readonly topicCount: number;
  readonly finishedCount: number;
  readonly remainingCount: number;
  /** Research time of all calls so far, and what the run may take in all. */
  readonly spentMs: number;
  readonly budgetMs: number;
}

export interface AwaitingAngles extends Shared {
  readonly status: 'awaiting-angles';
  readonly hostFile: string;
  readonly bundleId: BundleId;
  readonly report: SolidReport;
  readonly digest: string;
}

export interface BriefDone extends Shared {
  readonly status: 'done' | 'nothing-solid' | 'unobserved';
  readonly brief: Brief;
}

/** The end of a run: status and exit code are read off the brief itself. */
export function briefDone(
  brief: Brief,
  { strict, files = [], warnings = [] }: { readonly strict: boolean } & Partial<Pick<BriefDone, 'files' | 'warnings'>>,
): BriefDone {
  const status = brief.status === 'topics' ? 'done' : brief.status;
  return { status, exit: exitFor(brief, strict), files, next: null, warnings, brief };
}

/** What a run lost on the way, as far as `--strict` minds. */
export interface Losses {
  readonly coverage: Coverage;
  readonly researchCoverage?: Coverage;
  readonly lostRowCount?: number;
  readonly downgradedCount?: number;
}

/** 3 when nothing was observed, whatever the flags; under strict also when a source or a row was lost. */
export function exitFor(losses: Losses, strict: boolean): 0 | 3 {
  if (!isObservedCoverage(losses.coverage)) return 3;
  const lost = (losses.lostRowCount ?? 0) + (losses.downgradedCount ?? 0);
  const clean = isCleanCoverage(losses.coverage) && isCleanCoverage(losses.researchCoverage ?? []) && lost === 0;
  return strict && !clean ? 3 : 0;
}
