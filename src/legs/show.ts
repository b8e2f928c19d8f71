import { requireBundle, requireNomination, showPage } from '../checkpoint/index.ts';
import type { Nomination } from '../domain/nomination.ts';
import { resolveRoot } from '../platform/root.ts';
import { commandOf, openStoreOf } from './desk.ts';
import type { Engine } from './engine.ts';

export interface ShownPage {
  readonly nomination: Nomination;
  readonly text: string;
}

/** One page of a nomination's evidence, fenced. It only reads, and so needs no lock: checkpoints are replaced whole. */
export function showNomination(engine: Engine, id: string, page: number): ShownPage {
  const store = openStoreOf(engine, resolveRoot(engine.storeDirectory, { create: false }), false);
  const checkpoint = requireBundle(store);
  const nomination = requireNomination(checkpoint, id);
  const text = showPage(
    {
      id: nomination.id,
      bundleId: checkpoint.envelope.bundleId,
      items: nomination.seeds.map((seed) => seed.item),
      page,
      commandFor: (number) => commandOf(engine, ['show', nomination.id, '--page', String(number)]),
    },
    engine.identity.newNonce,
  );
  return { nomination, text };
}
