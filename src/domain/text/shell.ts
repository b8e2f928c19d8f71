import { toLine } from './contexts.ts';

/** Every dash a shell or a program takes for the start of an option (PowerShell knows the long ones), and marks left without a base. */
const LEADING_DASHES = /^[\s\p{M}\p{Pd}\u2212]+/u;
/** What cmd or PowerShell reads inside double quotes: variables, escapes, and the curly quotes that PowerShell closes a string with. */
const READ_BY_WINDOWS = /["%!$`\u201C-\u201F]+/g;

/**
 * A stranger's text as one argument of a command line, its quotes included: one line, never an option, nothing a shell expands.
 * Under `windows` what no quoting makes safe in both shells becomes a blank. No command the engine prints holds such text; this is
 * for the one that must. `cap` counts code points before quoting.
 */
export function toShellArgument(text: string, cap: number, shell: 'posix' | 'windows'): string {
  const words = toLine(text, cap).replace(LEADING_DASHES, '');
  if (shell === 'posix') return `'${words.replaceAll("'", `'\\''`)}'`;
  const plain = words.replace(READ_BY_WINDOWS, ' ').replace(/\s+/g, ' ').replace(LEADING_DASHES, '');
  return `"${withoutClosers(plain)}"`;
}

/** A backslash before the closing quote would escape it in the program's own reading. */
function withoutClosers(text: string): string {
  let end = text.length;
  while (end > 0 && ' \\'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
