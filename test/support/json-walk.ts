/** Every string of a JSON value, keys included, with the path that leads to it. */
export function stringsIn(value: unknown, path: readonly string[] = []): { readonly path: readonly string[]; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((inner, index) => stringsIn(inner, [...path, String(index)]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [{ path, text: key }, ...stringsIn(inner, [...path, key])]);
}

/** Those that stand under no key named `untrusted`. */
export function trustedStringsIn(value: unknown): { readonly path: readonly string[]; readonly text: string }[] {
  return stringsIn(value).filter(({ path }) => !path.includes('untrusted'));
}
