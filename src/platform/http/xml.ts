export type XmlProblem = 'doctype' | 'too-deep' | 'too-many-nodes';

const DEPTH_CAP = 64;
const NODE_CAP = 200_000;

const OPAQUE = [
  { open: '<!--', close: '-->' },
  { open: '<![CDATA[', close: ']]>' },
  { open: '<?', close: '?>' },
] as const;

/** Index of the `>` that ends the tag at `from`, quoted ones skipped, or the end of the text. */
function toTagEnd(text: string, from: number): number {
  let quote = '';
  for (let index = from + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return index;
  }
  return text.length;
}

/** Index behind the comment, CDATA section or processing instruction at `from`; null when there is none. */
function readOpaqueEnd(text: string, from: number): number | null {
  const kind = OPAQUE.find(({ open }) => text.startsWith(open, from));
  if (kind === undefined) return null;
  const close = text.indexOf(kind.close, from + kind.open.length);
  return close < 0 ? text.length : close + kind.close.length;
}

function toDepthStep(text: string, start: number, end: number): number {
  if (text[start + 1] === '/') return -1;
  return text[end - 1] === '/' ? 0 : 1;
}

/**
 * What forbids handing this text to an XML parser, or null. Any markup declaration counts as a DOCTYPE: outside comments and
 * CDATA, `<!` has no other use, and entities can only be declared there. One linear pass; not a check of well-formedness.
 */
export function xmlProblem(text: string): XmlProblem | null {
  let depth = 0;
  let nodeCount = 0;
  let start = text.indexOf('<');
  while (start >= 0) {
    nodeCount += 1;
    if (nodeCount > NODE_CAP) return 'too-many-nodes';
    let end = readOpaqueEnd(text, start);
    if (end === null) {
      if (text[start + 1] === '!') return 'doctype';
      end = toTagEnd(text, start);
      depth = Math.max(0, depth + toDepthStep(text, start, end));
      if (depth > DEPTH_CAP) return 'too-deep';
    }
    start = text.indexOf('<', end);
  }
  return null;
}
