import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

/** The platform's files that may change the disk; everyone else goes through them. */
const WRITERS: ReadonlySet<string> = new Set(['platform/append.ts', 'platform/descriptor.ts', 'platform/files.ts', 'platform/rename.ts']);
/** What opens for reading only, flags and all; a new one has to be looked at before it is put here. */
const OPENERS: ReadonlySet<string> = new Set(['platform/bounded-read.ts', 'platform/read-lines.ts', 'platform/sqlite.ts']);
/** All that a module outside may take from node:fs: none of these changes anything. */
const READING: ReadonlySet<string> = new Set([
  ...[
    'accessSync',
    'closeSync',
    'constants',
    'existsSync',
    'fstatSync',
    'lstatSync',
    'readFileSync',
    'readdirSync',
    'realpathSync',
    'statSync',
  ],
  ...['Dirent', 'Stats'],
]);
const FS = /^(?:node:)?fs(?:\/promises)?$/;

/** What `text` takes from the file system module, by name; `*` for the whole of it. */
function takenFromFs(text: string): string[] {
  const taken: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && FS.test(node.moduleSpecifier.text)) {
      const bindings = node.importClause?.namedBindings;
      if (bindings === undefined || ts.isNamespaceImport(bindings) || node.importClause?.name !== undefined) taken.push('*');
      else taken.push(...bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text));
      return;
    }
    // import(), require(), getBuiltinModule and re-exports all name the module in a string.
    if (ts.isStringLiteralLike(node) && FS.test(node.text)) taken.push('*');
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('module.ts', text, ts.ScriptTarget.Latest, true));
  return taken;
}

function offences(file: string, text: string): string[] {
  if (WRITERS.has(file)) return [];
  const allowed = OPENERS.has(file) ? new Set([...READING, 'openSync', 'readSync']) : READING;
  return takenFromFs(text)
    .filter((name) => !allowed.has(name))
    .map((name) => `${file} takes ${name}`);
}

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));

describe('one door for writing', () => {
  it('no module but the platform’s writers can open a file for writing', () => {
    expect(files.flatMap((file) => offences(file, readFileSync(join(SRC, file), 'utf8')))).toEqual([]);
  });

  it('those who may open files open them for reading', () => {
    const flags = /\bO_(?:WRONLY|RDWR|APPEND|CREAT|TRUNC)\b|openSync\([^)]*'[rwa]\+?/;
    for (const file of OPENERS) expect(readFileSync(join(SRC, file), 'utf8'), file).not.toMatch(flags);
  });

  it('knows every writer there is', () => {
    expect([...WRITERS, ...OPENERS].filter((file) => !files.includes(file))).toEqual([]);
  });

  it.each([
    ["import { writeFileSync } from 'node:fs';", ['writeFileSync']],
    ["import { openSync as look } from 'fs';", ['openSync']],
    ["import fs from 'node:fs';", ['*']],
    ["import * as fs from 'node:fs/promises';", ['*']],
    ["const fs = await import('node:fs');", ['*']],
    ["const fs = process.getBuiltinModule('fs');", ['*']],
    ["export { rmSync } from 'node:fs';", ['*']],
    ["import { createWriteStream, statSync } from 'node:fs';", ['createWriteStream']],
  ])('sees through %s', (text, names) => {
    expect(offences('journal/new.ts', text)).toEqual(names.map((name) => `journal/new.ts takes ${name}`));
  });
});
