import { toLine } from '../domain/text/contexts.ts';
import { fence } from '../domain/text/fence.ts';
import type { FailedItem } from './error-queue.ts';
import { toValueExcerpt } from './line.ts';
import type { Recovery } from './recover.ts';
import { RECENT_COUNT, type RecentFinding } from './scan.ts';

/** Everything a summary says. Instants are ISO. */
export interface JobView {
  readonly directory: string;
  readonly name: string;
  readonly startedAt: string | null;
  readonly updatedAt: string | null;
  readonly finishedAt: string | null;
  readonly doneCount: number;
  readonly expectedCount: number | null;
  readonly quarantinedCount: number;
  readonly cursor: unknown;
  readonly resume: string | null;
  readonly errors: readonly FailedItem[];
  readonly recent: readonly RecentFinding[];
  /** What the present process has done so far, and what it had to mend; null where nobody is at work. */
  readonly run: { readonly doneCount: number; readonly elapsedMs: number; readonly recovery: Recovery } | null;
}

/** Characters (UTF-16 units) of the whole summary, however large the job. */
const SUMMARY_CAP = 6000;
const ERROR_COUNT = 6;
const CAPS = { name: 80, directory: 300, resume: 1200, key: 60, value: 70, message: 80, cursor: 160 } as const;
const EXCERPT_UNITS = 400;

/** `value` as a line shows it; the cursor is the caller's and may hold a stranger's page token. */
function excerptOf(value: unknown, cap: number): string {
  return toLine(JSON.stringify(value) ?? 'null', cap);
}

function progressLine({ doneCount, expectedCount, errors, quarantinedCount }: JobView): string {
  const total = expectedCount === null ? '' : ` of ${expectedCount}`;
  return `${doneCount}${total} items done | ${errors.length} failed and queued | ${quarantinedCount} lines in quarantine`;
}

function runLine({ run, doneCount, expectedCount }: JobView): string[] {
  if (run === null) return [];
  const seconds = Math.round(run.elapsedMs / 1000);
  const perMinute = run.elapsedMs > 0 ? (run.doneCount * 60_000) / run.elapsedMs : 0;
  const leftCount = expectedCount === null ? 0 : Math.max(0, expectedCount - doneCount);
  const left = leftCount > 0 && perMinute > 0 ? `, about ${Math.ceil(leftCount / perMinute)} min for the other ${leftCount}` : '';
  return [`this run: ${run.doneCount} items in ${seconds} s, ${perMinute.toFixed(1)} a minute${left}`];
}

function recoveryLines({ run }: JobView): string[] {
  if (run === null) return [];
  const { tail, quarantinedCount, state, reopenedCount } = run.recovery;
  const mended = [
    ...(tail === 'completed' ? ['a whole last line got its line feed'] : []),
    ...(tail === 'truncated' ? ['a torn last line was cut off'] : []),
    ...(quarantinedCount > 0 ? [`${quarantinedCount} corrupt lines were moved to quarantine`] : []),
    ...(state === 'rebuilt' ? ['state.json was unreadable and rebuilt (cursor and failures are gone)'] : []),
    ...(reopenedCount > 0 ? [`${reopenedCount} items whose finding was lost run again`] : []),
  ];
  return mended.length === 0 ? [] : [`mended when this run began: ${mended.join('; ')}`];
}

/** The command is ours, but a path in it need not be: what is not one plain line is left to state.json. */
function resumeLine(resume: string | null): string {
  if (resume === null) return 'Run the program that made this job again, on this same directory.';
  return toLine(resume, CAPS.resume) === resume ? resume : 'Run the command that state.json holds under "resume".';
}

function nextLines({ finishedAt, errors, resume, quarantinedCount, name }: JobView): string[] {
  const quarantined = quarantineLine(quarantinedCount, name);
  if (finishedAt !== null && errors.length === 0) return ['Nothing: the job is finished.', ...quarantined];
  const why = finishedAt === null ? 'Not finished.' : `Finished, but ${errors.length} items failed.`;
  return [`${why} What is done is skipped, failed items come first. To go on:`, resumeLine(resume), ...quarantined];
}

function quarantineLine(count: number, name: string): string[] {
  return count === 0
    ? []
    : [`Corrupt lines lie beside this directory in ${toLine(name, CAPS.name)}.quarantine.jsonl; their items run again.`];
}

function errorLines({ errors }: JobView): string[] {
  if (errors.length === 0) return [];
  const tail = errors.slice(-ERROR_COUNT).reverse();
  const rows = tail.map(({ key, message, attempts, lastAt }) => {
    return `- ${toLine(key, CAPS.key)} (attempt ${attempts}, ${lastAt}): ${toLine(message, CAPS.message)}`;
  });
  return [`failed, last ${tail.length} of ${errors.length}:`, ...rows];
}

function findingLines(recent: readonly RecentFinding[], count: number): string[] {
  const shown = recent.slice(recent.length - count).reverse();
  if (shown.length === 0) return [];
  const rows = shown.map(
    ({ key, lineText }) => `- ${toLine(key, CAPS.key)}: ${toLine(toValueExcerpt(lineText, EXCERPT_UNITS), CAPS.value)}`,
  );
  return [`last ${shown.length} findings, newest first:`, ...rows];
}

function render(view: JobView, nonces: () => string, findingCount: number): string {
  const { name, directory, startedAt, updatedAt, finishedAt, cursor, errors, recent } = view;
  const where = toLine(directory, CAPS.directory) === directory ? directory : 'the directory of this file';
  const cursorLine = cursor === null ? [] : [`cursor: ${excerptOf(cursor, CAPS.cursor)}`];
  const strangers = [...cursorLine, ...errorLines(view), ...findingLines(recent, findingCount)];
  const lines = [
    `# Job ${toLine(name, CAPS.name)}: ${finishedAt === null ? 'in progress' : 'finished'}`,
    '',
    progressLine(view),
    `begun ${startedAt ?? 'unknown'} | as of ${updatedAt ?? 'unknown'}${finishedAt === null ? '' : ` | finished ${finishedAt}`}`,
    ...runLine(view),
    ...recoveryLines(view),
    `directory: ${where}`,
    ...(cursor === null ? ['cursor: none'] : []),
    ...(errors.length === 0 ? ['failures: none'] : []),
    '',
    '## Next',
    ...nextLines(view),
    'All findings: findings.jsonl, one JSON object a line. Failures and cursor in full: state.json.',
    '',
    ...(strangers.length === 0 ? ['No finding yet.'] : [fence(strangers, nonces)]),
  ];
  return `${lines.join('\n')}\n`;
}

/** SUMMARY.md: all a resuming agent has to read, at most 6,000 characters. Older findings give way where characters are wide. */
export function renderSummary(view: JobView, nonces: () => string): string {
  for (let count = Math.min(RECENT_COUNT, view.recent.length); count > 0; count -= 1) {
    const text = render(view, nonces, count);
    if (text.length <= SUMMARY_CAP) return text;
  }
  return render(view, nonces, 0);
}
