import type { Brief } from '../domain/brief.ts';
import { CAPS } from '../domain/text/caps.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { compose } from './compose.ts';
import { type Block, type Exhibit, ILLEGIBLE, type Section, type Span } from './sheet.ts';

const INDENT = '   ';

/** A brief for a terminal: plain lines, no colour, no control character; ends with a line break. */
export function renderText(brief: Brief): string {
  const { title, sections } = compose(brief);
  return `${[paint(title), ...sections.map(sectionText)].join('\n\n')}\n`;
}

function sectionText({ heading, blocks }: Section): string {
  const lines = blocks.flatMap(blockLines);
  return heading === null ? lines.join('\n') : [paint(heading), ...lines.map((line) => `${INDENT}${line}`)].join('\n');
}

function blockLines(block: Block): string[] {
  if (block.kind === 'prose') return [paint(block.spans)];
  if (block.kind === 'fact') return [`${block.label}: ${paint(block.spans)}`];
  if (block.kind === 'list') return [`${block.label}:`, ...block.rows.map((row) => `- ${row}`)];
  return [`${block.label}:`, ...block.exhibits.flatMap(exhibitLines)];
}

function exhibitLines({ title, source, facts, url, sourceUrl }: Exhibit): string[] {
  return [
    `- ${paint([{ foreign: title, cap: CAPS.title }])} (${source}, ${facts})`,
    ...(url === null ? [] : [`  ${url}`]),
    ...(sourceUrl === null ? [] : [`  ${source}: ${sourceUrl}`]),
  ];
}

function paint(spans: readonly Span[]): string {
  return spans.map((span) => (typeof span === 'string' ? span : toTerminalText(span.foreign, span.cap) || ILLEGIBLE)).join('');
}
