import { CAPS } from '../domain/text/caps.ts';
import { toLine } from '../domain/text/contexts.ts';
import { cut } from '../domain/text/cut.ts';
import { LINE_ROOM } from '../domain/text/fence.ts';

/** Characters of a whole digest or page; hosts keep the first 20 to 30 thousand of a command's output. */
export const DIGEST_CAP = 20_000;

const INDENT = '  ';
const CONTINUATION = '    ';

/** What strangers wrote about one nomination or topic; raw, the fence and these functions make it safe. */
export interface EvidenceLines {
  readonly title: string;
  /** Titles of its other items. */
  readonly also: readonly string[];
  /** Titles of what research found; absent before it. */
  readonly found?: readonly string[];
  readonly snippet: string | null;
  readonly comment: string | null;
}

/** How much of each kind of evidence is shown: code points, and a count for the other titles. */
interface Allowance {
  readonly title: number;
  readonly alsoCount: number;
  readonly snippet: number;
  readonly comment: number;
}

const FULL: Allowance = { title: CAPS.title, alsoCount: 3, snippet: CAPS.snippet, comment: CAPS.comment };
/** What gives way, in order: comments, snippets, other titles, at the very last the titles. */
const ALLOWANCES: readonly Allowance[] = [
  FULL,
  { ...FULL, comment: 200 },
  { ...FULL, comment: 100 },
  { ...FULL, comment: 0 },
  { ...FULL, comment: 0, snippet: 280 },
  { ...FULL, comment: 0, snippet: 140 },
  { ...FULL, comment: 0, snippet: 0 },
  { ...FULL, comment: 0, snippet: 0, alsoCount: 1 },
  { ...FULL, comment: 0, snippet: 0, alsoCount: 0 },
  { title: 110, comment: 0, snippet: 0, alsoCount: 0 },
  { title: 50, comment: 0, snippet: 0, alsoCount: 0 },
  { title: 0, comment: 0, snippet: 0, alsoCount: 0 },
];

/** At least one character, so that a word longer than the room is broken rather than repeated for ever. */
function headOf(text: string, room: number): string {
  const head = cut(text, room);
  return head === '' ? [...text].slice(0, room).join('') : head;
}

/** `  label: text` as fenced lines of at most 400 characters; continuations stand further in than any id could. */
export function labelled(label: string, text: string, cap: number): string[] {
  const lines: string[] = [];
  let rest = cap > 0 ? toLine(text, cap) : '';
  while (rest !== '') {
    const prefix = lines.length === 0 ? `${INDENT}${label}: ` : CONTINUATION;
    const head = headOf(rest, LINE_ROOM - prefix.length);
    lines.push(`${prefix}${head}`);
    rest = rest.slice(head.length).trimStart();
  }
  return lines;
}

function evidenceOf(lines: EvidenceLines, allowance: Allowance): string[] {
  return [
    ...labelled('title', lines.title, allowance.title),
    ...lines.also.slice(0, allowance.alsoCount).flatMap((title) => labelled('also', title, allowance.title)),
    ...(lines.found ?? []).slice(0, allowance.alsoCount).flatMap((title) => labelled('found', title, allowance.title)),
    ...labelled('snippet', lines.snippet ?? '', allowance.snippet),
    ...labelled('comment', lines.comment ?? '', allowance.comment),
  ];
}

/** One id with what strangers wrote about it. */
export interface EvidenceBlock {
  readonly id: string;
  readonly lines: EvidenceLines;
}

/**
 * The fullest layout that fits 20,000 characters. `layout` gets the fenced lines and whether they were shortened; with all
 * evidence gone the ids alone remain, and they are never dropped.
 */
export function fitEvidence(blocks: readonly EvidenceBlock[], layout: (fenced: readonly string[], isShortened: boolean) => string): string {
  let text = '';
  for (const allowance of ALLOWANCES) {
    const fenced = blocks.flatMap((block) => [block.id, ...evidenceOf(block.lines, allowance)]);
    text = layout(fenced, allowance !== FULL);
    if (text.length <= DIGEST_CAP) break;
  }
  return text;
}
