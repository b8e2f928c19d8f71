interface Waiting {
  readonly host: string;
  readonly admit: () => void;
}

export interface PaceLimits {
  readonly perHostCount: number;
  readonly overallCount: number;
}

/** Turns: at most so many requests at once to one host, and overall; first come, first served among those that may go. */
export class Pace {
  readonly #limits: PaceLimits;
  readonly #activeByHost = new Map<string, number>();
  readonly #waiting: Waiting[] = [];
  #activeCount = 0;

  constructor(limits: PaceLimits) {
    this.#limits = limits;
  }

  /** Resolves to the function that gives the turn back. Rejects with the signal's reason, leaving the queue. */
  enter(host: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        host,
        admit: () => {
          signal.removeEventListener('abort', giveUp);
          resolve(this.#take(host));
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(waiting);
      this.#admitNext();
    });
  }

  #take(host: string): () => void {
    this.#activeByHost.set(host, (this.#activeByHost.get(host) ?? 0) + 1);
    this.#activeCount += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      const left = (this.#activeByHost.get(host) ?? 1) - 1;
      if (left > 0) this.#activeByHost.set(host, left);
      else this.#activeByHost.delete(host);
      this.#activeCount -= 1;
      this.#admitNext();
    };
  }

  #admitNext(): void {
    while (this.#activeCount < this.#limits.overallCount) {
      const place = this.#waiting.findIndex(({ host }) => (this.#activeByHost.get(host) ?? 0) < this.#limits.perHostCount);
      const [next] = place < 0 ? [] : this.#waiting.splice(place, 1);
      if (next === undefined) return;
      next.admit();
    }
  }
}

export interface Pause {
  readonly leftMs: number;
  /** The status the host asked for the wait with. */
  readonly status: number;
}

/** Waits that hosts asked for with Retry-After: they bind every later request of the same door, not only the one answered. */
export class Pauses {
  readonly #byHost = new Map<string, { readonly untilMs: number; readonly status: number }>();

  /** `untilMs` is monotonic. */
  set(host: string, untilMs: number, status: number): void {
    this.#byHost.set(host, { untilMs: Math.max(untilMs, this.#byHost.get(host)?.untilMs ?? 0), status });
  }

  read(host: string, nowMs: number): Pause | null {
    const pause = this.#byHost.get(host);
    return pause !== undefined && pause.untilMs > nowMs ? { leftMs: pause.untilMs - nowMs, status: pause.status } : null;
  }
}
