import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLines } from '../../src/platform/read-lines.ts';
import { faultOf, freshDirectory } from './fixture-directory.ts';

const readAll = (path: string) => copyLines(path).map(({ text, offset, isTerminated }) => [text, offset, isTerminated] as const);

/** Lines are valid only while they are the current one, so they are copied as they come. */
function copyLines(path: string) {
  const lines: { text: string; offset: number; isTerminated: boolean }[] = [];
  for (const { bytes, offset, isTerminated } of readLines(path)) {
    lines.push({ text: Buffer.from(bytes).toString('latin1'), offset, isTerminated });
  }
  return lines;
}

describe('readLines', () => {
  it('tells lines, where they begin, and the one without an end', () => {
    const path = join(freshDirectory(), 'lines');
    writeFileSync(path, 'a\n\nbc\r\nrest');
    expect(readAll(path)).toEqual([
      ['a', 0, true],
      ['', 2, true],
      ['bc\r', 3, true],
      ['rest', 7, false],
    ]);
    writeFileSync(path, '');
    expect(readAll(path)).toEqual([]);
  });

  it('joins lines over chunks of a mebibyte', () => {
    const path = join(freshDirectory(), 'lines');
    const lengths = fc.array(fc.oneof(fc.nat(20), fc.integer({ min: 1_048_570, max: 1_048_580 }), fc.constant(2_200_000)), {
      maxLength: 5,
    });
    const property = fc.property(lengths, fc.boolean(), (sizes, isTerminated) => {
      const texts = sizes.map((size, index) => String(index).repeat(size));
      writeFileSync(path, texts.map((text) => `${text}\n`).join('') + (isTerminated ? '' : 'end'));
      const lines = copyLines(path);
      expect(lines.map(({ text }) => text.length)).toEqual([...sizes, ...(isTerminated ? [] : [3])]);
      expect(lines.every(({ text }, index) => index >= sizes.length || text === texts[index])).toBe(true);
      let offset = 0;
      for (const line of lines) {
        expect(line.offset).toBe(offset);
        offset += line.text.length + 1;
      }
    });
    fc.assert(property, { numRuns: 12 });
  });

  it('finds nothing where there is no file, and refuses what is not a plain one', () => {
    const directory = freshDirectory();
    const path = join(directory, 'lines');
    expect(readAll(path)).toEqual([]);
    writeFileSync(path, 'a\n');
    symlinkSync(path, join(directory, 'link'));
    expect(faultOf(() => readAll(join(directory, 'link'))).code).toBe('E_STORE_UNSAFE');
    linkSync(path, join(directory, 'second'));
    expect(faultOf(() => readAll(path)).code).toBe('E_STORE_UNSAFE');
    mkdirSync(join(directory, 'folder'));
    expect(faultOf(() => readAll(join(directory, 'folder'))).code).toBe('E_STORE_UNSAFE');
    expect(faultOf(() => readAll(join(path, 'below'))).code).toBe('E_STORE_READ');
  });
});
