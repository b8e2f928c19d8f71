import type { Brief } from '../domain/brief.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toMarkdownLink, toMarkdownText } from '../domain/text/markdown.ts';
import { compose } from './compose.ts';
import { type Block, type Exhibit, ILLEGIBLE, type Section, type Span } from './sheet.ts';

/** A reference left open, which a `;` of ours would complete and so decode to anything. */
const OPEN_REFERENCE = /&(?=[A-Za-z0-9]{1,32}$)/;

/** A brief as CommonMark: every heading, list and link in it is ours; ends with a line break. */
export function renderMarkdown(brief: Brief): string {
  const { title, sections } = compose(brief);
  return `${[`# ${paint(title)}`, ...sections.map(sectionMarkdown)].join('\n\n')}\n`;
}

function sectionMarkdown({ heading, blocks }: Section): string {
  const body = blocks.map((block, index) => `${index === 0 ? '' : gap(blocks[index - 1], block)}${blockMarkdown(block)}`).join('');
  return heading === null ? body : `## ${paint(heading)}\n\n${body}`;
}

/** Facts and lists are rows of one list; prose stands by itself. */
function gap(before: Block | undefined, block: Block): string {
  return before?.kind === 'prose' || block.kind === 'prose' ? '\n\n' : '\n';
}

function blockMarkdown(block: Block): string {
  if (block.kind === 'prose') return paint(block.spans);
  if (block.kind === 'fact') return `- **${block.label}:** ${paint(block.spans)}`;
  const rows = block.kind === 'list' ? block.rows : block.exhibits.map(exhibitMarkdown);
  return [`- **${block.label}:**`, ...rows.map((row) => `  - ${row}`)].join('\n');
}

function exhibitMarkdown({ title, source, facts, url, sourceUrl }: Exhibit): string {
  const shown = url === null ? paint([{ foreign: title, cap: CAPS.title }]) : toMarkdownLink(title, url);
  return `${shown} (${sourceUrl === null ? source : toMarkdownLink(source, sourceUrl)}, ${facts})`;
}

function paint(spans: readonly Span[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : foreignMarkdown(span.foreign, span.cap))).join('');
}

function foreignMarkdown(text: string, cap: number): string {
  const escaped = toMarkdownText(text, cap);
  return escaped === '' ? ILLEGIBLE : escaped.replace(OPEN_REFERENCE, '\\&');
}
