/**
 * Works on a job as a script that imports the journal would: `node job-worker.mjs <journal module> <directory> <item count>`. Prints
 * `WORK key` before an item's work, `ACK key` when its finding was promised, `DONE` at the end; a fault is one JSON line, exit 2.
 */
import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [journal, directory, itemCount] = process.argv.slice(2);
const { openJob } = await import(pathToFileURL(journal).href);

/** Straight to the descriptor: what a stream still buffers when the process is killed was never said. */
const say = (line) => writeSync(1, `${line}\n`);
/** A clock that stands still makes every run write the same bytes. */
const clock = { now: () => Date.UTC(2031, 4, 10, 18), monotonicMs: () => 0 };

async function work() {
  const job = await openJob(directory, { clock, newNonce: () => 'ab'.repeat(16), checkpointEveryMs: 0 });
  try {
    job.expect(Number(itemCount));
    for (let index = 0; index < Number(itemCount); index += 1) {
      const key = `item-${index}`;
      if (index === 2 && job.cursor === null) await job.setCursor({ after: 'item-1' });
      if (job.isDone(key)) continue;
      say(`WORK ${key}`);
      await job.recordFinding(key, { index, text: 'x'.repeat(100 * index) });
      say(`ACK ${key}`);
    }
    await job.finish();
  } finally {
    await job.close();
  }
  say('DONE');
}

try {
  await work();
} catch (error) {
  if (error?.fault === undefined) throw error;
  say(JSON.stringify({ ok: false, ...error.fault }));
  process.exitCode = error.fault.exit;
}
