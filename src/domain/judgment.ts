import { z } from 'zod';
import type { Nomination } from './nomination.ts';
import { CAPS } from './text/caps.ts';

export const worthSchema = z.number().int().min(0).max(100);
/** A worth nobody gave. */
export const NEUTRAL_WORTH = 50;

/** One valid row of the host's judgments file; an absent field falls back to the heuristics. */
export const judgmentSchema = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  junk: z.boolean().nullable(),
  worth: worthSchema.nullable(),
  note: z.string().max(CAPS.note).nullable(),
});
export type Judgment = z.infer<typeof judgmentSchema>;

/** A nomination with the names and verdict that count from here on. */
export interface JudgedNomination {
  readonly nomination: Nomination;
  readonly name: string;
  readonly junk: boolean;
  /** 0-100. */
  readonly worth: number;
  /** Who gave the verdict: a row nobody judged is said to be so. */
  readonly judgedBy: 'host' | 'heuristics';
  /** Whether the junk verdict is the host's own (a host's "not junk" clears the engine's suspicion). */
  readonly junkBy: 'host' | 'heuristics';
}
