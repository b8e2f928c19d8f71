import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AT } from '../support/build-item.ts';
import { callPrinted, callProgram } from '../support/call-program.ts';
import { startFixtureGateway } from '../support/fixture-gateway.ts';
import { writeJudgments } from '../support/host.ts';
import { parseLegTwo, parseResearching } from '../support/leg-json.ts';
import { namesIn } from '../support/store-tree.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Leg 1 over a gateway that from then on answers only so many requests. */
async function judgedRound(answerCount: number) {
  const gateway = await startFixtureGateway();
  const store = temporaryDirectory();
  const one = await callProgram(['discover', '--nominate-only', '--gateway', gateway.origin, '--now', AT, '--store', store]);
  const next = writeJudgments(one.stdout, (row, index) => ({ ...row, name: `Story ${index + 1}`, worth: 60 }));
  gateway.answerOnly(answerCount);
  return { gateway, store, next };
}

describe('leg 2 whose time is up', () => {
  it('prints how far it is and the same command, as JSON and as text, exits 0, and is continued by it', async () => {
    const { gateway, store, next } = await judgedRound(2);
    const leg = `${next} --leg-budget 1`;
    const json = await callPrinted(`${leg} --strict --json`);
    expect(json.code, json.stderr).toBe(0);
    const first = parseResearching(json.stdout);
    expect(first).toMatchObject({ exit: 0, files: [], research: { budgetMs: 450_000 } });
    const { topicCount, finishedCount, remainingCount, spentMs } = first.research;
    expect(finishedCount + remainingCount).toBe(topicCount);
    expect(remainingCount).toBeGreaterThan(0);
    const text = await callPrinted(leg);
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toMatch(/^trivet: researching\. bundle \w{16}: \d+ of \d+ topics done, \d+ to go$/m);
    expect(text.stdout.trimEnd().split('\n').at(-1)).toBe(first.next.replace(' --strict --json', ''));
    expect(namesIn(store)).not.toContain('pending.json');
    gateway.answerOnly(Number.POSITIVE_INFINITY);
    const done = await callPrinted(first.next.replace('--leg-budget 1', '--leg-budget 60'));
    expect(parseLegTwo(done.stdout).research.downgradedCount).toBe(0);
    expect(spentMs).toBeGreaterThan(0);
  });

  it('names the very command: its flags, and its output file, which only the result is written to', async () => {
    const { gateway, next } = await judgedRound(2);
    const directory = temporaryDirectory();
    const output = join(directory, 'two.json');
    const flags = `--leg-budget 1 --emit json --output ${output} --strict --quiet`;
    const first = parseResearching((await callPrinted(`${next} ${flags}`)).stdout);
    expect(first.exit).toBe(0);
    expect(first.next).toContain(` ${flags} --store `);
    expect(existsSync(output)).toBe(false);
    const second = parseResearching((await callPrinted(first.next)).stdout);
    expect(second.next).toBe(first.next);
    gateway.refuseAll();
    let last = await callPrinted(second.next);
    for (let count = 0; count < 20 && last.stdout.includes('"status":"researching"'); count += 1) last = await callPrinted(second.next);
    expect(last.code, last.stderr).toBe(3);
    expect(parseLegTwo(last.stdout).exit).toBe(3);
    expect(readFileSync(output, 'utf8')).toBe(last.stdout);
  });

  it('concludes when the research budget of the run is spent, and says what was not researched', async () => {
    const { next } = await judgedRound(2);
    const env = { TRIVET_RESEARCH_BUDGET_SECONDS: '0.5' };
    const run = await callPrinted(`${next} --json`, { env });
    expect(run.code, run.stderr).toBe(0);
    expect(parseLegTwo(run.stdout).topics.some(({ research }) => research.status === 'downgraded')).toBe(true);
    const again = await callPrinted(`${next} --json`, { env });
    expect(parseLegTwo(again.stdout).research.downgradedCount).toBe(parseLegTwo(run.stdout).research.downgradedCount);
  });
});
