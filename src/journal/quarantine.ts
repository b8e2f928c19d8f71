import { isUtf8 } from 'node:buffer';
import { openAppend } from '../platform/append.ts';
import { toIso } from '../platform/clock.ts';
import { readLines } from '../platform/read-lines.ts';
import type { BadLine } from './scan.ts';
import { toJsonLiteral } from './value.ts';

function toRecord({ lineNumber, problem, bytes }: BadLine, at: string): string {
  const buffer = Buffer.from(bytes);
  const [name, text] = isUtf8(bytes) ? ['line', buffer.toString('utf8')] : ['lineBase64', buffer.toString('base64')];
  return `{"quarantinedAt":"${at}","lineNumber":${lineNumber},"problem":"${problem}","${name}":${toJsonLiteral(text)}}\n`;
}

/** Copies bad lines beside the job, durably, before anything takes them out of findings.jsonl. E_STORE_WRITE, E_STORE_UNSAFE. */
export function quarantine(path: string, lines: readonly BadLine[], nowMs: number): void {
  const handle = openAppend(path);
  try {
    // A predecessor that died in mid-record must not spoil this one.
    const lead = endsTorn(path) ? '\n' : '';
    handle.append(Buffer.from(lead + lines.map((line) => toRecord(line, toIso(nowMs))).join(''), 'utf8'));
  } finally {
    handle.close();
  }
}

function endsTorn(path: string): boolean {
  let isTorn = false;
  for (const { isTerminated } of readLines(path)) isTorn = !isTerminated;
  return isTorn;
}

/** How many lines were ever put into quarantine; a line that a kill let in twice counts twice. */
export function countQuarantined(path: string): number {
  let count = 0;
  for (const { bytes } of readLines(path)) if (bytes.length > 0) count += 1;
  return count;
}
