/** Works on the job at argv[2] until it is killed: argv[3] workers, run number argv[4]; logs beside the job what it did and what was promised. */
import { appendFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openJob } from '../../src/journal/index.ts';

const [directory = '', workers = '1', run = '0'] = process.argv.slice(2);
const ITEM_COUNT = 100_000;

process.stdout.write('opening\n');
const job = await openJob(directory, { checkpointEveryMs: 20 });
process.stdout.write('open\n');

let next = 0;
async function work(): Promise<void> {
  while (next < ITEM_COUNT) {
    const key = `item-${next}`;
    next += 1;
    if (job.isDone(key)) continue;
    if (Number(key.slice(5)) % 7 === 0) await sleep(1);
    appendFileSync(`${directory}.performed`, `${run} ${key}\n`);
    await job.recordFinding(key, { run, text: 'x'.repeat((next * 7919) % 3000) });
    appendFileSync(`${directory}.promised`, `${run} ${key}\n`);
    if (next % 50 === 0) await job.setCursor(next);
  }
}

await Promise.all(Array.from({ length: Number(workers) }, work));
