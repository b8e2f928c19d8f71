export type XmlProblem = 'doctype' | 'too-deep' | 'too-many-nodes' | 'text-too-long';

const DEPTH_CAP = 64;
const NODE_CAP = 200_000;
/** The parser behind us joins text character by character, at some 40 bytes each: UTF-16 units without a tag between them. */
const TEXT_CAP = 262_144;

const OPAQUE = [
  { open: '<!--', close: '-->' },
  { open: '<![CDATA[', close: ']]>' },
  { open: '<?', close: '?>' },
] as const;

const QUOTES = new Set(['"', "'"]);
/** What may stand before an attribute or within one: a lenient parser wants no blank between two. */
const BREAKS = new Set([' ', '\t', '\r', '\n', '=', ...QUOTES]);

interface Markup {
  /** Index of its last character or behind it, or the length of the text. */
  readonly end: number;
  readonly depthStep: -1 | 0 | 1;
  /** At least the number of nodes a parser may make of it. */
  readonly nodeCount: number;
}

function indexOfOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from);
  return index < 0 ? text.length : index;
}

/** The comment, CDATA section or processing instruction at `from`; null when there is none. */
function readOpaque(text: string, from: number): Markup | null {
  const kind = OPAQUE.find(({ open }) => text.startsWith(open, from));
  if (kind === undefined) return null;
  const close = indexOfOrEnd(text, kind.close, from + kind.open.length);
  return { end: Math.min(text.length, close + kind.close.length), depthStep: 0, nodeCount: 1 };
}

/** The opening tag at `from`; a `>` in quotes does not end it. */
function readOpeningTag(text: string, from: number): Markup {
  let nodeCount = 1;
  let end = from + 1;
  for (; end < text.length; end += 1) {
    const character = text[end] ?? '';
    if (character === '>') break;
    if (BREAKS.has(character)) nodeCount += 1;
    if (QUOTES.has(character)) end = indexOfOrEnd(text, character, end + 1);
  }
  return { end: Math.min(end, text.length), depthStep: text[end - 1] === '/' ? 0 : 1, nodeCount };
}

/** The markup at `from`; null for a declaration. */
function readMarkup(text: string, from: number): Markup | null {
  const opaque = readOpaque(text, from);
  if (opaque !== null) return opaque;
  if (text[from + 1] === '!') return null;
  // A closing tag has no attributes, so no quote in it hides anything; parsers end it at the first `>` too.
  return text[from + 1] === '/' ? { end: indexOfOrEnd(text, '>', from), depthStep: -1, nodeCount: 1 } : readOpeningTag(text, from);
}

function countEntities(text: string): number {
  let count = 0;
  for (let index = text.indexOf('&'); index >= 0 && count <= NODE_CAP; index = text.indexOf('&', index + 1)) count += 1;
  return count;
}

/**
 * What forbids handing this text to an XML parser, or null. Any markup declaration counts as a DOCTYPE: outside comments and
 * CDATA, `<!` has no other use, and entities can only be declared there. Entities and the parts of attributes count as nodes.
 * One linear pass; not a check of well-formedness.
 */
export function xmlProblem(text: string): XmlProblem | null {
  let depth = 0;
  let nodeCount = countEntities(text);
  let end = 0;
  for (let start = text.indexOf('<'); start >= 0; start = text.indexOf('<', end)) {
    if (start - end > TEXT_CAP) return 'text-too-long';
    const markup = readMarkup(text, start);
    if (markup === null) return 'doctype';
    end = markup.end;
    nodeCount += markup.nodeCount;
    depth = Math.max(0, depth + markup.depthStep);
    if (depth > DEPTH_CAP) return 'too-deep';
    if (nodeCount > NODE_CAP) return 'too-many-nodes';
  }
  return text.length - end > TEXT_CAP ? 'text-too-long' : null;
}
