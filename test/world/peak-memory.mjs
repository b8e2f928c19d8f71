// Loaded before the program: on exit it leaves what the kernel says of the process where TRIVET_PEAK_FILE points.
import { readFileSync, writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['TRIVET_PEAK_FILE'];

function read(name) {
  try {
    return readFileSync(`/proc/self/${name}`, 'utf8');
  } catch {
    return '';
  }
}

// VmHWM and not getrusage: the latter begins with the peak of the process this one was forked from.
if (isMainThread && file !== undefined) {
  process.on('exit', () => writeFileSync(file, JSON.stringify({ status: read('status'), schedstat: read('schedstat') })));
}
