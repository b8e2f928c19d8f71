import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import { z } from 'zod';
import { callProgram } from './call-program.ts';
import { parseFault } from './leg-json.ts';
import type { Round } from './round.ts';
import { treeOf } from './store-tree.ts';

const documentSchema = z.record(z.string(), z.unknown());
const payloadSchema = z.record(z.string(), z.unknown());

export function editJson(path: string, edit: (document: Record<string, unknown>) => void): void {
  const document = documentSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  edit(document);
  writeFileSync(path, JSON.stringify(document));
}

export function editPayload(path: string, edit: (payload: Record<string, unknown>) => void): void {
  editJson(path, (document) => {
    const payload = payloadSchema.parse(document['payload']);
    edit(payload);
    document['payload'] = payload;
  });
}

export const deep = (open: string, close: string) => `${open.repeat(200_000)}${close.repeat(200_000)}`;
export const spoilWith = (bytes: string | Uint8Array) => (path: string) => writeFileSync(path, bytes);
export const reencode =
  (encoding: BufferEncoding, mark = '') =>
  (path: string) =>
    writeFileSync(path, Buffer.from(`${mark}${readFileSync(path, 'utf8')}`, encoding));
export const replaceByDirectory = (path: string) => {
  rmSync(path);
  mkdirSync(path);
};
export const replaceByLink = (path: string) => {
  const target = `${path}.target`;
  writeFileSync(target, readFileSync(path));
  rmSync(path);
  symlinkSync(target, path);
};

export type Spoil = (path: string) => void;

/** Runs a leg on a spoiled store: a named fault, exit 2, short, no stack trace, and nothing else in the store moved. */
export async function faultAfter(round: Round, leg: readonly string[], spoil: () => void) {
  spoil();
  const before = treeOf(round.store);
  const run = await callProgram([...leg, '--json']);
  expect(run.code).toBe(2);
  expect(Buffer.byteLength(run.stderr)).toBeLessThan(8192);
  expect(run.stderr).toMatch(/^trivet: E_[A-Z0-9_]+: .+\nremedy: .+\n$/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(treeOf(round.store)).toEqual(before);
  return parseFault(run.stdout);
}
