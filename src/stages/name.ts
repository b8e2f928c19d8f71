const MAX_WORDS = 6;
const MAX_LENGTH = 80;
/** Scripts without spaces get a length instead of a word count. */
const MAX_UNSPACED = 24;

const SCAFFOLDS: readonly RegExp[] = [
  /^(show|ask|tell|launch) hn\s*[:–—-]\s*/i,
  /^(psa|til|eli5|breaking|update|opinion|news|video)\s*[:–—-]\s*/i,
  /^\[[^\]]{1,20}\]\s*/,
  /^(how|why|what|when|where)\s+(do|does|did|is|are|was|were|can|could|should|would|will)\s+/i,
  /^(is|are|can|could|should|would|will|does|do|did|has|have)\s+(anyone|anybody|someone|there|it|this|we|you|i|they)\s+/i,
  /^(i|we)(['’]ve)?\s+(just\s+)?(built|made|wrote|created|found|tried|launched|released|open[- ]sourced)\s+/i,
  /^my\s+(coworker|boss|friend|wife|husband|company|team)\s+/i,
  /^(hey|please|so|well|ok|okay|introducing|announcing|presenting|meet)\s+/i,
  /^(a|an|the)\s+/i,
];
const SUFFIX = /\s*(\[[^\]]{1,20}\]|\((18|19|20)\d\d\)|\s[-–—|]\s[^-–—|]{2,30})\s*$/;
const CLAUSE_BREAK = /\s*(?:[;:!?。！？；：，、…|]|,\s|\s[–—-]\s|\.\s|\s*$)/u;
const EDGE = /^[\s"'`“”‘’.,;:!?()[\]–—-]+|[\s"'`“”‘’.,;:!?([–—-]+$/gu;
const TRAILING_WORDS = new Set(
  'a an the of in on at for to by with and or as is are was were be has have from that this its their your our using'.split(' '),
);
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The engine's own name for a story: its title without anecdote framing, cut at the first clause that names something and
 * then at six words. Null when the title holds no letter and no digit.
 */
export function heuristicName(title: string): string | null {
  const plain = withoutScaffolding(title.replace(/[‘’]/g, "'").replace(/[“”"]/g, '').trim());
  const shortened = UNSPACED.test(plain) ? cutUnspaced(plain) : cutWords(nameRepository(plain));
  const name = shortened.slice(0, MAX_LENGTH).replace(EDGE, '');
  return /[\p{L}\p{N}]/u.test(name) ? name : null;
}

function withoutScaffolding(title: string): string {
  let text = title;
  for (let round = 0; round < SCAFFOLDS.length; round += 1) {
    const before = text;
    for (const scaffold of SCAFFOLDS) text = text.replace(scaffold, '');
    if (text === before) break;
  }
  const unsuffixed = text.replace(SUFFIX, '');
  return unsuffixed.split(/\s+/).length >= 2 ? unsuffixed : text;
}

/** `owner/repo: what it does` is known by its repository's name. */
function nameRepository(text: string): string {
  const repository = /^[\w.-]+\/([\w.-]+)(?::|$)/.exec(text);
  return repository?.[1] === undefined ? text : repository[1].replace(/[-_]+/g, ' ');
}

function cutWords(text: string): string {
  if (text.split(/\s+/).length <= MAX_WORDS) return text;
  const words = firstNamingClause(text).split(/\s+/).slice(0, MAX_WORDS);
  while (words.length > 2 && TRAILING_WORDS.has(words.at(-1)?.toLowerCase() ?? '')) words.pop();
  return words.join(' ');
}

/** The first clause of at least two words that names something; else the whole text. */
function firstNamingClause(text: string): string {
  const clauses = splitClauses(text).filter((clause) => clause.split(/\s+/).length >= 2);
  return clauses.find((clause) => /\p{Lu}|\d/u.test(clause)) ?? clauses[0] ?? text;
}

function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  let rest = text;
  for (let found = CLAUSE_BREAK.exec(rest); found !== null && rest !== ''; found = CLAUSE_BREAK.exec(rest)) {
    clauses.push(rest.slice(0, found.index).trim());
    rest = rest.slice(found.index + Math.max(1, found[0].length));
  }
  return clauses;
}

function cutUnspaced(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_UNSPACED) return text;
  const clause = splitClauses(text).find((part) => [...part].length >= 4);
  return [...(clause ?? text)].slice(0, MAX_UNSPACED).join('');
}
