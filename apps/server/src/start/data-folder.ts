import { constants, existsSync, readdirSync, statSync } from 'node:fs';
import { access, chmod, lstat, mkdir, opendir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { freeBytesSync } from '../base/disk-room.ts';
import { dataFolderError, StartError, systemCode } from '../base/start-error.ts';
import { type Stores, StoreUnavailable } from '../store/document-store.ts';
import { isDamage, isFull } from '../store/sqlite/faults.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import type { Config } from './config.ts';
import { refuseCutRestore } from './cut-restore.ts';
import { finishUnitRestores } from './cut-unit-restores.ts';
import { isFolderLocked } from './data-folder-lock.ts';
import { finishSwap } from './folder-swap.ts';

const DATABASES = 'databases';
/** SQLite needs files of its own to read. */
const FULL_BYTES = 1_048_576;

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
 * Makes a folder and those above it. Node's own recursive way never ends where a folder is made in vain,
 * as below `/proc`.
 */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path, { mode: OWNER });
  try {
    await make();
  } catch (error) {
    const isThere = systemCode(error) === 'EEXIST' && (await stat(path)).isDirectory();
    if (isThere) return;
    if (systemCode(error) !== 'ENOENT' || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

/**
 * Creates the data folder if needed, and keeps it and all in it to its owner: it holds personal
 * data. Throws a `StartError` when it is not writable, or a restore into it was cut off. Windows has no such
 * rights.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await access(dataDir, constants.W_OK);
    refuseCutRestore(dataDir);
    finishSwap(dataDir);
    if (!isFolderLocked(dataDir)) finishUnitRestores(databasesFolder(dataDir));
  } catch (error) {
    if (error instanceof StartError) throw error;
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

/** What an operator does depends on what is wrong: another folder is no help for a damaged file. */
function unusableStores(dataDir: string, error: StoreUnavailable): StartError {
  const say = (code: string, advice: string) =>
    new StartError(
      code,
      `The data folder ${dataDir} cannot be used: ${error.message}. ${advice}`,
      error,
    );
  if (isDamage(error.cause)) {
    return say('damaged', 'Put a backup back with "crece restore FILE NEW-FOLDER".');
  }
  if (isFullDisk(dataDir, error)) return say('disk-full', 'Its disk is full: make room.');
  return dataFolderError(dataDir, error);
}

/** Whether databases in this folder cannot be used because its disk is full; SQLite does not always say so. */
export function isFullDisk(dir: string, { cause }: StoreUnavailable): boolean {
  const free = freeBytesSync(dir);
  return isFull(cause) || (free !== null && free < FULL_BYTES);
}

/** A full disk or a damaged file that shows only once the databases are open, in the words of a start. */
export function startFault(
  { couch, dataDir }: Pick<Config, 'couch' | 'dataDir'>,
  error: unknown,
): unknown {
  const isOurs = couch === null && error instanceof StoreUnavailable;
  const isKnown = isOurs && (isDamage(error.cause) || isFullDisk(dataDir, error));
  return isKnown ? unusableStores(dataDir, error) : error;
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
    if (!(error instanceof StoreUnavailable)) throw error;
    throw unusableStores(dataDir, error);
  }
}
