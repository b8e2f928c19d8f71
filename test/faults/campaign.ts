/** Mulberry32, 0..1: a seed names its instants, as far as a scheduler keeps them. */
export function toRandom(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** What one seed brought: what was wrong, and what there was to see. */
export interface SeedResult {
  readonly problems: readonly string[];
  readonly counts: Readonly<Record<string, number>>;
}

/** Runs the seeds one after the other and closes with the line that any counter can read. True when nothing was wrong. */
export async function runCampaign(seeds: readonly number[], runSeed: (seed: number) => Promise<SeedResult>): Promise<boolean> {
  const totals: Record<string, number> = {};
  let failedCount = 0;
  for (const seed of seeds) {
    const { problems, counts } = await runSeed(seed);
    for (const [name, count] of Object.entries(counts)) totals[name] = (totals[name] ?? 0) + count;
    if (problems.length === 0) continue;
    failedCount += 1;
    console.log(`seed ${seed}:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
  }
  for (const [name, count] of Object.entries(totals)) console.log(`${count.toString().padStart(8)} ${name}`);
  console.log(`${seeds.length - failedCount} passed, ${failedCount} failed, 0 skipped`);
  return failedCount === 0;
}

/** `--seeds 7` or `--seeds 3,5,8`: how many from 1 on, or which. */
export function toSeeds(args: readonly string[], usual: number): number[] {
  const given = args[args.indexOf('--seeds') + 1];
  if (!args.includes('--seeds') || given === undefined) return Array.from({ length: usual }, (_, index) => index + 1);
  const numbers = given.split(',').map(Number);
  if (!numbers.every((seed) => Number.isSafeInteger(seed) && seed > 0)) throw new Error(`not seeds: ${given}`);
  return given.includes(',') ? numbers : Array.from({ length: numbers[0] ?? 0 }, (_, index) => index + 1);
}
