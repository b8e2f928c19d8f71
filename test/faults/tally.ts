/** Counts what the programme did and found; says the first violations in full. */
const SHOWN_COUNT = 5;

export interface SuiteResult {
  readonly name: string;
  readonly runCount: number;
  readonly violationCount: number;
}

export class Suite {
  readonly name: string;
  readonly #beganAt = performance.now();
  #runCount = 0;
  #violationCount = 0;

  constructor(name: string) {
    this.name = name;
  }

  /** One case, made of `runCount` runs of the program; `violations` say what did not hold. */
  count(label: string, violations: readonly string[], runCount: number): void {
    this.#runCount += runCount;
    if (violations.length === 0) return;
    this.#violationCount += 1;
    if (this.#violationCount <= SHOWN_COUNT) process.stdout.write(`  VIOLATION ${this.name}, ${label}:\n    ${violations.join('\n    ')}\n`);
  }

  get violationCount(): number {
    return this.#violationCount;
  }

  /** Prints the suite's line. */
  close(note: string): SuiteResult {
    const seconds = ((performance.now() - this.#beganAt) / 1000).toFixed(0);
    process.stdout.write(`${this.name}: ${note}, ${this.#runCount} runs, ${this.#violationCount} violations (${seconds} s)\n`);
    return { name: this.name, runCount: this.#runCount, violationCount: this.#violationCount };
  }
}
