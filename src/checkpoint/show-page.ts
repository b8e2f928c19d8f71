import { FaultError } from '../domain/fault.ts';
import type { Item } from '../domain/item.ts';
import { counted } from '../domain/phrase.ts';
import { suspiciousTextCount } from '../domain/suspicious.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toSafeUrl } from '../domain/text/contexts.ts';
import { fence } from '../domain/text/fence.ts';
import { DIGEST_CAP, labelled } from './evidence.ts';
import { suspicionPhrases } from './phrases.ts';

/** Items of one page: what fits the cap at the fullest of most evidence. */
export const PAGE_SIZE = 5;
const URL_CAP = 380;
const NAME_CAP = 80;
/** What gives way where a page of the longest texts would not fit: snippet length, and how many comments an item shows. */
const ALLOWANCES = [
  { snippet: CAPS.longSnippet, commentCount: 5 },
  { snippet: 800, commentCount: 3 },
  { snippet: CAPS.snippet, commentCount: 1 },
  { snippet: 200, commentCount: 0 },
];
type Allowance = (typeof ALLOWANCES)[number];

export interface PageInput {
  readonly id: string;
  readonly bundleId: string;
  /** All items of the nomination, strongest first. */
  readonly items: readonly Item[];
  /** From 1. */
  readonly page: number;
  /** Complete command line that shows another page. */
  readonly commandFor: (page: number) => string;
}

function reachOf(item: Item): string {
  const points = item.points === null ? [] : [counted(item.points, 'point')];
  const comments = item.commentCount === null ? [] : [counted(item.commentCount, 'comment')];
  const rank = item.rank === null ? [] : [`place ${item.rank}`];
  return [item.publishedAt ?? 'undated', ...points, ...comments, ...rank].join(', ');
}

function itemLines(item: Item, number: number, allowance: Allowance): string[] {
  return [
    `item ${number}: ${item.source}, ${reachOf(item)}`,
    ...labelled('title', item.title, CAPS.title),
    ...labelled('by', item.author ?? '', NAME_CAP),
    ...labelled('link', addressOf(item.link ?? ''), URL_CAP),
    ...labelled('discussion', addressOf(item.discussionUrl), URL_CAP),
    ...labelled('snippet', item.snippet, allowance.snippet),
    ...item.topComments.slice(0, allowance.commentCount).flatMap((comment) => labelled('comment', comment.text, CAPS.comment)),
  ];
}

function addressOf(url: string): string {
  return toSafeUrl(url) ?? '';
}

function pageCountOf({ items }: PageInput): number {
  return Math.max(1, Math.ceil(items.length / PAGE_SIZE));
}

function layout(input: PageInput, allowance: Allowance, nonces: () => string): string {
  const { id, bundleId, items, page } = input;
  const pageCount = pageCountOf(input);
  const from = (page - 1) * PAGE_SIZE;
  const shown = items.slice(from, from + PAGE_SIZE);
  const fenced = shown.flatMap((item, index) => itemLines(item, from + index + 1, allowance));
  const next = page < pageCount ? ['Next page:', input.commandFor(page + 1)] : ['That was the last page.'];
  const place = `trivet: ${id} of bundle ${bundleId}, items ${from + 1}-${from + shown.length} of ${items.length}, page ${page} of ${pageCount}`;
  const head = [place, ...suspicionPhrases(suspiciousTextCount(shown))].join(' | ');
  return [head, '', fence(fenced, nonces), '', ...next].join('\n');
}

/**
 * One page of a nomination's evidence for `trivet show`, fenced as the digest is and with the command for the next page.
 * E_USAGE for a page there is not.
 */
export function showPage(input: PageInput, nonces: () => string): string {
  const pageCount = pageCountOf(input);
  if (!Number.isSafeInteger(input.page) || input.page < 1 || input.page > pageCount) {
    throw new FaultError(
      'E_USAGE',
      `${input.id} has ${counted(pageCount, 'page')}, and no page ${input.page}`,
      `name a page from 1 to ${pageCount}`,
    );
  }
  let text = '';
  for (const allowance of ALLOWANCES) {
    text = layout(input, allowance, nonces);
    if (text.length <= DIGEST_CAP) break;
  }
  return text;
}
