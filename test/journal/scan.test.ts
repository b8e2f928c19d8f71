import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toHashList } from '../../src/journal/hash-set.ts';
import { toLineBytes } from '../../src/journal/line.ts';
import { scanFindings } from '../../src/journal/scan.ts';
import { hashOf, jobDirectory } from './open-fixture.ts';

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 });

it('finds the same whatever hashes are known, in whatever order', () => {
  const path = jobDirectory();
  const property = fc.property(keys, keys, fc.nat(), (written, known, at) => {
    const lines = written.map((key, index) => toLineBytes(hashOf(key), key, String(index)));
    // A line damaged anywhere is as bad where its hash is known.
    const damaged = lines[at % lines.length];
    if (damaged !== undefined) damaged[at % (damaged.length - 1)] = 0x20;
    writeFileSync(path, Buffer.concat(lines));
    const [plain, helped] = [scanFindings(path), scanFindings(path, toHashList(known.map(hashOf)))];
    expect(helped).toEqual(plain);
    expect(helped.findingCount + helped.bad.length).toBe(written.length);
  });
  fc.assert(property, { numRuns: 300 });
});

it("takes a line for its hash's where that was known in its place, and for nobody's else", () => {
  const path = jobDirectory();
  writeFileSync(path, toLineBytes(hashOf('a'), 'b', '1'));
  expect(scanFindings(path)).toMatchObject({ findingCount: 0, bad: [{ problem: 'hash' }] });
  expect(scanFindings(path, toHashList([hashOf('b'), hashOf('a')]))).toMatchObject({ findingCount: 0, bad: [{ problem: 'hash' }] });
  expect(scanFindings(path, toHashList([hashOf('a')]))).toMatchObject({ findingCount: 1, bad: [] });
});
