/**
 * `npm run confinement`: whole rounds under strace. Nothing outside the store may be opened but the program itself, what Node opens on its
 * own account, and files named on the command line; nothing else may be changed; no other program is started, and mock mode calls no
 * one. Works on dist, so build first; skipped loudly where strace is missing.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Run, runChild } from '../faults/child.ts';
import { Suite, Tally } from '../faults/tally.ts';
import { readDigest, writeAngles, writeJudgments } from '../support/host.ts';
import { parseTrace, strayTouches } from './trace.ts';

const ROOT = realpathSync(fileURLToPath(new URL('../..', import.meta.url)));
const MAIN = join(ROOT, 'dist', 'cli', 'main.js');
const NODE_MODULES = realpathSync(join(ROOT, 'node_modules'));
const NOW = '2031-05-10T18:00:00.000Z';

const literal = (path: string) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The program, its packages and responses; then the loader's, Node's and the C library's own. A user's files are not among them. */
const MAY_READ = new RegExp(
  [
    `^${literal(ROOT)}/(?:dist/.*|fixtures(?:/.*)?|package\\.json)$`,
    `^${literal(NODE_MODULES)}/`,
    `^${literal(realpathSync(process.execPath))}$`,
    '^/(?:usr/)?lib(?:64)?/',
    '^/usr/(?:local/)?(?:share|lib)/(?:zoneinfo|locale|nodejs|node|ssl|icu)',
    '^/etc/(?:ld\\.so\\.cache|nsswitch\\.conf|passwd|localtime|ssl/openssl\\.cnf|gai\\.conf|host\\.conf|resolv\\.conf|hosts)$',
    '^/proc/(?:\\d+|self)/(?:maps|cgroup|stat|status|mountinfo|exe|auxv)$',
    '^/proc/(?:meminfo|cpuinfo|stat|version_signature|sys/vm/overcommit_memory)$',
    '^/sys/(?:fs/cgroup|devices/system/cpu)(?:/|$)',
    '^/dev/(?:null|urandom|random)$',
  ].join('|'),
);

interface Scene {
  readonly directory: string;
  readonly store: string;
  /** Where a file of the user's lies that no run may open. */
  readonly home: string;
}

/** A run under strace with its violations; `named` are the files its command line names for writing. */
async function traced(scene: Scene, args: readonly string[], named: readonly string[] = []): Promise<{ run: Run; violations: string[] }> {
  const log = join(scene.directory, 'trace');
  const strace = ['strace', '-f', '-qq', '-y', '-s', '4096', '-o', log, '-e', 'trace=%file,connect'];
  const run = await runChild([...strace, process.execPath, MAIN, ...args], { HOME: scene.home, TMPDIR: join(scene.home, 'tmp') });
  const touches = parseTrace(readFileSync(log, 'utf8'));
  const isTemporaryOf = (path: string) =>
    named.some((file) => dirname(path) === dirname(file) && basename(path).startsWith(`.${basename(file)}.`));
  // Opened to make the new name in it durable.
  const isDirectoryOf = (path: string) => [scene.store, ...named].some((file) => path === dirname(file));
  const mayWrite = (path: string) =>
    path === scene.store || path.startsWith(`${scene.store}/`) || named.includes(path) || isTemporaryOf(path) || isDirectoryOf(path);
  const violations = strayTouches(touches, { mayRead: MAY_READ, mayWrite, mayRun: (path) => path === process.execPath });
  if (touches.length < 20) violations.push(`only ${touches.length} calls were seen`);
  if (run.code !== 0) violations.push(`exit ${run.code}: ${run.stderr.slice(0, 400)}`);
  return { run, violations: [...new Set(violations)] };
}

async function round(scene: Scene, suite: Suite): Promise<void> {
  const flags = ['--mock', '--now', NOW, '--store', scene.store, '--quiet'];
  const output = join(scene.directory, 'out', 'brief.md');
  mkdirSync(dirname(output));
  const one = await traced(scene, ['discover', '--nominate-only', ...flags]);
  suite.count('leg 1', one.violations, 1);
  writeJudgments(one.run.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
  const judgments = readDigest(one.run.stdout).path;
  const two = await traced(scene, ['discover', '--judgments', judgments, ...flags]);
  suite.count('leg 2', two.violations, 1);
  // An angles file outside the store: named, so it may be read.
  writeAngles(two.run.stdout, (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
  const angles = join(scene.directory, 'out', 'angles.json');
  writeFileSync(angles, readFileSync(readDigest(two.run.stdout).path));
  const three = await traced(
    scene,
    ['discover', '--finalize', '--angles', angles, '--emit', 'md', '--output', output, ...flags],
    [output, angles],
  );
  suite.count('leg 3', three.violations, 1);
  const id = /n1-[0-9a-f]{4}/.exec(one.run.stdout)?.[0] ?? '';
  suite.count('show', (await traced(scene, ['show', id, ...flags.slice(0, -1)])).violations, 1);
  suite.count('one-shot', (await traced(scene, ['discover', ...flags])).violations, 1);
  suite.count('sources', (await traced(scene, ['sources'])).violations, 1);
}

/** The check must be able to fail: a run whose store is not the one that is allowed. */
async function mutant(scene: Scene, tally: Tally): Promise<void> {
  const elsewhere = join(scene.directory, 'elsewhere');
  const { violations } = await traced(scene, ['discover', '--nominate-only', '--mock', '--now', NOW, '--quiet', '--store', elsewhere]);
  const isCaught = violations.some((violation) => violation.startsWith(`write ${elsewhere}/nominations.json`));
  tally.addCases(Number(isCaught), Number(!isCaught));
}

async function hasStrace(): Promise<boolean> {
  try {
    return (await runChild(['strace', '-f', '-o', '/dev/null', 'true'])).code === 0;
  } catch {
    return false;
  }
}

if (!existsSync(MAIN)) throw new Error('there is no dist: run npm run build first');
const tally = new Tally();
if (process.platform !== 'linux' || !(await hasStrace())) {
  tally.skip('confinement', 'strace is missing (apt-get install strace) or may not trace');
} else {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'trivet-confined-')));
  const scene = { directory, store: join(directory, 'store'), home: join(directory, 'home') };
  mkdirSync(join(scene.home, 'tmp'), { recursive: true });
  try {
    const suite = new Suite('confinement');
    await round(scene, suite);
    tally.add(suite.close('three legs, show, one-shot, sources'));
    await mutant(scene, tally);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
process.exitCode = tally.close();
