#!/usr/bin/env node
import { readEnvironment } from './environment.ts';
import { runProgram } from './program.ts';

// A reader that has seen enough (`| head`) ends the pipe, not the run.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runProgram({
  args: process.argv.slice(2),
  environment: readEnvironment(import.meta.url),
  streams: {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  },
  // Opened only when asked for: a leg that reads no standard input must not keep it.
  openStdin: () => process.stdin,
});
