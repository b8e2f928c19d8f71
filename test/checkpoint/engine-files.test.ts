import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requireBundle, requirePending, writeBundle, writePending } from '../../src/checkpoint/index.ts';
import { aBundle, aReport, faultOf, STAMP, temporaryStore } from './samples.ts';

/** How a checkpoint that is there can be of no use, and the end of the code that says so; `rows` is the name of its list. */
const DAMAGES: readonly (readonly [string, string, (text: string, rows: string) => string])[] = [
  ['no JSON', 'NOT_JSON', () => '{"kind":'],
  ['no object', 'CORRUPT', () => '[]'],
  ['a payload that is none', 'CORRUPT', (text) => text.replace(/"payload":.*/s, '"payload":[]}')],
  ['rows that are no list', 'CORRUPT', (text, rows) => text.replace(new RegExp(`"${rows}":\\[.*`, 's'), `"${rows}":7}}`)],
  ['an empty list of rows', 'CORRUPT', (text, rows) => text.replace(new RegExp(`"${rows}":\\[.*`, 's'), `"${rows}":[]}}`)],
  ['no row left whole', 'CORRUPT', (text) => text.replaceAll(/"hash":"\w{64}"/g, '"hash":"0"')],
];

describe.each(DAMAGES)('a checkpoint that is of no use: %s', (_, reason, damage) => {
  it('costs no more than the leg that wrote it', () => {
    const store = temporaryStore();
    writeBundle(store, aBundle(), STAMP);
    writePending(store, aReport(), STAMP);
    const spoil = (name: string, rows: string) => {
      const path = join(store.root, name);
      const text = readFileSync(path, 'utf8');
      expect(damage(text, rows)).not.toBe(text);
      writeFileSync(path, damage(text, rows));
    };
    spoil('pending.json', 'topics');
    expect(faultOf(() => requirePending(store))).toMatchObject({
      code: `E_PENDING_${reason}`,
      remedy: 'conclude again: run leg 2 (discover --judgments) with the same --store and flags',
    });
    spoil('nominations.json', 'nominations');
    expect(faultOf(() => requireBundle(store))).toMatchObject({
      code: `E_BUNDLE_${reason}`,
      remedy: 'sweep afresh: run leg 1 (discover --nominate-only) with the same --store and flags',
    });
  });
});
