/**
 * `npm run redos`: every regular expression of src/ and of the bundled responses through recheck. It takes a minute or less, so it is a
 * step of its own and no part of the unit tests. A pattern passes when recheck calls it safe; there is no list of exceptions.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { check, type Diagnostics } from 'recheck';
import { z } from 'zod';
import { type Pattern, patternsOf } from './patterns.ts';
import { SETTINGS } from './settings.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LANE_COUNT = 2;

/** Calls that build a pattern from what no reader of the file can know, with where those parts come from. */
const BUILT_AT_RUN_TIME: ReadonlyMap<string, string> = new Map([
  ['new RegExp(`^(?:$' + '{path})$`)', 'fixtures/index.json, checked below'],
  ["new RegExp(pattern, 'i')", 'fixtures/index.json, checked below'],
]);

const indexSchema = z.array(z.object({ path: z.string(), query: z.record(z.string(), z.string()).default({}) }));

function bundledPatterns(): Pattern[] {
  const at = 'fixtures/index.json';
  const index = indexSchema.parse(JSON.parse(readFileSync(join(ROOT, at), 'utf8')));
  return index.flatMap(({ path, query }) => [
    { source: `^(?:${path})$`, flags: '', at },
    ...Object.values(query).map((source) => ({ source, flags: 'i', at })),
  ]);
}

interface Verdict {
  readonly pattern: Pattern;
  readonly found: Diagnostics;
}

/** Each distinct pattern once, the first place it stands at standing for all. */
function distinct(patterns: readonly Pattern[]): Pattern[] {
  return [...new Map(patterns.toReversed().map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values()];
}

async function judge(patterns: readonly Pattern[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const queue = [...patterns];
  const lane = async (): Promise<void> => {
    for (let pattern = queue.pop(); pattern !== undefined; pattern = queue.pop()) {
      const { source, flags } = pattern;
      verdicts.push({ pattern, found: await check(source, flags, SETTINGS) });
    }
  };
  await Promise.all(Array.from({ length: LANE_COUNT }, lane));
  return verdicts;
}

function describe({ pattern: { at, source, flags }, found }: Verdict): string {
  const why = found.status === 'vulnerable' ? `${found.complexity.summary}, by ${found.attack.pattern}` : found.status;
  return `  NOT SAFE ${at} /${source}/${flags}: ${why}`;
}

const SRC = join(ROOT, 'src');
const names = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
const read = names.map((name) => patternsOf(`src/${name.replaceAll('\\', '/')}`, readFileSync(join(SRC, name), 'utf8')));
const unknown = read.flatMap(({ unread }) => unread).filter(({ text }) => !BUILT_AT_RUN_TIME.has(text));
const all = distinct([...read.flatMap(({ patterns }) => patterns), ...bundledPatterns()]);
const beganAt = performance.now();
const verdicts = await judge(all);
const bad = verdicts.filter(({ found }) => found.status !== 'safe');
for (const verdict of bad) process.stdout.write(`${describe(verdict)}\n`);
for (const { at, text } of unknown) process.stdout.write(`  NOT READ ${at} ${text}: build it of constants of its file\n`);
const failedCount = bad.length + unknown.length;
process.stdout.write(`${all.length} patterns of ${names.length} files (${((performance.now() - beganAt) / 1000).toFixed(0)} s)\n`);
process.stdout.write(`${verdicts.length - bad.length} passed, ${failedCount} failed, 0 skipped\n`);
// The checker keeps a process of its own, which would keep this one.
process.exit(failedCount > 0 ? 1 : 0);
