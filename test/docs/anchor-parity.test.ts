import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TABLE = readFileSync(`${ROOT}docs/anchor-parity.md`, 'utf8');

const ABSENT = [1, 2, 3, 7, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 30, 33].map((number) => `D${number}`);
const HELD = [...range(96, 145), ...range(149, 176), ...range(195, 214)];

interface Row {
  /** `119-120` counts as two. */
  readonly numbers: readonly string[];
  readonly behaviour: string;
  readonly tests: readonly { readonly file: string; readonly title: string }[];
}

function range(first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, index) => String(first + index));
}

function parseRow(line: string): Row {
  const [, number = '', behaviour = '', shownBy = '', rest] = /^\| (\S+) \| ([^|]+) \| ([^|]+) \|(.*)$/.exec(line) ?? [];
  expect(rest, `not a row of three cells: ${line}`).toBe('');
  const [first = '', last = first] = number.split('-');
  const numbers = first.startsWith('D') ? [number] : range(Number(first), Number(last));
  const tests = shownBy.split('`; `').map((shown) => {
    const [, file = '', title = ''] = /^`?(test\/[\w/-]+\.test\.ts): ([^`]+)`?$/.exec(shown) ?? [];
    return { file, title };
  });
  return { numbers, behaviour, tests };
}

const rows = TABLE.split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| n |'))
  .map(parseRow);

/** Whether a file has a test of exactly this title, however it quotes it. */
function hasTest(file: string, title: string): boolean {
  if (!existsSync(`${ROOT}${file}`)) return false;
  const text = readFileSync(`${ROOT}${file}`, 'utf8');
  return [`'${title.replaceAll("'", "\\'")}'`, `"${title}"`].some(
    (quoted) => text.includes(`(${quoted},`) || text.includes(`\n    ${quoted},`),
  );
}

describe('the table of parity', () => {
  it('has every row that is required, once, and no other', () => {
    expect(rows.flatMap(({ numbers }) => numbers)).toEqual([...ABSENT, ...HELD]);
  });

  it('says of every weakness that it is absent, and of nothing else', () => {
    for (const { numbers, behaviour } of rows) expect(behaviour.startsWith('absent: '), behaviour).toBe(numbers[0]?.startsWith('D'));
  });

  it('names tests that exist', () => {
    const named = rows.flatMap(({ numbers, tests }) => tests.map((test) => ({ ...test, row: numbers[0] })));
    expect(named.filter(({ file, title }) => title === '' || !hasTest(file, title))).toEqual([]);
  });
});
