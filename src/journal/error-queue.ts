import { z } from 'zod';
import { HASH } from './key.ts';

/** UTF-16 units kept of a failure's message. */
const MESSAGE_CAP = 500;

/** An item that failed and is not done. `attempts` counts its failures since it was last done; instants are ISO, whole seconds. */
export const failedItemSchema = z.object({
  hash: z.string().regex(HASH),
  key: z.string().min(1),
  attempts: z.int().min(1),
  message: z.string(),
  firstAt: z.iso.datetime(),
  lastAt: z.iso.datetime(),
});
export type FailedItem = z.infer<typeof failedItemSchema>;

export function toMessage(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MESSAGE_CAP);
}

/** Failed items, the longest waiting first; a failure puts its item at the end. */
export class ErrorQueue {
  readonly #items: Map<string, FailedItem>;

  constructor(items: readonly FailedItem[]) {
    this.#items = new Map(items.map((item) => [item.hash, item]));
  }

  note(item: { readonly hash: string; readonly key: string; readonly message: string; readonly at: string }): void {
    const { at, ...rest } = item;
    const before = this.#items.get(item.hash);
    this.#items.delete(item.hash);
    this.#items.set(item.hash, { ...rest, attempts: (before?.attempts ?? 0) + 1, firstAt: before?.firstAt ?? at, lastAt: at });
  }

  /** A success ends an item's failures. */
  clear(hash: string): void {
    this.#items.delete(hash);
  }

  attemptCount(hash: string): number {
    return this.#items.get(hash)?.attempts ?? 0;
  }

  list(): FailedItem[] {
    return [...this.#items.values()];
  }
}
