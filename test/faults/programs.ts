import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';
import { runChild } from './child.ts';

/** The words that run the programs under test, before their arguments. */
export interface Programs {
  /** The command-line program; FAULT_REQUESTS names a file that gets a line per request of a leg under `--mock`. */
  readonly cli: readonly string[];
  /** A script on the journal: its arguments are a directory and a number of items. */
  readonly worker: readonly string[];
}

const WORKER = fileURLToPath(new URL('job-worker.mjs', import.meta.url));
const FAST_START = fileURLToPath(new URL('fast-start.cjs', import.meta.url));
/** What the built programs find beside their dist. */
const NEIGHBOURS = ['node_modules', 'fixtures', 'package.json'];

/** The programs as they are shipped: a file a module. */
export function shippedPrograms(dist: string): Programs {
  return {
    cli: [process.execPath, join(dist, 'cli', 'main.js')],
    worker: [process.execPath, WORKER, join(dist, 'journal', 'index.js')],
  };
}

/** The text with one passage replaced; throws when it is not there exactly once. */
export function replaceOnce(text: string, from: string, to: string): string {
  if (text.split(from).length !== 2) throw new Error(`not there exactly once: ${from}`);
  return text.replace(from, () => to);
}

/** Waiting at the top of a file has no place in a script: what is no import goes into a function. */
function wrapped(code: string): string {
  const lines = code.split('\n').filter((line) => !line.startsWith('#!'));
  const isImport = (line: string) => line.startsWith('import ');
  return [...lines.filter(isImport), 'void (async () => {', ...lines.filter((line) => !isImport(line)), '})();'].join('\n');
}

/** Makes scripts of the entries, and lets the mocked network say what it is asked. */
function forFaults(dist: string): Plugin {
  return {
    name: 'for-faults',
    enforce: 'pre',
    transform: (code, id) => {
      if (id === join(dist, 'cli', 'main.js')) return wrapped(code);
      if (id === WORKER) {
        const asked = 'const { openJob } = await import(pathToFileURL(journal).href);';
        return wrapped(replaceOnce(code, asked, `import { openJob } from ${JSON.stringify(join(dist, 'journal', 'index.js'))};`));
      }
      if (id !== join(dist, 'sources', 'fixtures.js')) return null;
      const witness = "if (process.env.FAULT_REQUESTS) sayRequest(process.env.FAULT_REQUESTS, url.href + '\\n');";
      const asked = 'const url = new URL(path, origin);';
      return `import { appendFileSync as sayRequest } from 'node:fs';\n${replaceOnce(code, asked, `${asked} ${witness}`)}`;
    },
  };
}

async function bundle(dist: string, entry: string, file: string): Promise<void> {
  await build({
    configFile: false,
    root: dirname(dist),
    logLevel: 'error',
    plugins: [forFaults(dist)],
    ssr: { noExternal: true },
    build: {
      ssr: entry,
      outDir: dirname(file),
      emptyOutDir: true,
      minify: true,
      rolldownOptions: {
        output: { format: 'cjs', entryFileNames: 'program.cjs', codeSplitting: false },
        // A checkout's loader is looked for with import.meta.resolve, which no built program reaches.
        checks: { emptyImportMeta: false },
      },
    },
  });
}

/** One run that keeps the compiled code. */
async function warm(words: readonly string[], args: readonly string[]): Promise<void> {
  const { code, stderr } = await runChild([...words, ...args], { FAULT_CACHE: 'write' });
  if (code !== 0) throw new Error(`the bundled ${words.at(-1)} ended with ${code}: ${stderr}`);
}

/**
 * The same programs, each in one file below `root` (which is made) and compiled beforehand: they start in less than half the time, and a run of the
 * programme is mostly a start. The lint part compares their calls with the shipped programs'.
 */
export async function bundledPrograms(dist: string, root: string): Promise<Programs> {
  mkdirSync(root);
  for (const name of NEIGHBOURS) symlinkSync(join(dirname(dist), name), join(root, name));
  const programs = { cli: join(root, 'dist', 'cli', 'program.cjs'), worker: join(root, 'dist', 'worker', 'program.cjs') };
  await bundle(dist, join(dist, 'cli', 'main.js'), programs.cli);
  await bundle(dist, WORKER, programs.worker);
  const [cli, worker] = [
    [process.execPath, FAST_START, programs.cli],
    [process.execPath, FAST_START, programs.worker],
  ] as const;
  const scratch = join(root, 'warm');
  mkdirSync(scratch);
  await warm(cli, ['discover', '--nominate-only', '--mock', '--quiet', '--store', join(scratch, 'store')]);
  await warm(worker, ['built in', join(scratch, 'job'), '3']);
  rmSync(scratch, { recursive: true });
  // The worker's first argument names the journal, which is in the bundle.
  return { cli, worker: [...worker, 'built in'] };
}
