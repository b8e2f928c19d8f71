/** Takes the lock of argv[2]. `hold`: says so and keeps it. `count`: adds one to the file `count` so many times, each under the lock. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../../src/platform/lock.ts';

const [directory = '', task = '', rounds = '1'] = process.argv.slice(2);
const request = { command: `child ${task}`, sinceAt: Date.UTC(2021, 11, 10, 6), waitMs: 20_000 };

function addOne(): void {
  const lock = acquireLock(directory, request);
  const path = join(directory, 'count');
  const before = Number(readFileSync(path, 'utf8'));
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  writeFileSync(path, String(before + 1));
  lock.release();
}

if (task === 'hold') {
  acquireLock(directory, request);
  process.stdout.write('held\n');
  setInterval(() => undefined, 1000);
} else {
  for (let round = 0; round < Number(rounds); round += 1) addOne();
  process.stdout.write('counted\n');
}
