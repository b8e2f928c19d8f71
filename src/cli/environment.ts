import { homedir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProxySettings } from '../platform/http.ts';
import type { Invocation } from './command-line.ts';

/** What the process was given from outside, read in one place. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly homeDirectory: string;
  readonly workingDirectory: string;
  readonly invocation: Invocation;
  readonly fixturesDirectory: string;
  /** Whether stderr is a terminal. */
  readonly isTerminal: boolean;
}

export function readEnvironment(moduleUrl: string): Environment {
  const script = fileURLToPath(moduleUrl);
  const root = resolve(dirname(script), '..', '..');
  return {
    variables: process.env,
    platform: process.platform,
    homeDirectory: homedir(),
    workingDirectory: process.cwd(),
    invocation: { execPath: process.execPath, loader: loaderOf(script), script, platform: process.platform },
    isTerminal: process.stderr.isTTY === true,
    fixturesDirectory: resolve(root, 'fixtures'),
  };
}

/** A checkout runs the sources themselves, which needs the loader by its full address. */
function loaderOf(script: string): string[] {
  return script.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
}

export function proxySettings(variables: Environment['variables']): ProxySettings {
  const pick = (name: string) => variables[name] ?? variables[name.toLowerCase()];
  const [httpProxy, httpsProxy, noProxy] = [pick('HTTP_PROXY'), pick('HTTPS_PROXY'), pick('NO_PROXY')];
  return {
    ...(httpProxy === undefined ? {} : { httpProxy }),
    ...(httpsProxy === undefined ? {} : { httpsProxy }),
    ...(noProxy === undefined ? {} : { noProxy }),
  };
}

/** Tokens by the one host each is sent to; an empty variable is no token. */
export function tokensOf(variables: Environment['variables']): Record<string, string> {
  const github = variables['GITHUB_TOKEN']?.trim();
  return github === undefined || github === '' ? {} : { 'api.github.com': github };
}

/** `1`, `true`, `yes` and `on` switch on; anything else does not. */
export function isSwitchedOn(value: string | undefined): boolean {
  return /^(1|true|yes|on)$/i.test(value?.trim() ?? '');
}
