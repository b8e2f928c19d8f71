import type { Command } from 'commander';
import { jobRun } from './job-run.ts';
import { jobErrors, jobStatus, jobVerify } from './job-view.ts';
import type { ProgramCall } from './program.ts';

const VIEWS = [
  { name: 'status', description: 'what is done, what failed, what to do next', show: jobStatus },
  { name: 'errors', description: 'the items that failed', show: jobErrors },
  { name: 'verify', description: 'check every line; exit 2 when one is corrupt', show: jobVerify },
] as const;

/** `trivet job`: durable work through a list of items, and looks at it. */
export function describeJob(root: Command, call: ProgramCall, end: (exit: number) => void): void {
  const { environment, streams } = call;
  const job = root.command('job').description('work that a kill cannot lose: findings.jsonl, state.json, SUMMARY.md');
  for (const { name, description, show } of VIEWS) {
    job
      .command(`${name} <dir>`)
      .description(description)
      .option('--json', 'print one JSON document')
      .option('--debug', 'show the stack trace of an unexpected failure')
      .action((directory: string, raw: unknown) => show({ directory, raw, environment, streams }));
  }
  job
    .command('run <dir>')
    .description('run a command once for each key; what is done is skipped, failed items come first')
    .requiredOption('--keys <file>', 'one item key a line (- = stdin)')
    .requiredOption('--exec <command>', "the command, without a shell; {} is the key: 'node look.js {}'")
    .option('--concurrency <n>', 'commands at a time (4)')
    .option('--max-attempts <n>', 'give an item up after so many failures (3)')
    .option('--timeout <seconds>', 'end a command after this time (60)')
    .option('--strict', 'exit 3 when an item failed (TRIVET_STRICT_EXIT=1)')
    .option('--json', 'print one JSON document')
    .option('--debug', 'show the stack trace of an unexpected failure')
    .option('--quiet', 'nothing on stderr but faults')
    .action(async (directory: string, raw: unknown) => end(await jobRun({ directory, raw, ...call })));
}
