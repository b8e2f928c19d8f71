import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** Which room may import which, besides itself; a `/` names one file of a room. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  stages: ['domain'],
  platform: ['domain/fault.ts'],
  render: ['domain'],
  sources: ['domain', 'platform'],
  checkpoint: ['domain', 'platform'],
  journal: ['domain', 'platform'],
  ledger: ['domain', 'platform'],
  observer: ['domain', 'platform'],
  workflows: ['domain', 'stages', 'ledger'],
  legs: ['domain', 'stages', 'sources', 'checkpoint', 'journal', 'ledger', 'render', 'platform'],
  cli: ['domain', 'sources', 'checkpoint', 'journal', 'ledger', 'observer', 'workflows', 'render', 'platform', 'legs'],
};
/** Rooms without I/O: what they may import from outside. */
const PURE: Readonly<Record<string, readonly string[]>> = { domain: ['zod'], stages: [], render: [] };
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;

interface Import {
  readonly file: string;
  readonly room: string;
  readonly specifier: string;
}

function importsOf(file: string): Import[] {
  const room = file.split('/')[0] ?? '';
  const text = readFileSync(join(SRC, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, specifier = '']) => ({ file, room, specifier }));
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const imports = files.flatMap(importsOf);

function targetOf({ file, specifier }: Import): string {
  return relative(SRC, resolve(SRC, dirname(file), specifier)).replaceAll('\\', '/');
}

describe('imports point one way', () => {
  it('knows every room there is', () => {
    expect(files.length).toBeGreaterThan(60);
    expect([...new Set(files.map((file) => file.split('/')[0]))].filter((room) => room !== undefined && !(room in MAY_IMPORT))).toEqual([]);
  });

  it('lets no room import what the table does not grant', () => {
    const broken = imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .filter((found) => {
        const target = targetOf(found);
        const room = target.split('/')[0] ?? '';
        return room !== found.room && !MAY_IMPORT[found.room]?.some((granted) => granted === room || granted === target);
      })
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  it('keeps node, the network and the database out of the pure rooms', () => {
    const broken = imports
      .filter(({ room, specifier }) => PURE[room] !== undefined && !specifier.startsWith('.') && !PURE[room].includes(specifier))
      .map(({ file, specifier }) => `${file} imports ${specifier}`);
    expect(broken).toEqual([]);
  });

  it('reads the wall clock in one file and the environment in another', () => {
    const readers = files.filter((file) => /\bDate\.now\(\)|new Date\(\)/.test(readFileSync(join(SRC, file), 'utf8')));
    expect(readers).toEqual(['platform/clock.ts']);
    const environment = files.filter((file) => /\bprocess\.env\b/.test(readFileSync(join(SRC, file), 'utf8')));
    expect(environment).toEqual(['cli/environment.ts']);
  });

  it('prints and exits in cli alone', () => {
    const printers = files.filter(
      (file) => !file.startsWith('cli/') && /\bconsole\.|process\.(stdout|stderr|exit\b)/.test(readFileSync(join(SRC, file), 'utf8')),
    );
    expect(printers).toEqual([]);
  });
});

describe('small by measure', () => {
  it('has no file over 300 lines and no catch-all names', () => {
    const long = files.filter((file) => readFileSync(join(SRC, file), 'utf8').split('\n').length > 300);
    expect(long).toEqual([]);
    expect(files.filter((file) => /(^|\/)(utils?|helpers?|manager|common|types)\.ts$/.test(file))).toEqual([]);
  });
});
