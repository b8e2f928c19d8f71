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

  readonly #isQuiet: boolean;

  /** A quiet suite is a mutant's: its violations are wanted, and only counted. */
  constructor(name: string, isQuiet = false) {
    this.name = name;
    this.#isQuiet = isQuiet;
  }

  /** One case, made of `runCount` runs of the program; `violations` say what did not hold. */
  count(label: string, violations: readonly string[], runCount: number): void {
    this.#runCount += runCount;
    if (violations.length === 0) return;
    this.#violationCount += 1;
    if (!this.#isQuiet && this.#violationCount <= SHOWN_COUNT)
      process.stdout.write(`  VIOLATION ${this.name}, ${label}:\n    ${violations.join('\n    ')}\n`);
  }

  get violationCount(): number {
    return this.#violationCount;
  }

  /** Prints the suite's line. */
  close(note: string): SuiteResult {
    const seconds = ((performance.now() - this.#beganAt) / 1000).toFixed(0);
    if (!this.#isQuiet)
      process.stdout.write(`${this.name}: ${note}, ${this.#runCount} runs, ${this.#violationCount} violations (${seconds} s)\n`);
    return { name: this.name, runCount: this.#runCount, violationCount: this.#violationCount };
  }
}

/** What all suites came to; a suite counts as one test. */
export class Tally {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };
  #runCount = 0;
  #violationCount = 0;

  add({ runCount, violationCount }: SuiteResult): void {
    this.#runCount += runCount;
    this.#violationCount += violationCount;
    this.addCases(Number(violationCount === 0), Number(violationCount > 0));
  }

  addCases(passedCount: number, failedCount: number): void {
    this.#counts.passed += passedCount;
    this.#counts.failed += failedCount;
  }

  /** Loudly, on both streams' reader: what was skipped was not shown to hold. */
  skip(name: string, why: string): void {
    this.#counts.skipped += 1;
    process.stderr.write(`\n!!! SKIPPED: ${name}: ${why}\n\n`);
  }

  /** Prints the closing lines and returns the exit code. */
  close(): number {
    const { passed, failed, skipped } = this.#counts;
    process.stdout.write(`${this.#runCount} runs, ${this.#violationCount} violations\n`);
    process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
    return failed > 0 ? 1 : 0;
  }
}
