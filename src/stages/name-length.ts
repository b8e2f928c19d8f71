import { cut } from '../domain/text/cut.ts';

/** What a name may take in UTF-16: the schemas count so, while a reader counts characters. */
export const MAX_NAME_UNITS = 96;

/** Cut at a word, and never within a character; half as many characters fit whatever they are. */
export function cutToUnits(text: string, units: number): string {
  const short = cut(text, units);
  return short.length <= units ? short : cut(short, Math.floor(units / 2));
}
