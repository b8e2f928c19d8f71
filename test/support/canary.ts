import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A secret of no use, easy to find wherever it was left. */
export const CANARY = 'ghp_c4n4ryC4N4RYc4n4ryC4N4RYc4n4ryC4N4RY';

/** As it stands, and in the encodings that a header, a URL or a dump would give it. */
const TRACES = [CANARY, Buffer.from(CANARY).toString('hex'), Buffer.from(`canary:${CANARY}`).toString('base64').slice(10, 40)];

/** Where a secret can come from: tokens of sites, and the passwords of proxies. The engine knows one of them and may write none. */
export const SECRET_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN', 'NPM_TOKEN', 'ANTHROPIC_API_KEY', 'AWS_SECRET_ACCESS_KEY', 'REDDIT_TOKEN'];
export const canaryEnvironment = (): Record<string, string> => Object.fromEntries(SECRET_VARIABLES.map((name) => [name, CANARY]));

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
