import { type Token, tokenise } from './tokens.ts';
import { ADDRESS_SCAFFOLDING } from './words.ts';

const MIN_WORD = 3;
const MAX_WORDS = 24;
// Far from any title position, so that a word of an address never looks like the neighbour of a title word.
const NOWHERE = 60_000;

/**
 * Words of an address ("lunasec.io/docs/blog/log4j-zero-day" gives lunasec, log4j, zero, day): weak evidence that helps where a title is
 * cut short. Segments without a letter, ids in mixed case, top-level domains and the query say nothing of the story.
 */
export function toAddressWords(urlKey: string): readonly Token[] {
  const [host = '', ...segments] = urlKey
    .replace(/^[a-z]+:\/\//u, '')
    .replace(/[?#].*/su, '')
    .split('/');
  const parts = [...host.split('.').slice(0, -1), ...segments.filter((segment) => segment === segment.toLowerCase())];
  const words = parts
    .flatMap((part) => part.split(/[^a-z0-9]+/u))
    .filter((word) => word.length >= MIN_WORD && !ADDRESS_SCAFFOLDING.has(word));
  return tokenise(words.slice(0, MAX_WORDS).join(' '))
    .filter((token) => token.kind === 'word' || token.kind === 'topic' || token.kind === 'identifier')
    .map(({ text, kind }) => ({ text, kind: kind === 'identifier' ? 'handle' : 'address', position: NOWHERE }));
}
