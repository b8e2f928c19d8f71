import { usage } from './values.ts';

/** One word: runs of plain characters, 'quoted' or "quoted" parts and \escaped characters, in any order. */
const WORD = /(?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S])+/gy;
const PART = /'([^']*)'|"((?:[^"\\]|\\[\s\S])*)"|\\([\s\S])/g;
const PLACE = '{}';

function unquote(word: string): string {
  return word.replace(PART, (_, single?: string, double?: string, escaped?: string) => {
    return single ?? double?.replace(/\\(["\\$`])/g, '$1') ?? escaped ?? '';
  });
}

/** The words of a command line, quoted as for a POSIX shell; there is no shell, so nothing else in it means anything. E_USAGE. */
export function splitCommand(text: string): string[] {
  const words: string[] = [];
  for (let rest = text.trimStart(); rest !== ''; rest = rest.trimStart()) {
    WORD.lastIndex = 0;
    const word = WORD.exec(rest)?.[0];
    if (word === undefined) throw usage('--exec has a quote without its other half', 'close the quote');
    words.push(unquote(word));
    rest = rest.slice(word.length);
    if (rest !== '' && !/^\s/.test(rest)) throw usage('--exec has a quote without its other half', 'close the quote');
  }
  return words;
}

/** A command with a place for the item: `toArgs` puts the key there, whatever it holds, as a part of one argument. */
export interface ItemCommand {
  readonly program: string;
  toArgs(key: string): string[];
}

export function parseItemCommand(text: string): ItemCommand {
  const [program, ...args] = splitCommand(text);
  if (program === undefined || program === '')
    throw usage('--exec names no command', "give it a command, such as --exec 'node look.js {}'");
  if (!args.some((arg) => arg.includes(PLACE))) {
    throw usage("--exec has no {} for the item's key", "put {} where the key goes, such as --exec 'node look.js {}'");
  }
  return { program, toArgs: (key) => args.map((arg) => arg.split(PLACE).join(key)) };
}
