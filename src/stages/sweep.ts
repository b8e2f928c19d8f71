import type { Coverage } from '../domain/coverage.ts';
import { type Item, isWithin } from '../domain/item.ts';
import type { Harvest, PageMemory, Source, SweepRequest } from '../domain/source.ts';
import type { SourceId } from '../domain/source-id.ts';

export interface Sweep {
  readonly items: readonly Item[];
  readonly coverage: Coverage;
}

export interface SweepPorts {
  /** Fires when the leg's time for sweeping is up. */
  readonly signal: AbortSignal;
  /** Told as each source answers, for progress. */
  readonly onHarvest: (source: SourceId, harvest: Harvest) => void;
  /** What a sweep that was cut short has read already; absent where none can be continued. */
  readonly memoryOf?: (source: SourceId) => PageMemory;
}

/** Asks all sources at once; wall time follows the slowest, and one that fails never fails the leg. */
export async function sweep(sources: readonly Source[], request: SweepRequest, ports: SweepPorts): Promise<Sweep> {
  const harvests = await Promise.all(
    sources.map(async (source) => {
      const harvest = await source.sweep(request, ports.signal, ports.memoryOf?.(source.id));
      ports.onHarvest(source.id, harvest);
      return { source: source.id, harvest };
    }),
  );
  return {
    items: harvests.flatMap(({ harvest }) => harvest.items).filter((item) => isWithin(item, request)),
    coverage: harvests.map(({ source, harvest }) => ({ source, outcome: harvest.outcome })),
  };
}
