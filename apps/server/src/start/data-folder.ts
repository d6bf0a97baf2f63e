import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { access, chmod, lstat, mkdir, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolderError, StartError } from '../base/start-error.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { finishSwap } from './folder-swap.ts';

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
    finishSwap(dataDir);
  } catch (error) {
    throw dataFolderError(dataDir, error);
  }
  if (process.platform !== 'win32') await tryToKeep(dataDir);
}

/** The folder of the databases in a data folder. */
export function databasesFolder(dataDir: string): string {
  return join(dataDir, DATABASES);
}

const SYSTEM_FILE = 'system.sqlite';
const UNITS_FOLDER = 'units';

const isFilled = (path: string) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;

/**
 * Units without accounts are what a cut restore leaves: as a new server it would give whoever opens its
 * first link all records.
 */
function refuseLostAccounts(folder: string): void {
  if (isFilled(join(folder, SYSTEM_FILE))) return;
  const units = join(folder, UNITS_FOLDER);
  if (!existsSync(units) || !readdirSync(units).some((name) => isFilled(join(units, name)))) return;
  throw new StartError(
    'accounts-lost',
    `${folder} holds units but no accounts: put ${SYSTEM_FILE} back, or the whole folder with "crece restore". To begin with new accounts, move the folder ${UNITS_FOLDER} away.`,
  );
}

/** Opens the databases of a data folder; throws a `StartError` when they cannot be used. */
export async function openDataStores(
  dataDir: string,
  options: { maxOpenFiles?: number } = {},
): Promise<Stores> {
  refuseLostAccounts(databasesFolder(dataDir));
  try {
    return await openSqliteStores({ dir: databasesFolder(dataDir), ...options });
  } catch (error) {
    if (error instanceof StoreUnavailable) throw dataFolderError(dataDir, error);
    throw error;
  }
}
