import { CommanderError } from 'commander';
import { FaultError } from '../domain/fault.ts';
import { toTerminalText } from '../domain/text/contexts.ts';
import { printFault, type Streams } from './output.ts';

const MESSAGE_CAP = 300;

/** The one catch: a Fault speaks for itself, a wrong call is a usage fault, anything else is a bug (exit 1). */
export function catchFaults(
  error: unknown,
  { json, debug }: { readonly json: boolean; readonly debug: boolean },
  streams: Streams,
): number {
  if (error instanceof FaultError) {
    printFault(error.fault, json, streams);
    return error.fault.exit;
  }
  if (error instanceof CommanderError) return catchFaults(toUsageFault(error), { json, debug }, streams);
  const message = toTerminalText(error instanceof Error ? error.message : String(error), MESSAGE_CAP);
  if (json)
    streams.out(`${JSON.stringify({ ok: false, code: 'E_UNEXPECTED', message, remedy: UNEXPECTED_REMEDY, retryable: false, exit: 1 })}\n`);
  streams.err(`trivet: E_UNEXPECTED: ${message}\nremedy: ${UNEXPECTED_REMEDY}\n`);
  if (debug && error instanceof Error) streams.err(`${error.stack ?? ''}\n`);
  return 1;
}

const UNEXPECTED_REMEDY = 'this is a bug: run the same command with --debug and report what it prints';

function toUsageFault(error: CommanderError): FaultError {
  const message = toTerminalText(error.message.replace(/^error: /, ''), MESSAGE_CAP);
  return new FaultError('E_USAGE', message === '(outputHelp)' ? 'no known command was given' : message, 'see trivet --help', error);
}
