import { openStore, type RunFacts, requireOwnDirectory, type Stamp, type Store, sweepStore, validUntil } from '../checkpoint/index.ts';
import type { BundleSettings } from '../domain/bundle.ts';
import { coverageLine } from '../domain/coverage.ts';
import type { BundleId } from '../domain/id.ts';
import { acquireLock } from '../platform/lock.ts';
import { resolveRoot } from '../platform/root.ts';
import { ENGINE_VERSION, type Engine } from './engine.ts';

/** How long a leg waits for another that is just ending, ms. */
const LOCK_WAIT_MS = 200;

/** Runs one leg alone in its store: locked from before the first read until after the last write. */
export async function withStore<T>(
  engine: Engine,
  leg: { readonly command: string; readonly create: boolean },
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const root = resolveRoot(engine.storeDirectory, { create: leg.create });
  // A mistaken --store finds its fault here, before a lock file is left in a directory that is no store.
  if (leg.create) requireOwnDirectory(root);
  else openStoreOf(engine, root, false);
  const lock = acquireLock(root, { command: leg.command, sinceAt: engine.startedMs, waitMs: LOCK_WAIT_MS });
  try {
    const store = openStoreOf(engine, root, leg.create);
    sweepStore(store);
    return await work(store);
  } finally {
    lock.release();
  }
}

export function openStoreOf(engine: Engine, directory: string, create: boolean): Store {
  const { clock, identity, origin } = engine;
  return openStore(directory, { origin, create, clock, newStoreId: identity.newId, sha256: identity.sha256 });
}

export function stampOf(engine: Engine, bundleId: BundleId): Stamp {
  return { bundleId, gateway: engine.gateway, engine: `trivet ${ENGINE_VERSION}` };
}

export function runFacts(
  engine: Engine,
  run: { readonly bundleId: BundleId; readonly generatedAt: string; readonly settings: BundleSettings & { readonly lostRowCount: number } },
): RunFacts {
  const { window, domain, tier, coverage, lostRowCount } = run.settings;
  return {
    bundleId: run.bundleId,
    validUntilAt: validUntil(run.generatedAt),
    window,
    domain,
    tier,
    origin: engine.origin,
    coverage: coverageLine(coverage),
    lostRowCount,
  };
}

/** The exact command of another leg or page of this run: complete, with the flags that name its store, origin and clock. */
export function commandOf(engine: Engine, args: readonly string[]): string {
  const { storeDirectory, mock, gateway, nowAsGiven } = engine;
  return engine.toCommand([
    ...args,
    '--store',
    storeDirectory,
    ...(mock ? ['--mock'] : []),
    ...(gateway === null ? [] : ['--gateway', gateway]),
    ...(nowAsGiven === null ? [] : ['--now', nowAsGiven]),
  ]);
}
