import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FaultError } from '../domain/fault.ts';
import { type BundleId, bundleIdSchema } from '../domain/id.ts';
import { errnoOf } from '../platform/errno.ts';
import { makeDirectory, removeFile } from '../platform/files.ts';
import { inside } from '../platform/root.ts';

export const HOST_DIRECTORY = 'host';
const HOST_NAME = /^(.*)-(?:judgments|angles)\.json$/;

/** Makes the place a host is told to write to: it should not have to make a directory first. */
export function prepareHostDirectory(root: string): void {
  makeDirectory(inside(root, HOST_DIRECTORY));
}

/** Where the host is told to write its judgments or angles for one bundle. `store` needs its resolved root only. */
export function hostFilePath(store: { readonly root: string }, bundleId: BundleId, subject: 'judgments' | 'angles'): string {
  return inside(store.root, HOST_DIRECTORY, `${bundleIdSchema.parse(bundleId)}-${subject}.json`);
}

/** What a failed look is thrown as. */
function toListError(error: unknown, directory: string): unknown {
  const errno = errnoOf(error);
  if (errno === null) return error;
  const remedy = `make ${directory} readable for this user, then run the same command again`;
  return new FaultError('E_STORE_READ', `${directory} cannot be listed (${errno})`, remedy, error);
}

/** What lies in a directory; none where there is no directory. E_STORE_READ. */
export function readEntries(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return [];
    throw toListError(error, directory);
  }
}

/** Deletes the host files of every other bundle; what the engine never named there stays. */
export function removeOtherHostFiles(root: string, bundleId: BundleId): void {
  const directory = inside(root, HOST_DIRECTORY);
  for (const entry of readEntries(directory)) {
    const owner = bundleIdSchema.safeParse(HOST_NAME.exec(entry.name)?.[1]);
    if (!owner.success || owner.data === bundleId || entry.isDirectory()) continue;
    removeFile(join(directory, entry.name));
  }
}
