import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { toLine } from '../../src/domain/text/contexts.ts';

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
const test = fileURLToPath(new URL('..', import.meta.url));

/** Cells of the rows of the table under a heading, without its head. */
function rowsUnder(heading: string): string[][] {
  const section = page.split(/^##+ /m).find((part) => part.startsWith(heading)) ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function unescaped(cell: string): string {
  return cell.replace(/U\+(E0[0-9A-F]{3}|[0-9A-F]{4})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));
}

describe('docs/security.md', () => {
  const losses = rowsUnder('What is lost').map(([lost = '', written = '', shown = '']) => [lost, written, shown] as const);

  it('names what is lost', () => {
    expect(losses.length).toBeGreaterThan(15);
  });

  it.each(losses)('%s', (_lost, written, shown) => {
    expect(toLine(unescaped(written), 200)).toBe(unescaped(shown));
  });

  it('names tests there are', () => {
    const files = new Set(readdirSync(test, { recursive: true, encoding: 'utf8' }).map((path) => path.replace(/^.*[\\/]/, '')));
    const named = [...page.matchAll(/`(?:test\/)?([\w/-]+\.test\.ts)`/g)].map(([, path = '']) => path);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((path) => !(path.includes('/') ? existsSync(`${test}${path}`) : files.has(path)))).toEqual([]);
  });
});
