import type { EngineOptions } from '../legs/engine.ts';
import type { EngineEvent } from '../legs/event.ts';
import { storeDirectory } from '../platform/home.ts';
import { parseGateway } from '../platform/http/gateway.ts';
import { type Log, silentLog } from '../platform/log.ts';
import { toCommandLine } from './command-line.ts';
import { type Environment, isSwitchedOn, proxySettings, tokensOf } from './environment.ts';
import type { RawOptions } from './options.ts';
import { requirePrintable } from './path.ts';
import { repeatedFlags } from './repeated-flags.ts';
import { parseInstant, parseWholeNumber } from './values.ts';

const DEFAULT_LEG_BUDGET_SECONDS = 100;

export interface Wiring {
  readonly signal: AbortSignal;
  readonly emit: (event: EngineEvent) => void;
  /** Says once what was ignored. */
  readonly warn: (sentence: string) => void;
  /** Silent where it is not given. */
  readonly log?: Log;
}

/** Flags before environment before defaults: everything the engine gets from outside. */
export function toEngineOptions(raw: RawOptions, environment: Environment, wiring: Wiring): EngineOptions {
  const { variables, platform, homeDirectory } = environment;
  const gateway = raw.gateway ?? (variables['TRIVET_GATEWAY'] || undefined);
  const legBudget =
    raw.legBudget === undefined ? DEFAULT_LEG_BUDGET_SECONDS : parseWholeNumber('--leg-budget', raw.legBudget, { least: 1, most: 3600 });
  return {
    mock: raw.mock,
    gateway: gateway === undefined ? null : parseGateway(gateway),
    nowMs: raw.now === undefined ? null : parseInstant('--now', raw.now),
    nowAsGiven: raw.now ?? null,
    storeDirectory: requirePrintable(
      storeDirectory({ flag: raw.store ?? raw.saveDir ?? null, env: variables, platform, homeDirectory }),
      '--store',
    ),
    fixturesDirectory: environment.fixturesDirectory,
    legBudgetMs: legBudget * 1000,
    flagsAgain: repeatedFlags(raw, environment),
    researchBudgetMs: researchBudgetMs(variables['TRIVET_RESEARCH_BUDGET_SECONDS'], wiring.warn),
    proxy: proxySettings(variables),
    tokens: tokensOf(variables),
    strict: raw.strict || isSwitchedOn(variables['TRIVET_STRICT_EXIT']),
    signal: wiring.signal,
    emit: wiring.emit,
    log: wiring.log ?? silentLog,
    toCommand: (args) => toCommandLine(environment.invocation, args),
  };
}

/** Garbage falls back to the tier's own budget, and that is said. */
function researchBudgetMs(text: string | undefined, warn: Wiring['warn']): number | null {
  if (text === undefined || text.trim() === '') return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1000;
  warn('TRIVET_RESEARCH_BUDGET_SECONDS is no number above 0: the default is used');
  return null;
}
