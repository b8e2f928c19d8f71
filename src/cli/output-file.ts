import { accessSync, constants, lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { guardWrite } from '../platform/errno.ts';
import { createFile, existsFault, replaceFile } from '../platform/files.ts';
import type { Environment } from './environment.ts';
import type { RawOptions } from './options.ts';
import { requirePrintable, toAbsolute } from './path.ts';

export interface OutputFile {
  readonly path: string;
  write(text: string): void;
}

/** The file `--output` names, or null. What would stop its writing is found here, before the first request: E_OUTPUT_EXISTS, E_OUTPUT_WRITE. */
export function claimOutput({ output, force }: RawOptions, environment: Environment): OutputFile | null {
  if (output === undefined) return null;
  const path = requirePrintable(toAbsolute(output, environment), '--output');
  const standing = guardWrite(path, 'E_OUTPUT_WRITE', () => {
    accessSync(dirname(path), constants.W_OK);
    return lstatSync(path, { throwIfNoEntry: false });
  });
  if (standing !== undefined && !force) throw existsFault(path);
  if (standing?.isFile() === false) throw new FaultError('E_OUTPUT_WRITE', `${path} is not a plain file`, 'name another file');
  return {
    path,
    write: (text) => (force ? replaceFile(path, text, 'E_OUTPUT_WRITE') : createFile(path, text, 'E_OUTPUT_WRITE')),
  };
}
