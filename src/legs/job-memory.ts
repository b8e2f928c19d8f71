import type { z } from 'zod';
import type { FailedItem, Finding, Job } from '../journal/index.ts';

/** What is asked under a key whose finding makes no sense: the first finding of an item stands, so the new one has a name of its own. */
const AGAIN = ' again';

/** What a leg's job has on the disk, as values: read by schema, and kept before it counts. */
export class JobMemory {
  readonly #job: Job;
  readonly #known: ReadonlyMap<string, unknown>;

  constructor(job: Job, findings: Iterable<Finding>) {
    this.#job = job;
    this.#known = new Map([...findings].map(({ key, value }) => [key, value]));
  }

  /** The item's finding, null where there is none; one that does not fit (damaged, or another version's) is none. */
  read<T>(key: string, schema: z.ZodType<T>): T | null {
    for (const name of [key, `${key}${AGAIN}`]) {
      const parsed = schema.safeParse(this.#known.get(name));
      if (parsed.success) return parsed.data;
    }
    return null;
  }

  /** Resolves when the finding survives a kill. E_STORE_WRITE. */
  async keep(key: string, value: unknown): Promise<void> {
    await this.#job.recordFinding(this.#job.isDone(key) ? `${key}${AGAIN}` : key, value);
  }

  /** Queues the item for the next run of the leg. */
  async fail(key: string, reason: string): Promise<void> {
    await this.#job.recordError(key, reason);
  }

  /** How the item failed last, and how often; null where it has not failed since it was done. */
  readFailure(key: string): FailedItem | null {
    return this.#job.errors().find((item) => item.key === key) ?? null;
  }
}
