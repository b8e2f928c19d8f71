import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { readDigest, writeAngles, writeJudgments } from './host.ts';
import { type Run, runCli, runPrinted } from './run-cli.ts';

/** A secret of no use, easy to find wherever it was left. */
export const CANARY = 'ghp_c4n4ryC4N4RYc4n4ryC4N4RYc4n4ryC4N4RY';

/** As it stands, and in the encodings that a header, a URL or a dump would give it. */
const TRACES = [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(`canary:${CANARY}`).toString('base64').slice(10, 40)];

/** Where a secret can come from: tokens of sites, and the passwords of proxies. The engine knows one of them and may write none. */
const SECRET_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN', 'ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'REDDIT_TOKEN'];
const canaryEnvironment = (): Record<string, string> => Object.fromEntries(SECRET_VARIABLES.map((name) => [name, CANARY]));

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile());
}

/** The places that hold the canary: files below `directory`, by name and by content, and the texts given. */
export function leaksIn(directory: string, texts: Readonly<Record<string, string>>): string[] {
  const holds = (text: string) => TRACES.some((trace) => text.includes(trace));
  const files = filesBelow(directory).filter((path) => holds(path) || holds(readFileSync(path, 'latin1')));
  return [...files, ...Object.entries(texts).flatMap(([name, text]) => (holds(text) ? [name] : []))];
}

/** All three legs, show and one-shot with every secret set; what each printed, by its name. */
export async function runAllWithCanary(directory: string, flags: readonly string[]): Promise<Record<string, string>> {
  const env = canaryEnvironment();
  const texts: Record<string, string> = {};
  const note = (name: string, run: Run): Run => {
    expect([name, run.code, run.stderr.slice(-300)]).toEqual([name, 0, expect.anything()]);
    texts[`${name} stdout`] = run.stdout;
    texts[`${name} stderr`] = run.stderr;
    return run;
  };
  const store = ['--store', join(directory, 'store')];
  const one = note('leg 1', await runCli(['discover', '--nominate-only', '--debug', ...flags, ...store], { env }));
  const id = /"id":"([^"]+)"/.exec(readDigest(one.stdout).template)?.[1] ?? '';
  const next = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 90 - index }));
  const two = note('leg 2', await runPrinted(`${next} --debug`, { env }));
  const last = writeAngles(two.stdout, (row) => ({ ...row, hook: `A hook for ${row.id}.` }));
  note('leg 3', await runPrinted(`${last} --debug --json --output '${join(directory, 'brief.json')}'`, { env }));
  note('show', await runCli(['show', id, ...flags, ...store], { env }));
  note('one-shot', await runCli(['discover', '--debug', '--json', ...flags], { env }));
  return texts;
}
