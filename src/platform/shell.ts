const PLAIN_POSIX = /^[A-Za-z0-9_@%+=:,./-]+$/;
const PLAIN_WINDOWS = /^[A-Za-z0-9_@+=:,./\\-]+$/;

/** Quotes one argument for a POSIX shell, or for cmd and PowerShell on Windows. */
export function quoteArgument(text: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return PLAIN_WINDOWS.test(text) ? text : `"${text.replaceAll('"', '""')}"`;
  return PLAIN_POSIX.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
