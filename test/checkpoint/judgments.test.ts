import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type BundleCheckpoint, hostFilePath, requireJudgments, type Store, writeBundle } from '../../src/checkpoint/index.ts';
import { aBundle, BUNDLE_ID, contentsOf, faultOf, OTHER_BUNDLE_ID, STAMP, temporaryStore } from './samples.ts';

interface Desk {
  readonly store: Store;
  readonly bundle: BundleCheckpoint;
  readonly ids: readonly string[];
  readonly path: string;
}

function aDesk(): Desk {
  const store = temporaryStore();
  const bundle = writeBundle(store, aBundle(), STAMP);
  return { store, bundle, ids: bundle.bundle.nominations.map(({ id }) => id), path: hostFilePath(store, BUNDLE_ID, 'judgments') };
}

function read({ bundle, path }: Desk, content: string | Buffer) {
  writeFileSync(path, content);
  return requireJudgments({ path, stdin: null }, bundle);
}

/** Rows as text, so that NaN and 1e999 can be written too. */
function rowsFile(rows: string, bundleId: string = BUNDLE_ID): string {
  return `{"bundleId":"${bundleId}","judgments":${rows}}`;
}

function faultFor(desk: Desk, content: string | Buffer) {
  writeFileSync(desk.path, content);
  const before = contentsOf(desk.store.root);
  const fault = faultOf(() => requireJudgments({ path: desk.path, stdin: null }, desk.bundle));
  expect(contentsOf(desk.store.root)).toEqual(before);
  expect(fault.exit).toBe(2);
  return fault;
}

describe('judgments', () => {
  it('are read row by row, for known ids', () => {
    const desk = aDesk();
    const [one, two, three] = desk.ids;
    const content = rowsFile(
      `[{"id":"${one}","name":" Log4j  RCE ","junk":false,"worth":90.6,"note":"serious"},{"id":"${two}","junk":true},{"id":"${three}","name":"","worth":-4}]`,
    );
    expect(read(desk, content)).toEqual({
      judgments: [
        { id: one, name: 'Log4j RCE', junk: false, worth: 91, note: 'serious' },
        { id: two, name: null, junk: true, worth: null, note: null },
        { id: three, name: null, junk: null, worth: 0, note: null },
      ],
      warnings: [],
    });
  });

  it.each([
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
    ['Windows line ends', (text: string) => text.replaceAll(',', ',\r\n')],
  ])('may come with %s', (_, disguise) => {
    const desk = aDesk();
    expect(read(desk, disguise(rowsFile(`[{"id":"${desk.ids[0]}","worth":7}]`)))).toMatchObject({
      judgments: [{ worth: 7 }],
      warnings: [],
    });
  });

  it.each([
    ['"worth":NaN', 'NaN, Infinity and numbers out of range were read as absent'],
    ['"worth":-Infinity', 'NaN, Infinity and numbers out of range were read as absent'],
    ['"worth":1e999', 'NaN, Infinity and numbers out of range were read as absent'],
    [`"worth":1${'0'.repeat(400)}`, 'NaN, Infinity and numbers out of range were read as absent'],
    ['"worth":"80"', 'ID: worth is not a number: ignored'],
    ['"worth":true', 'ID: worth is not a number: ignored'],
    ['"worth":[50]', 'ID: worth is not a number: ignored'],
    ['"junk":"false"', 'ID: junk is neither true nor false: ignored'],
    ['"junk":0', 'ID: junk is neither true nor false: ignored'],
    ['"name":7', 'ID: name is not a text: ignored'],
    ['"name":"!!! ---"', 'ID: name has no letter and no digit: ignored'],
    ['"name":"x","nmae":"y","toString":1', 'ID: 2 unknown fields ignored ("nmae", "toString")'],
  ])('ignore the field %s with a remark', (field, warning) => {
    const desk = aDesk();
    const [one, two] = desk.ids;
    const { judgments, warnings } = read(desk, rowsFile(`[{"id":"${one}","note":"n",${field}},{"id":"${two}","worth":1}]`));
    expect(warnings).toContain(warning.replace('ID', one ?? ''));
    expect(judgments.at(-1)).toEqual({ id: two, name: null, junk: null, worth: 1, note: null });
  });

  it('take null for absent, without a word', () => {
    const desk = aDesk();
    const row = `{"id":"${desk.ids[0]}","name":null,"junk":null,"worth":3,"note":null}`;
    expect(read(desk, rowsFile(`[${row}]`))).toEqual({
      judgments: [{ id: desk.ids[0], name: null, junk: null, worth: 3, note: null }],
      warnings: [],
    });
  });

  it('clamp and round worth to a whole 0-100', () => {
    const desk = aDesk();
    const worths = [1e300, -1e300, 49.5, -0.4].map(
      (worth) => read(desk, rowsFile(`[{"id":"${desk.ids[0]}","worth":${worth}}]`)).judgments[0]?.worth,
    );
    expect(worths).toEqual([100, 0, 50, 0]);
  });

  it('cap the host text and make it safe', () => {
    const desk = aDesk();
    const name = `\u001b[31m${'word '.repeat(40)}`;
    const content = JSON.stringify({ bundleId: BUNDLE_ID, judgments: [{ id: desk.ids[0], name, note: `<script>${'😀'.repeat(500)}` }] });
    const [judgment] = read(desk, content).judgments;
    expect(judgment?.name).toBe('word '.repeat(19).trim());
    expect(judgment?.note?.length).toBeLessThanOrEqual(400);
    expect(judgment?.note).not.toContain('<');
    const emoji = JSON.stringify({ bundleId: BUNDLE_ID, judgments: [{ id: desk.ids[0], name: `a${'😀'.repeat(90)}` }] });
    expect(read(desk, emoji).judgments[0]?.name?.length).toBeLessThanOrEqual(96);
  });

  it('count the first of an id, and skip unknown ids and rows that are none', () => {
    const desk = aDesk();
    const one = desk.ids[0];
    const { judgments, warnings } = read(
      desk,
      rowsFile(`[7,null,{"worth":1},{"id":9},{"id":"${one}","worth":10},{"id":"${one}","worth":20},{"id":"n7-\\u001b[2Jdead","worth":5}]`),
    );
    expect(judgments).toEqual([{ id: one, name: null, junk: null, worth: 10, note: null }]);
    expect(warnings).toEqual([
      'row 1 is not an object: skipped',
      'row 2 is not an object: skipped',
      'row 3 has no id: skipped',
      'row 4 has no id: skipped',
      `row 6 repeats ${one}: the first one counts`,
      'row 7 has the unknown id "n7-dead": skipped',
    ]);
  });

  it('accept the spellings of others, and say so once', () => {
    const desk = aDesk();
    const rows = desk.ids.map((id) => ({ id, worthiness: 70 }));
    const { judgments, warnings } = read(desk, JSON.stringify({ bundle_id: BUNDLE_ID, judgments: rows }));
    expect(judgments.map(({ worth }) => worth)).toEqual([70, 70, 70]);
    expect(warnings).toEqual(['bundle_id was read as bundleId', 'worthiness was read as worth']);
    const both = rowsFile(`[{"id":"${desk.ids[0]}","worthiness":1,"worth":2}]`);
    expect(read(desk, both)).toMatchObject({ judgments: [{ worth: 2 }], warnings: [] });
  });

  it('may stand in the one fenced block of an answer, with trailing commas', () => {
    const desk = aDesk();
    const json = `{"bundleId":"${BUNDLE_ID}","judgments":[{"id":"${desk.ids[0]}","name":"a,] b,}","worth":5,},]}`;
    const { judgments, warnings } = read(desk, `Here you are:\n\`\`\`json\n${json}\n\`\`\`\nDone.`);
    expect(judgments[0]).toMatchObject({ name: 'a,] b,}', worth: 5 });
    expect(warnings).toEqual(['the JSON was taken out of a fenced block', 'trailing commas were overlooked']);
    const plain = rowsFile(`[{"id":"${desk.ids[0]}","worth":5}]`);
    expect(read(desk, `\`\`\`\n${plain}\n\`\`\``).warnings).toEqual(['the JSON was taken out of a fenced block']);
    expect(faultFor(desk, `\`\`\`json\n${plain}\n\`\`\`\n\`\`\`json\n${plain}\n\`\`\``).code).toBe('E_JUDGMENTS_NOT_JSON');
    expect(faultFor(desk, `\`\`\`yaml\n${plain}\n\`\`\``).code).toBe('E_JUDGMENTS_NOT_JSON');
  });

  it('look at the first 1,000 of 300,000 rows', () => {
    const desk = aDesk();
    const { judgments, warnings } = read(desk, rowsFile(`[{"id":"${desk.ids[0]}","worth":5}${',{}'.repeat(299_999)}]`));
    expect(judgments).toHaveLength(1);
    expect(warnings[0]).toBe('only the first 1000 of 300000 rows were looked at');
    expect(warnings).toHaveLength(21);
    expect(warnings[20]).toBe('and 980 more warnings');
  });

  it('come from standard input too, as bytes or text', () => {
    const { bundle, ids } = aDesk();
    const content = rowsFile(`[{"id":"${ids[0]}","worth":5}]`);
    expect(requireJudgments({ path: '-', stdin: content }, bundle).judgments).toHaveLength(1);
    expect(requireJudgments({ path: '-', stdin: Buffer.from(content) }, bundle).judgments).toHaveLength(1);
    expect(faultOf(() => requireJudgments({ path: '-', stdin: null }, bundle))).toMatchObject({
      code: 'E_JUDGMENTS_MISSING',
      message: 'standard input is empty',
    });
    expect(faultOf(() => requireJudgments({ path: '-', stdin: ' '.repeat(2 ** 20 + 1) }, bundle)).code).toBe('E_JUDGMENTS_TOO_LARGE');
  });

  it('may be read through a link, outside the store', () => {
    const desk = aDesk();
    const target = join(desk.store.root, '..', 'mine.json');
    writeFileSync(target, rowsFile(`[{"id":"${desk.ids[0]}","worth":5}]`));
    symlinkSync(target, join(desk.store.root, '..', 'link.json'));
    expect(requireJudgments({ path: join(desk.store.root, '..', 'link.json'), stdin: null }, desk.bundle).judgments).toHaveLength(1);
  });
});

describe('a judgments file that cannot be used', () => {
  const known = (desk: Desk) => `[{"id":"${desk.ids[0]}","worth":5},{"id":"${desk.ids[1]}","worth":6}]`;
  const unknown = (desk: Desk) => `[{"id":"${desk.ids[0]}","worth":5},{"id":"n4-dead","worth":6}]`;

  it.each<[string, (desk: Desk) => string | Buffer]>([
    ['E_JUDGMENTS_TOO_LARGE', () => ' '.repeat(2 ** 20 + 1)],
    ['E_JUDGMENTS_ENCODING', (desk) => Buffer.from(`\uFEFF${rowsFile(known(desk))}`, 'utf16le')],
    ['E_JUDGMENTS_ENCODING', (desk) => Buffer.from(`\uFEFF${rowsFile(known(desk))}`, 'utf16le').swap16()],
    ['E_JUDGMENTS_ENCODING', (desk) => Buffer.from(rowsFile(known(desk)), 'utf16le')],
    ['E_JUDGMENTS_ENCODING', (desk) => Buffer.from(rowsFile(known(desk)).replace('"worth"', '"caf\xe9"'), 'latin1')],
    ['E_JUDGMENTS_NOT_JSON', () => ''],
    ['E_JUDGMENTS_NOT_JSON', () => '{"bundleId":'],
    ['E_JUDGMENTS_NOT_JSON', (desk) => `\uFEFF\uFEFF${rowsFile(known(desk))}`],
    ['E_JUDGMENTS_NOT_JSON', () => '{"a":"\\'],
    ['E_JUDGMENTS_NOT_JSON', () => '\\"'.repeat(400_000)],
    ['E_JUDGMENTS_NOT_JSON', () => `{"a":1${','.repeat(400_000)}`],
    ['E_JUDGMENTS_NOT_JSON', () => `{"a":"${'x'.repeat(900_000)}`],
    ['E_JUDGMENTS_TOO_DEEP', () => `${'['.repeat(200_000)}${']'.repeat(200_000)}`],
    ['E_JUDGMENTS_TOO_DEEP', () => `\`\`\`json\n${'{"a":'.repeat(65)}1${'}'.repeat(65)}\n\`\`\``],
    ['E_JUDGMENTS_CORRUPT', (desk) => known(desk)],
    ['E_JUDGMENTS_CORRUPT', () => '"judgments"'],
    ['E_JUDGMENTS_CORRUPT', () => rowsFile('{}')],
    ['E_JUDGMENTS_CORRUPT', () => `{"bundleId":"${BUNDLE_ID}","Judgments":[]}`],
    ['E_JUDGMENTS_CORRUPT', () => `{"__proto__":{},"bundleId":"${BUNDLE_ID}"}`],
    ['E_JUDGMENTS_ID_MISSING', () => '{}'],
    ['E_JUDGMENTS_ID_MISSING', (desk) => `{"bundleId":7,"judgments":${unknown(desk)}}`],
    ['E_JUDGMENTS_NONE', () => rowsFile('[]')],
    ['E_JUDGMENTS_NONE', (desk) => rowsFile(`[{"id":"${desk.ids[0]}","note":"no verdict"}]`)],
    ['E_JUDGMENTS_NONE', (desk) => rowsFile(`[{"id":"${desk.ids[0]}"},{"id":"n4-dead","worth":5}]`)],
    ['E_JUDGMENTS_OTHER_ID', (desk) => rowsFile(known(desk), OTHER_BUNDLE_ID)],
    ['E_JUDGMENTS_OTHER_SWEEP', (desk) => rowsFile(unknown(desk), OTHER_BUNDLE_ID)],
    ['E_JUDGMENTS_OTHER_SWEEP', () => rowsFile('[]', OTHER_BUNDLE_ID)],
  ])('ends in %s and harms no other file', (code, content) => {
    const desk = aDesk();
    const fault = faultFor(desk, content(desk));
    expect(fault.code).toBe(code);
    expect(fault.message).toContain(desk.path);
    expect(fault.retryable).toBe(true);
    expect(fault.remedy).not.toContain('nominate-only');
  });

  it('is named when it is missing, a directory or a hard link', () => {
    const { store, bundle, path } = aDesk();
    expect(faultOf(() => requireJudgments({ path, stdin: null }, bundle))).toMatchObject({
      code: 'E_JUDGMENTS_MISSING',
      message: `${path} does not exist`,
    });
    mkdirSync(path);
    expect(faultOf(() => requireJudgments({ path, stdin: null }, bundle)).code).toBe('E_JUDGMENTS_UNREADABLE');
    const outside = join(store.root, '..', 'two-names.json');
    writeFileSync(`${path}.1`, '{}');
    linkSync(`${path}.1`, outside);
    expect(faultOf(() => requireJudgments({ path: outside, stdin: null }, bundle)).code).toBe('E_JUDGMENTS_UNREADABLE');
    const under = join(store.root, 'store.json', 'x');
    expect(faultOf(() => requireJudgments({ path: under, stdin: null }, bundle)).message).toBe(`${under} cannot be read (ENOTDIR)`);
  });

  it('is refused where it is a link or has a second name below the store, by whatever path it is named', () => {
    const desk = aDesk();
    const { root } = desk.store;
    const outside = join(root, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'mine.json'), rowsFile(known(desk)));
    symlinkSync(join(outside, 'mine.json'), desk.path);
    symlinkSync(outside, join(root, 'host', 'way'));
    linkSync(join(outside, 'mine.json'), join(root, 'host', 'Hard.json'));
    symlinkSync(root, join(root, '..', 'by-link'));
    const messageOf = (path: string) => {
      const fault = faultOf(() => requireJudgments({ path, stdin: null }, desk.bundle));
      expect(fault.code).toBe('E_STORE_UNSAFE');
      return fault.message;
    };
    expect(messageOf(desk.path)).toBe(`${desk.path} is a symbolic link`);
    expect(messageOf(join(root, 'host', 'way', 'mine.json'))).toBe(`${join(root, 'host', 'way')} is a symbolic link`);
    expect(messageOf(join(root, 'host', 'Hard.json'))).toContain('has a second name (hard link)');
    expect(messageOf(desk.path.replace(root, join(root, '..', 'by-link')))).toContain('is a symbolic link');
    expect(messageOf(`${root}/host/../host/way/mine.json`)).toContain('is a symbolic link');
  });

  it('is mended by an edit where only its bundle id is wrong', () => {
    const desk = aDesk();
    const fault = faultFor(desk, rowsFile(known(desk), OTHER_BUNDLE_ID));
    expect(fault.message).toBe(`${desk.path} answers bundle "${OTHER_BUNDLE_ID}", and ${desk.bundle.path} is bundle "${BUNDLE_ID}"`);
    expect(fault.remedy).toBe(`set bundleId to ${BUNDLE_ID} and run this leg again`);
    expect(faultFor(desk, `{"judgments":${known(desk)}}`).remedy).toBe(`add "bundleId":"${BUNDLE_ID}" and run this leg again`);
  });

  it('is not mended by an edit where it speaks of other nominations', () => {
    const desk = aDesk();
    const fault = faultFor(desk, rowsFile(unknown(desk), OTHER_BUNDLE_ID));
    expect(fault.message).toContain('these judgments were written for another sweep');
    expect(fault.remedy).toBe(`judge this digest: bundle ${BUNDLE_ID} of ${desk.bundle.path}`);
    // The edit the other fault names would bind these verdicts to nothing.
    expect(faultFor(desk, rowsFile('[{"id":"n4-dead","worth":6}]')).code).toBe('E_JUDGMENTS_NONE');
  });

  it('shows the right shape, and the line where the JSON breaks off', () => {
    const desk = aDesk();
    const shape = `write {"bundleId":"${BUNDLE_ID}","judgments":[{"id":"${desk.ids[0]}","name":"","junk":false,"worth":50}]}`;
    expect(faultFor(desk, known(desk)).remedy).toBe(shape);
    expect(faultFor(desk, '{"bundleId":\n"x"\n"y"}')).toMatchObject({ message: `${desk.path} is not JSON (line 3)`, remedy: shape });
  });

  it('is echoed safely', () => {
    const desk = aDesk();
    const fault = faultFor(desk, rowsFile('[]', `\\u001b]0;x\\u0007${'y'.repeat(5000)}\\u202e`));
    expect(fault.message).toMatch(/answers bundle "y{20,40}…", and/);
  });
});
