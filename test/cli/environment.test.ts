import { describe, expect, it } from 'vitest';
import { toCommandLine } from '../../src/cli/command-line.ts';
import { toEngineOptions } from '../../src/cli/engine-options.ts';
import { isSwitchedOn, proxySettings, tokensOf } from '../../src/cli/environment.ts';
import { parseRawOptions } from '../../src/cli/options.ts';
import { toAbsolute } from '../../src/cli/path.ts';
import { testEnvironment } from '../support/call-program.ts';

function optionsOf(raw: object, env: Record<string, string> = {}) {
  const warnings: string[] = [];
  const wiring = { signal: new AbortController().signal, emit: () => undefined, warn: (sentence: string) => void warnings.push(sentence) };
  return { options: toEngineOptions(parseRawOptions({ store: '/tmp/s', ...raw }), testEnvironment({ env }), wiring), warnings };
}

describe('flags go before the environment, the environment before defaults', () => {
  it('for the gateway', () => {
    const env = { TRIVET_GATEWAY: 'http://127.0.0.1:1' };
    expect(optionsOf({}, env).options.gateway).toBe('http://127.0.0.1:1');
    expect(optionsOf({ gateway: 'http://127.0.0.1:2' }, env).options.gateway).toBe('http://127.0.0.1:2');
    expect(optionsOf({}, { TRIVET_GATEWAY: '' }).options.gateway).toBeNull();
  });

  it('for strictness', () => {
    expect(optionsOf({}, { TRIVET_STRICT_EXIT: '1' }).options.strict).toBe(true);
    expect(optionsOf({}, { TRIVET_STRICT_EXIT: '0' }).options.strict).toBe(false);
    expect(optionsOf({ strict: true }, { TRIVET_STRICT_EXIT: '0' }).options.strict).toBe(true);
  });

  it('for the time', () => {
    expect(optionsOf({}).options).toMatchObject({ legBudgetMs: 100_000, researchBudgetMs: null, nowMs: null, nowAsGiven: null });
    expect(optionsOf({ legBudget: '30', now: '2021-12-10T06:00:00Z' }).options).toMatchObject({
      ...{ legBudgetMs: 30_000, nowMs: Date.UTC(2021, 11, 10, 6), nowAsGiven: '2021-12-10T06:00:00Z' },
    });
    expect(optionsOf({}, { TRIVET_RESEARCH_BUDGET_SECONDS: '12.5' }).options.researchBudgetMs).toBe(12_500);
  });

  it.each(['soon', '-1', '0', 'NaN', 'Infinity', '1e999'])('a research budget of "%s" falls back to the default, said once', (text) => {
    const { options, warnings } = optionsOf({}, { TRIVET_RESEARCH_BUDGET_SECONDS: text });
    expect(options.researchBudgetMs).toBeNull();
    expect(warnings).toEqual(['TRIVET_RESEARCH_BUDGET_SECONDS is no number above 0: the default is used']);
  });

  it.each(['', '  '])('an empty research budget is no budget, and nothing is said', (text) => {
    expect(optionsOf({}, { TRIVET_RESEARCH_BUDGET_SECONDS: text })).toMatchObject({ options: { researchBudgetMs: null }, warnings: [] });
  });
});

it('the proxy is read in either case, capitals first', () => {
  expect(proxySettings({})).toEqual({});
  expect(proxySettings({ http_proxy: 'http://a', HTTPS_PROXY: 'http://b', https_proxy: 'http://c', no_proxy: 'x' })).toEqual({
    ...{ httpProxy: 'http://a', httpsProxy: 'http://b', noProxy: 'x' },
  });
});

it('a token is for the one host it belongs to, and an empty variable is none', () => {
  expect(tokensOf({ GITHUB_TOKEN: ' ghp_x\n' })).toEqual({ 'api.github.com': 'ghp_x' });
  for (const variables of [{}, { GITHUB_TOKEN: '' }, { GITHUB_TOKEN: ' ' }, { GH_TOKEN: 'x' }]) expect(tokensOf(variables)).toEqual({});
  expect(optionsOf({}, { GITHUB_TOKEN: 'ghp_x' }).options.tokens).toEqual({ 'api.github.com': 'ghp_x' });
});

it.each([
  ['1', true],
  ['true', true],
  ['YES', true],
  [' on ', true],
  ['0', false],
  ['', false],
  ['maybe', false],
  [undefined, false],
])('a switch set to %s is %s', (value, isOn) => {
  expect(isSwitchedOn(value)).toBe(isOn);
});

it('a relative path counts from the working directory', () => {
  const environment = testEnvironment({ workingDirectory: '/work' });
  expect(toAbsolute('a/../b.json', environment)).toBe('/work/b.json');
  expect(toAbsolute('/c.json', environment)).toBe('/c.json');
});

it('a printed command starts this very program, each argument quoted where it must be', () => {
  const invocation = { execPath: '/usr/bin/node', loader: [], script: '/opt/trivet/main.js', platform: 'linux' } as const;
  expect(toCommandLine(invocation, ['show', 'n1-0000', '--store', '/a b'])).toBe(
    "/usr/bin/node /opt/trivet/main.js show n1-0000 --store '/a b'",
  );
});
