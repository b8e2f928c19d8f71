import { PAGE_SIZE, requireBundle, requireNomination, showPage } from '../checkpoint/index.ts';
import type { BundleId, NominationId } from '../domain/id.ts';
import type { Seed } from '../domain/seed.ts';
import { resolveRoot } from '../platform/root.ts';
import { commandOf, openStoreOf } from './desk.ts';
import type { Engine } from './engine.ts';

export interface ShownPage {
  readonly id: NominationId;
  readonly bundleId: BundleId;
  /** From 1. */
  readonly page: number;
  readonly pageCount: number;
  /** Of this page, strongest first. */
  readonly seeds: readonly Seed[];
  /** The exact command that shows the next page; null on the last. */
  readonly next: string | null;
  readonly text: string;
}

/** One page of a nomination's evidence, fenced. It only reads, and so needs no lock: checkpoints are replaced whole. */
export function showNomination(engine: Engine, id: string, page: number): ShownPage {
  const store = openStoreOf(engine, resolveRoot(engine.storeDirectory, { create: false }), false);
  const checkpoint = requireBundle(store);
  const nomination = requireNomination(checkpoint, id);
  const { bundleId } = checkpoint.envelope;
  const commandFor = (number: number) => commandOf(engine, ['show', nomination.id, '--page', String(number)]);
  const items = nomination.seeds.map((seed) => seed.item);
  const text = showPage({ id: nomination.id, bundleId, items, page, commandFor }, engine.identity.newNonce);
  const pageCount = Math.ceil(items.length / PAGE_SIZE);
  return {
    id: nomination.id,
    bundleId,
    page,
    pageCount,
    seeds: nomination.seeds.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    next: page < pageCount ? commandFor(page + 1) : null,
    text,
  };
}
