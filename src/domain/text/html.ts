import { toLine } from './contexts.ts';

const SPECIAL = /[&<>"'`]/g;

/** A stranger's text between two tags of ours: no tag, no comment, no character reference but ours. `cap` counts code points before escaping. */
export function toHtmlText(text: string, cap: number): string {
  return toLine(text, cap).replace(SPECIAL, toReference);
}

/**
 * A whole attribute value, its double quotes included: none can be forgotten. For words such as a title or a label; an address
 * must have come through `toSafeUrl` before, and no stranger's text belongs into an event handler or a style.
 */
export function toHtmlAttribute(text: string, cap: number): string {
  return `"${toHtmlText(text, cap)}"`;
}

/** By number, which every parser of HTML and XML knows. */
function toReference(character: string): string {
  return `&#${character.charCodeAt(0)};`;
}
