/**
 * `node fast-start.cjs <bundle> [argument...]` runs a bundled program with the code that V8 compiled for an earlier run of it, half the
 * price of a start. FAULT_CACHE=write, in that earlier run, keeps the code. A cache that V8 refuses is an error: it would only be slow, and for hours.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire, wrap } = require('node:module');
const { dirname } = require('node:path');
const { Script } = require('node:vm');

process.argv.splice(1, 1);
const filename = process.argv[1];
const cache = `${filename}.cache`;
const isWriting = process.env.FAULT_CACHE === 'write';
const script = new Script(wrap(readFileSync(filename, 'utf8')), {
  filename,
  ...(isWriting ? {} : { cachedData: readFileSync(cache) }),
});
if (script.cachedDataRejected) throw new Error(`V8 refuses ${cache}`);
if (isWriting) process.on('exit', () => writeFileSync(cache, script.createCachedData()));
const main = { exports: {} };
script.runInThisContext()(main.exports, createRequire(filename), main, filename, dirname(filename));
