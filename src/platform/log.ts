export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

/** Diagnostics for whoever looks for a bug; never a result, never progress. `message` is a fixed text of ours, what varies goes into fields. */
export interface Log {
  debug(message: string, fields?: LogFields): void;
}

const SECRET_KEY = /authorization|cookie|credential|api[-_]?key|password|secret|token/i;
/** Query strings and user info of URLs carry credentials. */
const URL_SECRETS = /(https?:\/\/)(?:[^\s/?#@]*@)?([^\s?#]*)(?:[?#]\S*)?/gi;

function toPublicValue(key: string, value: string | number | boolean | null): string | number | boolean | null {
  if (SECRET_KEY.test(key)) return '[redacted]';
  return typeof value === 'string' ? value.replace(URL_SECRETS, '$1$2') : value;
}

/** ASCII only, so that no escape sequence or invisible character of a stranger's reaches a terminal. */
function toAscii(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export const silentLog: Log = { debug: () => undefined };

/** One line per message, `trivet: debug: <message> <fields as JSON>`, to `write` (the CLI passes stderr under --debug). */
export function streamLog(write: (line: string) => void): Log {
  return {
    debug: (message, fields = {}) => {
      const entries = Object.entries(fields).map(([key, value]) => [key, toPublicValue(key, value)] as const);
      const rest = entries.length === 0 ? '' : ` ${JSON.stringify(Object.fromEntries(entries))}`;
      write(`trivet: debug: ${toAscii(message + rest)}\n`);
    },
  };
}
