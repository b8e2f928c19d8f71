import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  hostFilePath,
  openStore,
  requireAngles,
  requireBundle,
  requireJudgments,
  requirePending,
  type Store,
  writeBundle,
  writePending,
} from '../../src/checkpoint/index.ts';
import { FaultError, faultCodes } from '../../src/domain/fault.ts';
import { aBundle, aReport, BUNDLE_ID, STAMP, storeOptions } from '../checkpoint/samples.ts';
import { mutate } from './mutate.ts';

const MUTATION_COUNT = 10_000;
/** A few seconds each where nobody else works. */
const BUSY_MACHINE_MS = 240_000;
const CODES: ReadonlySet<string> = new Set(faultCodes());
const MAX_LINE = 1500;

/** One line that a terminal shows as it is. Plain checks, since an `expect` for each of 50,000 readings would cost minutes. */
function isLine(text: string): boolean {
  return text.length > 0 && text.length <= MAX_LINE && !/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u.test(text);
}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** How a reading ended: a value's rows and what was said of lost ones, or a fault's code. */
interface Reading {
  readonly ids: readonly string[];
  readonly saidCount: number;
}

/** One file of a run, with how it is read and put back. */
interface Subject {
  readonly bytes: Buffer;
  readonly path: string;
  /** How many rows it holds. */
  readonly ids: readonly string[];
  read(): Reading;
}

/** In memory where there is such a place: 50,000 files on a disk would take minutes. */
function memoryStore(): Store {
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'trivet-fuzz-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return openStore(join(directory, 'store'), storeOptions());
}

function aDesk() {
  const store = memoryStore();
  const bundle = writeBundle(store, aBundle(3), STAMP);
  const pending = writePending(store, aReport(2), STAMP);
  const ids = bundle.bundle.nominations.map(({ id }) => id);
  const topics = pending.report.topics.map(({ id }) => id);
  const rows = ids.map((id, index) => ({ id, name: `Störy ${index}`, junk: false, worth: 40 + index, note: 'a note' }));
  const judgments = hostFilePath(store, BUNDLE_ID, 'judgments');
  writeFileSync(judgments, JSON.stringify({ bundleId: BUNDLE_ID, judgments: rows }, null, 2));
  const angles = hostFilePath(store, BUNDLE_ID, 'angles');
  writeFileSync(
    angles,
    JSON.stringify({ bundleId: BUNDLE_ID, angles: topics.map((id) => ({ id, podcast: 'p', article: 'a', hook: 'h' })) }),
  );
  return { store, bundle, pending, ids, topics, judgments, angles };
}

const SUBJECTS: Readonly<Record<string, () => Subject>> = {
  'the bundle': () => {
    const { store, ids } = aDesk();
    const path = join(store.root, 'nominations.json');
    const read = () => {
      const { bundle } = requireBundle(store);
      return { ids: bundle.nominations.map(({ id }) => id), saidCount: bundle.lostRowCount };
    };
    return { path, bytes: readFileSync(path), ids, read };
  },
  'the pending report': () => {
    const { store, topics } = aDesk();
    const path = join(store.root, 'pending.json');
    const read = () => {
      const { report } = requirePending(store);
      return { ids: report.topics.map(({ id }) => id), saidCount: report.lostRowCount };
    };
    return { path, bytes: readFileSync(path), ids: topics, read };
  },
  'the judgments': () => {
    const { bundle, ids, judgments: path } = aDesk();
    const read = () => {
      const { judgments, warnings } = requireJudgments({ path, stdin: null }, bundle);
      for (const { name, junk, worth, note } of judgments) {
        must(name === null || (name.length <= 96 && isLine(name)), `name ${name}`);
        must(junk === null || typeof junk === 'boolean', `junk ${junk}`);
        must(worth === null || (Number.isInteger(worth) && worth >= 0 && worth <= 100), `worth ${worth}`);
        must(note === null || (note.length <= 400 && isLine(note)), `note ${JSON.stringify(note)}`);
      }
      return { ids: judgments.map(({ id }) => id), saidCount: assertSaid(warnings) };
    };
    return { path, bytes: readFileSync(path), ids, read };
  },
  'the angles': () => {
    const { pending, topics, angles: path } = aDesk();
    const read = () => {
      const { angles, warnings } = requireAngles({ path, stdin: null }, pending);
      for (const { podcast, article, hook } of angles)
        for (const text of [podcast, article, hook]) must(text === null || (text.length <= 200 && isLine(text)), `angle ${text}`);
      return { ids: angles.map(({ id }) => id), saidCount: assertSaid(warnings) };
    };
    return { path, bytes: readFileSync(path), ids: topics, read };
  },
  'store.json': () => {
    const { store } = aDesk();
    const path = join(store.root, 'store.json');
    const read = () => ({ ids: [openStore(store.root, storeOptions({ create: false })).storeId], saidCount: 0 });
    return { path, bytes: readFileSync(path), ids: ['0123456789abcdef'], read };
  },
};

function assertSaid(warnings: readonly string[]): number {
  must(warnings.length <= 21 && warnings.every(isLine), `warnings ${JSON.stringify(warnings)}`);
  return warnings.length;
}

/** Reads one damaged copy: a reading, or the code of a fault that says in two lines what is wrong and what to do. */
function readDamaged(subject: Subject, bytes: Uint8Array): Reading | string {
  writeFileSync(subject.path, bytes);
  try {
    return subject.read();
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    const { code, message, remedy, exit } = error.fault;
    must(CODES.has(code) && exit === 2, `${code} with exit ${exit}`);
    must(isLine(message) && isLine(remedy) && message.includes(subject.path), `${message} ${remedy}`);
    return code;
  }
}

/** How many rows the damaged file still has by any parser; null where there is no telling. */
function rowCountOf(bytes: Uint8Array): number | null {
  try {
    const document: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    if (typeof document !== 'object' || document === null) return null;
    const list = Object.values(document).find(Array.isArray);
    return Array.isArray(list) ? list.length : null;
  } catch {
    return null;
  }
}

/** A row that is gone without a word would pass for one that never was. */
function assertNothingLostInSilence(subject: Subject, bytes: Uint8Array, { ids, saidCount }: Reading): void {
  must(new Set(ids).size === ids.length, 'an id stands twice');
  must(
    ids.every((id) => subject.ids.includes(id) || subject.path.endsWith('store.json')),
    `an id nobody gave: ${ids.join(' ')}`,
  );
  if (ids.length >= subject.ids.length || saidCount > 0) return;
  // Only a host file may be shorter and say nothing of it: what the host left out, the leg calls unjudged.
  must(subject.path.includes('/host/') && (rowCountOf(bytes) ?? ids.length) === ids.length, `${ids.length} rows, and not a word`);
}

/** The code of a fault, or `read`. */
function endOf(subject: Subject, bytes: Uint8Array, seed: number): string {
  try {
    const reading = readDamaged(subject, bytes);
    if (typeof reading === 'string') return reading;
    assertNothingLostInSilence(subject, bytes, reading);
    return 'read';
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : 'not an error'}`, { cause: error });
  }
}

describe.each(Object.entries(SUBJECTS))('%s', (_, open) => {
  it(
    `read after each of ${MUTATION_COUNT} mutations is a fault with a remedy, or tells of every row that is gone`,
    () => {
      const subject = open();
      const ends = new Map<string, number>();
      for (let seed = 1; seed <= MUTATION_COUNT; seed += 1) {
        const bytes = mutate(subject.bytes, seed);
        const end = endOf(subject, bytes, seed);
        ends.set(end, (ends.get(end) ?? 0) + 1);
      }
      // Mutations that all end alike would show little.
      expect(ends.get('read')).toBeGreaterThan(10);
      expect(ends.size).toBeGreaterThan(6);
    },
    BUSY_MACHINE_MS,
  );
});

describe.each(Object.entries(SUBJECTS))('%s, cut short', (_, open) => {
  it('at any byte is a fault, and whole it is read', () => {
    const subject = open();
    const text = subject.bytes.toString('utf8').trimEnd();
    const whole = Buffer.from(text);
    for (let length = 0; length < whole.length; length += 1) {
      const reading = readDamaged(subject, whole.subarray(0, length));
      if (typeof reading !== 'string') throw new Error(`read at ${length} of ${whole.length} bytes`);
    }
    expect(readDamaged(subject, whole)).toMatchObject({ ids: subject.ids });
    expect(whole.length).toBeLessThanOrEqual(4096);
  });
});
