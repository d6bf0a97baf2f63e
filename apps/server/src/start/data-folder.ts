import { constants } from 'node:fs';
import { access, chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError } from '../base/start-error.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';

const DATABASES = 'databases';

const OTHERS = 0o077;
const OWNER = 0o700;

/** Takes the rights of group and others away from a file or folder, whatever it allows its owner. */
async function keepToOwner(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  if ((found.mode & OTHERS) !== 0) await chmod(path, found.mode & OWNER);
  if (!found.isDirectory()) return;
  for await (const { name } of await opendir(path)) await tryToKeep(join(path, name));
}

/** What belongs to another user, or has just been removed, stays as it is. */
async function tryToKeep(path: string): Promise<void> {
  await keepToOwner(path).catch(() => undefined);
}

/**
 * Creates the data folder if needed, and keeps it and all in it to its owner: it holds personal
 * data. Throws a `StartError` when it is not writable. Windows has no such rights.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: OWNER });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  if (process.platform !== 'win32') await tryToKeep(dataDir);
}

/** The folder of the databases in a data folder. */
export function databasesFolder(dataDir: string): string {
  return join(dataDir, DATABASES);
}

/** Opens the databases of a data folder; throws a `StartError` when they cannot be used. */
export async function openDataStores(
  dataDir: string,
  options: { maxOpenFiles?: number } = {},
): Promise<Stores> {
  try {
    return await openSqliteStores({ dir: databasesFolder(dataDir), ...options });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw dataFolderError(dataDir, error);
    throw error;
  }
}
