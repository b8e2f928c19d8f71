/**
 * Loaded before the program (NODE_OPTIONS=--import): each change this process makes to the store's names is written, in one write to the
 * end of a common log, as `pid begins|ends call path`. So the order of two processes' changes is the kernel's word. It also
 * lingers before each change, so that holders are met in the middle of their work.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { TRIVET_WITNESS_LOG: log = '', TRIVET_WITNESS_STORE: store = '', TRIVET_WITNESS_LINGERS_MS: lingers = '0' } = process.env;
const append = fs.appendFileSync;
const still = new Int32Array(new SharedArrayBuffer(4));
/** How long before the first change, before the second, and so on, over and over: the seed's, so that a race can be run again. */
const lingersMs = lingers.split(',').map(Number);
let changeCount = 0;

for (const call of ['renameSync', 'linkSync', 'unlinkSync', 'rmSync', 'truncateSync']) {
  const real = fs[call];
  fs[call] = (...args) => {
    const path = String(call === 'renameSync' || call === 'linkSync' ? args[1] : args[0]);
    if (!path.startsWith(store)) return real(...args);
    append(log, `${process.pid} begins ${call} ${path.slice(store.length + 1)}\n`);
    Atomics.wait(still, 0, 0, lingersMs[changeCount % lingersMs.length]);
    changeCount += 1;
    try {
      return real(...args);
    } finally {
      append(log, `${process.pid} ends ${call} ${path.slice(store.length + 1)}\n`);
    }
  };
}
syncBuiltinESMExports();
