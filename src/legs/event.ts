import type { NominationId } from '../domain/id.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Research } from '../domain/research.ts';
import type { SourceId } from '../domain/source-id.ts';

/** What the engine tells while it works; it never prints. */
export type EngineEvent =
  | { readonly kind: 'stage'; readonly stage: 'sweep' | 'cluster' | 'nominate' | 'judge' | 'research' | 'brief'; readonly count: number }
  /** What the stage just begun waits for: each will be heard of as a source or as researched. */
  | { readonly kind: 'awaited'; readonly names: readonly (SourceId | NominationId)[] }
  | { readonly kind: 'source'; readonly source: SourceId; readonly outcome: Outcome }
  | { readonly kind: 'researched'; readonly id: NominationId; readonly research: Research };
