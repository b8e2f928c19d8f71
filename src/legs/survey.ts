import type { BundleSettings } from '../domain/bundle.ts';
import { FaultError } from '../domain/fault.ts';
import type { Nomination } from '../domain/nomination.ts';
import type { Boundary, Harvest, PageMemory } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';
import { DAY_MS, type Tier } from '../domain/window.ts';
import { toIso } from '../platform/clock.ts';
import { cluster } from '../stages/cluster.ts';
import { domainGate } from '../stages/gate.ts';
import { heatsOf } from '../stages/heat.ts';
import { isNameable, nominate } from '../stages/nominate.ts';
import { sweep } from '../stages/sweep.ts';
import { type Engine, withDeadline, workMs } from './engine.ts';

/** Leg 1 promises an answer within a minute; what follows the sweep takes a moment too. */
const LEG_ONE_MS = 60_000;
const AFTERWORK_MS = 5_000;

export interface SurveyRequest {
  readonly domain: string;
  readonly boundary: Boundary;
  readonly subreddits: readonly string[] | null;
  readonly lookbackDays: number;
  readonly tier: Tier;
}

export interface Survey {
  readonly settings: BundleSettings;
  readonly nominations: readonly Nomination[];
}

/** The sweep this is, or goes on with. */
export interface Begun {
  /** Epoch ms, whole seconds. */
  readonly startedMs: number;
  readonly memoryOf?: (source: SourceId) => PageMemory;
}

/** Sweep, gate, cluster, nominate: what leg 1 and a one-shot run begin with. A sweep that was cut short goes on by the clock of its start. */
export async function survey(engine: Engine, request: SurveyRequest, begun: Begun = { startedMs: engine.startedMs }): Promise<Survey> {
  const toMs = begun.startedMs;
  const fromMs = toMs - request.lookbackDays * DAY_MS;
  const window = { fromAt: toIso(fromMs), toAt: toIso(toMs) };
  const network = engine.openSources(request.boundary, toMs);
  engine.emit({ kind: 'stage', stage: 'sweep', count: network.sources.length });
  engine.emit({ kind: 'awaited', names: network.sources.map((source) => source.id) });
  const asked = { domain: request.domain, fromMs, toMs, subreddits: request.subreddits };
  const onHarvest = (source: SourceId, { outcome }: Harvest) => engine.emit({ kind: 'source', source, outcome });
  const { memoryOf } = begun;
  const remembered = memoryOf === undefined ? {} : { memoryOf };
  const swept = await withDeadline(engine, sweepMs(engine), (signal) =>
    sweep(network.sources, asked, { signal, onHarvest, ...remembered }),
  ).finally(() => network.close());
  requireUninterrupted(engine, memoryOf === undefined ? 'nothing was written' : 'what was read is kept');
  const heats = heatsOf(swept.items, toMs);
  const kept = swept.items.filter(domainGate(request.domain)).filter(isNameable);
  engine.emit({ kind: 'stage', stage: 'cluster', count: kept.length });
  const clusters = cluster(kept.map((item) => ({ id: item.id, title: item.title, urlKey: item.url, source: item.source, item })));
  const stories = clusters.map((story) => ({ items: story.items.map(({ item }) => item), merges: [...story.merges] }));
  const nominations = nominate(stories, { heats, window, sha256: engine.identity.sha256 });
  engine.emit({ kind: 'stage', stage: 'nominate', count: nominations.length });
  return { settings: { ...settingsOf(request), window, coverage: swept.coverage }, nominations };
}

function settingsOf({ domain, lookbackDays, tier, boundary, subreddits }: SurveyRequest): Omit<BundleSettings, 'window' | 'coverage'> {
  return { domain, lookbackDays, tier, boundary, subreddits: subreddits === null ? null : [...subreddits] };
}

function sweepMs(engine: Engine): number {
  return workMs(Math.min(engine.remainingMs(), LEG_ONE_MS), AFTERWORK_MS);
}

/** `fate` says what became of the work so far. E_INTERRUPTED. */
export function requireUninterrupted(engine: Engine, fate: string): void {
  if (engine.signal.aborted) throw new FaultError('E_INTERRUPTED', `interrupted; ${fate}`, 'run the same command again');
}
