import { NEUTRAL_WORTH } from '../domain/judgment.ts';

/** Which of the two files a host writes, and what a right one looks like. */
export interface HostSubject {
  readonly code: 'JUDGMENTS' | 'ANGLES';
  readonly list: 'judgments' | 'angles';
  readonly fields: readonly string[];
  /** Spellings other engines use, with the field each means. */
  readonly aliases: ReadonlyMap<string, string>;
  /** A row left blank, after its id. */
  readonly blank: string;
}

export const JUDGMENTS: HostSubject = {
  code: 'JUDGMENTS',
  list: 'judgments',
  fields: ['name', 'junk', 'worth', 'note'],
  aliases: new Map([['worthiness', 'worth']]),
  blank: `"name":"","junk":false,"worth":${NEUTRAL_WORTH}`,
};

export const ANGLES: HostSubject = {
  code: 'ANGLES',
  list: 'angles',
  fields: ['podcast', 'article', 'hook'],
  aliases: new Map([['x_article', 'article']]),
  blank: '"podcast":"","article":"","hook":""',
};

/** The file for the host to fill in, a line a row. */
export function hostTemplate(
  subject: HostSubject,
  { bundleId, ids }: { readonly bundleId: string; readonly ids: readonly string[] },
): string {
  const rows = ids.map((id) => `{"id":"${id}",${subject.blank}}`);
  return `{"bundleId":"${bundleId}","${subject.list}":[\n${rows.join(',\n')}]}`;
}
