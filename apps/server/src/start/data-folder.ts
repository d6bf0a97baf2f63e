import { constants } from 'node:fs';
import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { dataFolderError } from './start-error.ts';

const DATABASES = 'databases';

/** Creates the data folder if needed; throws a `StartError` when it is not writable. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
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
