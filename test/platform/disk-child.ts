/** Fills the disk or the file size limit that argv[2] lies under, and tells as JSON what became of the store's files. */
import { readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FaultError } from '../../src/domain/fault.ts';
import { openAppend } from '../../src/platform/append.ts';
import { replaceFile } from '../../src/platform/files.ts';

const [directory = ''] = process.argv.slice(2);
const state = join(directory, 'state.json');
const findings = join(directory, 'findings.jsonl');
const filler = join(directory, 'filler');

function messageOf(act: () => void): string {
  try {
    act();
    return 'no fault';
  } catch (error) {
    if (error instanceof FaultError) return `${error.fault.code} ${error.message}`;
    throw error;
  }
}

replaceFile(state, 'the previous good file');
const replaced = messageOf(() => replaceFile(state, 'x'.repeat(1_000_000)));
const kept = readFileSync(state, 'utf8');

writeFileSync(filler, 'f'.repeat(4096));
const handle = openAppend(findings);
const record = Buffer.from(`${'r'.repeat(998)}\n`);
let acknowledgedCount = 0;
const appended = messageOf(() => {
  for (; acknowledgedCount < 2000; acknowledgedCount += 1) handle.append(record);
});
const wholeAfterFault = readFileSync(findings).length === acknowledgedCount * record.length;
unlinkSync(filler);
const again = messageOf(() => handle.append(Buffer.from('z\n')));
handle.close();

process.stdout.write(
  `${JSON.stringify({ replaced, kept, appended, acknowledgedCount, wholeAfterFault, again, names: readdirSync(directory).sort() })}\n`,
);
