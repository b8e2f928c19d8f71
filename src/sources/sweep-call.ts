import type { z } from 'zod';
import type { Item } from '../domain/item.ts';
import { NO_MEMORY, type PageMemory } from '../domain/source.ts';
import { Call, type Page } from './call.ts';
import { type Listing, type RowRule, toListing, toRefused } from './listing.ts';
import type { Network } from './network.ts';

/** The requests of one sweep of a source, whose pages may have been read before it was cut short. */
export class SweepCall extends Call {
  readonly #signal: AbortSignal;
  readonly #memory: PageMemory;

  constructor(network: Network, signal: AbortSignal, memory: PageMemory = NO_MEMORY) {
    super(network, signal);
    this.#signal = signal;
    this.#memory = memory;
  }

  /** One listing page of rows in JSON; the page's name is its name in every run. */
  async listJson<Row>(page: Page, rows: z.ZodType<readonly unknown[]>, rule: RowRule<Row, Item>): Promise<Listing<Item>> {
    return this.list(page.name, async () => toListing(await this.readJson(page, rows), rule));
  }

  /**
   * One listing page: as it was read or refused before, or by `read` and kept before it counts. `page` is its name in every run. A
   * page that the end of the time cut off has neither answered nor failed, and is asked for again.
   */
  async list(page: string, read: () => Promise<Listing<Item>>): Promise<Listing<Item>> {
    const known = this.#memory.recall(page);
    if (known !== null) {
      const { items, ...rest } = known;
      return { ...rest, entries: items, refusal: null };
    }
    const refused = this.#memory.recallRefusal(page);
    if (refused !== null) return toRefused(refused);
    const listing = await read();
    const { entries, lostCount, httpStatus, refusal, note } = listing;
    if (refusal === null) await this.#memory.keep(page, { items: [...entries], lostCount, httpStatus, note });
    else if (!this.#signal.aborted) await this.#memory.fail(page, refusal);
    return listing;
  }
}
