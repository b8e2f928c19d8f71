/** As many questions at once as the door lets through to one host: a question that waits behind it could no longer be called off. */
const TURNS_AT_ONCE = 2;

/** Whose turn it is to ask one source. */
export class Turns {
  #freeCount = TURNS_AT_ONCE;
  #slowestMs = 0;
  readonly #waiting: (() => void)[] = [];

  /**
   * Runs `work` when its turn has come, or gives null when the time then left would not do for an answer as slow as the slowest so
   * far: a request that is cut off has cost the site an answer, and must be made again.
   */
  async take<T>(times: { readonly leftMs: () => number; readonly nowMs: () => number }, work: () => Promise<T>): Promise<T | null> {
    await this.#enter();
    try {
      if (times.leftMs() <= this.#slowestMs) return null;
      const beganMs = times.nowMs();
      const result = await work();
      this.#slowestMs = Math.max(this.#slowestMs, times.nowMs() - beganMs);
      return result;
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#freeCount > 0) {
      this.#freeCount -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#freeCount += 1;
    else next();
  }
}
