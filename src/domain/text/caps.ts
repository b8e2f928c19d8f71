/**
 * How much of a text is shown, in code points: one number for every digest, brief and message. Names, angles, notes and domains are
 * also kept no longer, and there the schemas count UTF-16 units.
 */
export const CAPS = {
  name: 96,
  angle: 200,
  note: 400,
  domain: 200,
  title: 220,
  snippet: 420,
  /** Where one nomination is looked at by itself. */
  longSnippet: 1200,
  comment: 340,
  author: 60,
  /** Of an item, or of whoever published it. */
  id: 220,
  /** A word a fault hands back to whoever wrote it. */
  echo: 40,
} as const;
